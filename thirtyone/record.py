"""Write a match down, read it back, check it, and play it again (docs/records.md).

A record holds what is public: the rules, the seed, every decision with its time, and the names and
places of faults. Decks are not in it, they follow from the seed.
"""

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from thirtyone.events import Event
from thirtyone.game import (
    GameState,
    IllegalAction,
    actor,
    apply,
    forfeit,
    next_round,
    returns,
)
from thirtyone.match import Fault, GameResult, MatchPlan, MatchResult
from thirtyone.narrate import tell_deal, tell_events, tell_result
from thirtyone.record_shape import check_record
from thirtyone.rules import Rules

VERSION: Final = 1
MOST_BYTES: Final = 64 * 1024 * 1024
"""How long a record may be when unpacked."""


class UnreadableRecord(ValueError):
    """Bytes that are no record, or one of a version that is not known here."""


class RecordMismatch(ValueError):
    """A record that the rules contradict; ``where`` says at which game and decision."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}")
        self.where = where
        self.message = message


@dataclass(frozen=True, slots=True)
class Decision:
    """One action played, and the milliseconds that the bot took for it."""

    action: str
    ms: int


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: how it ended, who had forfeited it in advance (entrants), and every decision.

    A default move stands here like any other; the fault that it answers is in the result.
    """

    result: GameResult
    absent: tuple[int, ...]
    decisions: tuple[Decision, ...]

    @property
    def block(self) -> int:
        """The number of the block, from 0."""
        return self.result.block

    @property
    def rotation(self) -> int:
        """The number of the pass: entrant i sat in seat (i + rotation) mod n."""
        return self.result.rotation

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of the game, in order."""
        return self.result.faults


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match: ``entrants`` are names, ``seed`` is hexadecimal, games in order of play."""

    match_id: str
    rules: Rules
    seed: str
    blocks: int
    entrants: tuple[str, ...]
    games: tuple[GameRecord, ...]
    version: int = VERSION

    @property
    def plan(self) -> MatchPlan:
        """The plan by which the match was played."""
        return MatchPlan(
            self.match_id, self.rules, len(self.entrants), self.blocks, bytes.fromhex(self.seed)
        )

    @property
    def result(self) -> MatchResult:
        """The result of the match as the record states it."""
        return MatchResult(len(self.entrants), tuple(game.result for game in self.games))

    def game(self, block: int, rotation: int) -> GameRecord:
        """Return one game; raises KeyError where there is none."""
        for game in self.games:
            if (game.block, game.rotation) == (block, rotation):
                return game
        raise KeyError((block, rotation))


def encode(record: Record) -> bytes:
    """Return a record as compressed bytes: zlib around JSON."""
    data = {
        "format": "knock record",
        "version": record.version,
        "match_id": record.match_id,
        "rules": record.rules.to_json(),
        "seed": record.seed,
        "blocks": record.blocks,
        "entrants": list(record.entrants),
        "games": [_game_to_json(game) for game in record.games],
    }
    return zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)


def _game_to_json(game: GameRecord) -> dict[str, Any]:
    return {
        "block": game.block,
        "rotation": game.rotation,
        "absent": list(game.absent),
        "places": list(game.result.places),
        "lives": list(game.result.lives),
        "faults": [fault.to_json() for fault in game.faults],
        "actions": ",".join(decision.action for decision in game.decisions),
        "ms": [decision.ms for decision in game.decisions],
    }


def decode(data: bytes) -> Record:
    """Read a record back from what ``encode`` returned.

    Raises UnreadableRecord. Nothing is played: ``verify`` tells whether the record holds.
    """
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(data, MOST_BYTES)
        if not unpacker.eof:
            raise UnreadableRecord("the record is cut short or longer than allowed")
        return _from_json(json.loads(text))
    except zlib.error as error:
        raise UnreadableRecord("this is no record: it is not packed like one") from error
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnreadableRecord(f"this is no record: {error!r}") from error
    except ValueError as error:
        if isinstance(error, UnreadableRecord):
            raise
        raise UnreadableRecord(f"this is no record: {error}") from error


def _from_json(data: dict[str, Any]) -> Record:
    if data["version"] != VERSION:
        raise UnreadableRecord(f"records of version {data['version']!r} are not known here")
    check_record(data)
    record = Record(
        match_id=data["match_id"],
        rules=Rules.from_json(data["rules"]),
        seed=data["seed"],
        blocks=data["blocks"],
        entrants=tuple(data["entrants"]),
        games=tuple(_game_from_json(game) for game in data["games"]),
    )
    record.plan.rules.check_seats(len(record.entrants))
    return record


