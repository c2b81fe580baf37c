"""docs/protocol.md says what the code does: every message, every field, a whole dialogue."""

import json
import re
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from tests.thirtyone.scripted import ScriptedPlayer
from thirtyone.events import EventKind
from thirtyone.faults import FaultName
from thirtyone.game import actor
from thirtyone.match import MatchPlan
from thirtyone.players import Answer, LinePlayer, Message, Player
from thirtyone.positions import POSITIONS, RULES
from thirtyone.protocol import VERSION, numbered
from thirtyone.referee import ClockLimits, play_match, play_pass
from thirtyone.rounds import EndReason
from thirtyone.rules import Form, Rules, preset
from thirtyone.sitting import Sitting
from thirtyone.view import view

DOC = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text()


def sections() -> dict[str, str]:
    """Return the text under each third-level heading, by heading."""
    parts = re.split(r"^### (.+)$|^## .+$", DOC, flags=re.MULTILINE)
    return {
        heading.strip("`"): text
        for heading, text in zip(parts[1::2], parts[2::2], strict=True)
        if heading
    }


def fields(heading: str) -> set[str]:
    """Return the first column of the table in a section."""
    return set(re.findall(r"^\| `(\w+)` \|", sections()[heading], flags=re.MULTILINE))


class Replay:
    """A program that writes what the documentation says it wrote."""

    def __init__(self, replies: list[bytes]) -> None:
        self.replies, self.sent = deque(replies), list[bytes]()

    def write_line(self, line: bytes) -> None:
        self.sent.append(line)

    def read_line(self, timeout_s: float) -> bytes | None:
        return self.replies.popleft() if timeout_s and self.replies else None

    def cpu_s(self) -> float:
        return 0.0

    def reset_output(self) -> None:
        pass

    def close(self) -> None:
        pass

    def stderr(self) -> bytes:
        return b""


