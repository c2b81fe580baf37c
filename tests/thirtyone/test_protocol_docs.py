"""docs/protocol.md says what the code does: every message, every field, a whole dialogue."""

import json
import re
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.thirtyone.scripted import ScriptedPlayer
from thirtyone.events import EventKind
from thirtyone.faults import FaultName
from thirtyone.game import actor
from thirtyone.match import MatchPlan
from thirtyone.players import Answer, LinePlayer
from thirtyone.positions import POSITIONS, RULES
from thirtyone.protocol import VERSION
from thirtyone.referee import ClockLimits, play_match, play_pass
from thirtyone.rounds import EndReason
from thirtyone.rules import Rules, preset
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


def dialogues() -> list[tuple[str, list[str]]]:
    """Return the seed and the lines of each dialogue in the documentation."""
    found = re.findall(r"`([0-9a-f]{64})`.*?```dialogue\n(.*?)```", DOC, flags=re.DOTALL)
    return [(seed, text.splitlines()) for seed, text in found]


def action(event: dict[str, Any]) -> str | None:
    """Return the answer that an event tells of; None where nobody chose it."""
    match event["did"]:
        case "discard":
            return f"discard {event['card']}"
        case "swap":
            return f"swap {event['card']} for {event['took']}"
        case "swap_three":
            return "swap three"
        case "declare" | "refresh" | "reshuffle":
            return None
    return str(event["did"])


@pytest.mark.parametrize(("seed", "lines"), dialogues(), ids=["draw", "exchange"])
def test_a_dialogue_in_the_documentation_is_what_is_really_said(
    seed: str, lines: list[str]
) -> None:
    said = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    replies = [line[2:].encode() for line in lines if line.startswith("< ")]
    others = deque(
        chosen
        for message in said
        for event in message.get("events", ())
        if event["seat"] != 0 and (chosen := action(event)) is not None
    )
    channel = Replay(replies)
    rules, seats = Rules.from_json(said[0]["rules"]), said[0]["seats"]
    plan = MatchPlan("dialogue", rules, seats, 1, bytes.fromhex(seed))
    rest = [
        ScriptedPlayer(lambda message, legal: Answer(others.popleft())) for _ in range(1, seats)
    ]

    played = play_pass(plan, 0, [LinePlayer(lambda: channel), *rest], clock=ClockLimits())

    assert played.games[0].faults == ()
    heard = [json.loads(line) for line in channel.sent]
    assert [untimed(message) for message in heard] == [untimed(message) for message in said]
    assert [list(message) for message in heard] == [list(message) for message in said]
    assert not channel.replies
    assert not others


def test_the_dialogues_have_every_kind_of_message_but_the_question_about_a_dealt_special() -> None:
    said = [json.loads(line[2:]) for _, lines in dialogues() for line in lines if line[0] == ">"]
    others = {"deal", "round_end", "game_end", "match_end"}

    assert {message["type"] for message in said} == {*REQUESTS, *others} - {"declare"}


def messages_of_real_play() -> list[Mapping[str, Any]]:
    """Return what bots hear in a match with everything in it, and in the checked positions."""
    heard: list[Mapping[str, Any]] = []

    def make() -> ScriptedPlayer:
        player = ScriptedPlayer()
        player.heard = heard  # type: ignore[assignment]
        return player

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
        request = {"id", "legal"} if message["type"] in REQUESTS else set()
        found.setdefault(message["type"], set()).update(message, request)
        for event in message.get("events", ()):
            events.update(event)

    assert set(found) == set(REQUESTS) | {"deal", "round_end", "game_end", "match_end"}
    for kind, keys in found.items():
        assert fields(kind) == keys, kind
    assert fields("Events") == events


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