def _game_from_json(data: dict[str, Any]) -> GameRecord:
    block, rotation = data["block"], data["rotation"]
    actions = data["actions"].split(",") if data["actions"] else []
    return GameRecord(
        result=GameResult(
            block,
            rotation,
            tuple(data["places"]),
            tuple(data["lives"]),
            tuple(Fault.from_json(block, rotation, fault) for fault in data["faults"]),
        ),
        absent=tuple(data["absent"]),
        decisions=tuple(Decision(*pair) for pair in zip(actions, data["ms"], strict=True)),
    )


@dataclass(frozen=True, slots=True)
class Step:
    """One moment of a replay: what was done and the state after it.

    ``seat`` and ``action`` are None where a round was dealt or a seat forfeited; ``events`` are
    those that the step added, ``text`` tells them in English with seats counted from 1. ``fault``
    is the one that the step answers.
    """

    state: GameState
    seat: int | None
    action: str | None
    events: tuple[Event, ...]
    ms: int | None
    fault: Fault | None
    text: str


def replay(record: Record, block: int, rotation: int) -> Iterator[Step]:
    """Play one game of a record again, step by step, from the first deal to the places.

    Raises KeyError where there is no such game and RecordMismatch where it breaks the rules.
    """
    game = record.game(block, rotation)
    plan = record.plan
    state = plan.new_game(block, rotation, game.absent)
    yield _dealt(state)
    forfeits = [fault for fault in game.faults if fault.forfeits]
    answered = {fault.decision: fault for fault in game.faults if not fault.forfeits}
    for number in range(len(game.decisions) + 1):
        while True:
            due = [f for f in forfeits if (f.round, f.decision) == (state.round, number)]
            for fault in due:
                forfeits.remove(fault)
                before = state
                state = forfeit(state, plan.seat_of(fault.entrant, rotation))
                if state is not before:
                    yield _step(before, state, None, None, None, fault)
            if not state.round_over or state.game_over:
                break
            state = next_round(state)
            yield _dealt(state)
        if number == len(game.decisions):
            break
        decision = game.decisions[number]
        before, seat = state, actor(state)
        try:
            state = apply(state, decision.action)
        except IllegalAction as error:
            raise RecordMismatch(_where(game, number), str(error)) from error
        yield _step(before, state, seat, decision.action, decision.ms, answered.get(number))
    for fault in forfeits:
        if fault.entrant not in game.absent:
            raise RecordMismatch(_where(game, fault.decision), "a forfeit is not in its round")


def _dealt(state: GameState) -> Step:
    return Step(state, None, None, state.events, None, None, tell_deal(state))


def _step(
    before: GameState,
    after: GameState,
    seat: int | None,
    action: str | None,
    ms: int | None,
    fault: Fault | None,
) -> Step:
    events = after.events[len(before.events) :]
    text = tell_events(events)
    if after.round_result is not None and before.round_result is None:
        text = " ".join(part for part in (text, tell_result(after)) if part)
    return Step(after, seat, action, events, ms, fault, text)


def _where(game: GameRecord, decision: int | None = None) -> str:
    place = f"block {game.block}, rotation {game.rotation}"
    return place if decision is None else f"{place}, decision {decision}"


def verify(record: Record) -> None:
    """Play every game of a record again and compare what came of it.

    Raises RecordMismatch where a game is missing, an action was not allowed, a game does not end
    with its last decision, or places and lives differ.
    """
    plan = record.plan
    if len(record.games) != plan.blocks * plan.entrants:
        planned = plan.blocks * plan.entrants
        raise RecordMismatch("games", f"the plan has {planned}, the record {len(record.games)}")
    for game, (block, rotation) in zip(record.games, plan.games, strict=True):
        if (game.block, game.rotation) != (block, rotation):
            place = f"block {block}, rotation {rotation}"
            raise RecordMismatch(_where(game), f"the plan has {place} here")
    for game in record.games:
        state = None
        for step in replay(record, game.block, game.rotation):
            state = step.state
        if state is None or not state.game_over:
            raise RecordMismatch(_where(game, len(game.decisions)), "the game is not over")
        for name, stated, played in (
            ("places", game.result.places, returns(state)),
            ("lives", game.result.lives, state.lives),
        ):
            found = plan.by_entrant(played, game.rotation)
            if stated != found:
                raise RecordMismatch(_where(game), f"{name} are {found}, stated are {stated}")