def untimed(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message without what depends on the speed of a machine."""
    time = {key: value for key, value in message.get("time", {}).items() if key == "move_ms"}
    return {**message, **({"time": time} if time else {})}


def dialogue(form: str) -> tuple[bytes, list[dict[str, Any]], list[bytes]]:
    """Return the seed of a form's dialogue, what was sent to the bot, and what it replied."""
    section = sections()[f"In the {form} form"]
    seed = re.search(r"`([0-9a-f]{64})`", section)
    text = re.search(r"```dialogue\n(.*?)```", section, flags=re.DOTALL)
    assert seed is not None
    assert text is not None
    lines = text[1].splitlines()
    said = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    replies = [line[2:].encode() for line in lines if line.startswith("< ")]
    assert len(said) + len(replies) == len(lines)
    return bytes.fromhex(seed[1]), said, replies


def actions_of(seat: int, said: list[dict[str, Any]]) -> list[str]:
    """Return what another seat answered, by the events that the bot was told of."""
    spelled = {
        "discard": "discard {card}",
        "swap": "swap {card} for {took}",
        "swap_three": "swap three",
    }
    return [
        spelled.get(event["did"], event["did"]).format(**event)
        for message in said
        for event in message.get("events", ())
        if event["seat"] == seat and event["did"] not in ("refresh", "declare")
    ]


def answering(actions: deque[str]) -> ScriptedPlayer:
    """Return a player that answers these one after the other."""
    return ScriptedPlayer(lambda message, legal: Answer(actions.popleft()))


@pytest.mark.parametrize("form", [form.value for form in Form])
def test_the_dialogue_of_each_form_in_the_documentation_is_what_is_really_said(form: str) -> None:
    """Whoever reads it may rely on every byte but the times."""
    seed, said, replies = dialogue(form)
    seats = said[0]["seats"]
    others = [deque(actions_of(seat, said)) for seat in range(1, seats)]
    channel = Replay(replies)
    plan = MatchPlan("dialogue", Rules.from_json(said[0]["rules"]), seats, 1, seed)
    players: list[Player] = [LinePlayer(lambda: channel)]
    players.extend(map(answering, others))

    played = play_pass(plan, 0, players, clock=ClockLimits())

    assert played.games[0].faults == ()
    heard = [json.loads(line) for line in channel.sent]
    assert [untimed(message) for message in said] == [untimed(message) for message in heard]
    assert [list(message) for message in said] == [list(message) for message in heard]
    assert not any([channel.replies, *others])


def test_the_dialogue_of_the_exchange_form_leaves_out_nothing_that_is_played_there() -> None:
    """It shows every request, and every action of the form, by the bot itself or by others."""
    _, said, replies = dialogue("exchange")

    asked = {message["type"] for message in said if "id" in message}
    answered = {json.loads(line)["action"].split(" for ")[0].split(" ")[0] for line in replies}
    happened = {event["did"] for message in said for event in message.get("events", ())}
    assert {"hello", "choose", "turn", "exchange"} == asked
    assert {"ready", "keep", "pass", "swap", "knock"} == answered
    assert {"replace", "keep", "declare", "pass", "refresh", "swap", "swap_three", "knock"} == (
        happened
    )


class Hearing(ScriptedPlayer):
    """Hear requests as they are sent, with their number and what may be answered."""

    def __init__(self, heard: list[Message]) -> None:
        super().__init__()
        self.heard = heard

    def ask(self, message: Message, legal: tuple[str, ...], limit_s: float) -> Answer:
        return super().ask(numbered(message, 1, legal), legal, limit_s)


def messages_of_real_play() -> list[Message]:
    """Return what bots hear in a match with everything in it, and in the checked positions."""
    heard: list[Message] = []

    def make() -> Hearing:
        return Hearing(heard)

    for rules in (preset("norwegian"), preset("dutch-a7")):
        play_match(
            MatchPlan("fields", rules, 3, 2, bytes(32)),
            lambda rotation: [make(), make(), make()],
        )
    for form, rule_sets in RULES.items():
        for position in POSITIONS[form]:
            state = position.state(rule_sets[0])
            if actor(state) == 0:
                sitting = Sitting(make(), 0, state.rules, position.seats, ClockLimits())
                sitting.begin_game()
                sitting.decide(view(state, 0))
    return heard


def test_every_message_and_every_field_is_documented_and_nothing_else_is() -> None:
    found: dict[str, set[str]] = {}
    events: set[str] = set()
    for message in messages_of_real_play():
        found.setdefault(message["type"], set()).update(message)
        for event in message.get("events", ()):
            events.update(event)

    assert set(found) == set(REQUESTS) | {"deal", "round_end", "game_end", "match_end"}
    for kind, keys in found.items():
        assert fields(kind) == keys, kind
    assert fields("Events") == events


def test_every_action_is_documented_under_the_request_that_it_answers() -> None:
    """An action is written there as it is sent, with some cards of its own."""
    for message in messages_of_real_play():
        section = sections()[message["type"]]
        if message["type"] == "exchange":
            assert "The answers are those of `turn` without `knock`" in " ".join(section.split())
            section = sections()["turn"].replace("`knock`", "")
        written = {plain(code) for code in re.findall(r"`([^`]+)`", section)}
        for action in message.get("legal", ()):
            assert plain(action) in written, (message["type"], action)


def plain(text: str) -> str:
    """Return an action with every card as one and the same."""
    return re.sub(r"\b[2-9TJQKA][CDHS]\b", "card", text)


REQUESTS = ("hello", "declare", "turn", "discard", "choose", "exchange")


def test_every_fault_that_a_program_can_get_is_documented() -> None:
    elsewhere = {FaultName.UPLOAD_REFUSED, FaultName.BUILD_FAILED, FaultName.OUR_FAULT}

    assert fields("Faults") == {name.value for name in set(FaultName) - elsewhere}


def test_every_kind_of_event_and_every_reason_for_a_rounds_end_is_documented() -> None:
    for kind in EventKind:
        assert f"`{kind.value}`" in sections()["Events"]
    for reason in EndReason:
        assert f"`{reason.value}`" in sections()["round_end"]


def test_the_version_is_documented() -> None:
    assert f"# The bot protocol, version {VERSION}\n" in DOC
