"""``show``: watch a recorded game step by step, as everybody's cards or as one seat sees it."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from thirtyone.events import Event, EventKind
from thirtyone.game import GameState, actor
from thirtyone.kit.arguments import seat_of
from thirtyone.kit.command_line import OK
from thirtyone.kit.records import read_record
from thirtyone.kit.refusal import Refusal
from thirtyone.narrate import tell_deal, tell_events, tell_result
from thirtyone.record import Record, RecordMismatch, Step, replay
from thirtyone.view import View, view
from thirtyone.worth import shown_worth

_COLUMNS: Final = 80
_NAME: Final = 24
"""How much of a bot's name stands before its cards."""

_KEYS = "-- Enter: next step, r: next round, a: all the rest, q: quit -- "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument("record", metavar="RECORD", help="a file that play --record wrote")
    parser.add_argument("--seat", help="show what this seat sees, from 1 (everybody's cards)")
    parser.add_argument("--block", default="1", help="which block, from 1 (1)")
    parser.add_argument("--game", default="1", help="which game of the block, from 1 (1)")


def run(options: argparse.Namespace) -> int:
    """Print one game; on a terminal step by step."""
    record = read_record(options.record)
    block = _number("--block", options.block, record.blocks)
    turn = _number("--game", options.game, len(record.entrants))
    seat = None if options.seat is None else seat_of(options.seat, len(record.entrants))
    plan = record.plan
    names = [record.entrants[plan.entrant_at(place, turn)] for place in range(plan.entrants)]
    print(_headline(record, block, turn, names))
    steps = _Steps(sys.stdin.isatty() and sys.stdout.isatty() if sys.stdin else False)
    before: GameState | None = None
    try:
        for step in replay(record, block, turn):
            print()
            print("\n".join(_shown(step, before, seat, names)))
            before = step.state
            if not step.state.game_over and not steps.go_on(step):
                return OK
    except KeyError:
        raise Refusal(f"the record has no game {turn + 1} of block {block + 1}") from None
    except RecordMismatch as difference:
        raise Refusal(f"the record breaks the rules at {difference}") from None
    places = before.standing.places if before is not None else None
    for place, name in sorted(zip(places or (), names, strict=False)):
        print(f"Place {place}: {name}")
    return OK


def _number(option: str, text: str, most: int) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= most:
        return int(text) - 1
    raise Refusal(f"{option}: there is no {text!r}; the record has 1 to {most}")


def _headline(record: Record, block: int, turn: int, names: Sequence[str]) -> str:
    seats = ", ".join(f"seat {place + 1} is {name}" for place, name in enumerate(names))
    return _wrapped(
        f"{record.rules.name}, block {block + 1} of {record.blocks}, game {turn + 1} of "
        f"{len(names)}: {seats}"
    )


def _wrapped(text: str) -> str:
    """Return a text in lines of a terminal's width, further ones indented more than a seat's."""
    return textwrap.fill(text, _COLUMNS, subsequent_indent="    ", break_on_hyphens=False)


class _Steps:
    """Wait for a key between steps where somebody sits at a terminal."""

    def __init__(self, waits: bool) -> None:
        self._waits = waits
        self._until_round = False

    def go_on(self, step: Step) -> bool:
        """Tell whether the next step is wanted."""
        if not self._waits or (self._until_round and not step.state.round_over):
            return True
        self._until_round = False
        try:
            key = input(_KEYS).strip().lower()
        except EOFError:
            return False
        self._until_round = key == "r"
        self._waits = key != "a"
        return key != "q"


def _shown(
    step: Step, before: GameState | None, seat: int | None, names: Sequence[str]
) -> Iterator[str]:
    if step.fault is not None:
        forfeits = ", which forfeits the game" if step.fault.forfeits else ""
        yield _wrapped(f"{names[_seat_of(step)]}: {step.fault.name.value}{forfeits}.")
    took = "" if step.ms is None else f" ({step.ms}\xa0ms)"  # kept on one line
    told = _text(step, before, seat) or "Nothing more happens."
    yield _wrapped(told + took).replace("\xa0", " ")
    if step.state.play is None:
        return
    seen = view(step.state, seat)
    short = [name if len(name) <= _NAME else name[: _NAME - 1] + "…" for name in names]
    width = max(map(len, short))
    for place, name in enumerate(short):
        yield f"  {_row(step.state, place, seen, name.ljust(width))}".rstrip()
    yield f"  {_middle(seen)}"


def _seat_of(step: Step) -> int:
    """Return the seat of a step's fault."""
    assert step.fault is not None
    players = step.state.players
    return (step.fault.entrant + step.fault.rotation) % players


def _text(step: Step, before: GameState | None, seat: int | None) -> str:
    """Tell a step as the seat may know it."""
    if seat is None or before is None or step.state.round != before.round:
        return step.text if seat is None else tell_deal(step.state)
    parts = [tell_events(view(step.state, seat).events[len(before.events) :])]
    if step.state.round_result is not None and before.round_result is None:
        parts.append(tell_result(step.state))
    return " ".join(part for part in parts if part)


def _row(state: GameState, place: int, seen: View, name: str) -> str:
    """Return a seat's name, lives, cards as far as they may be seen, and what it is doing."""
    held = state.hands[place]
    if place not in state.active and not held:
        return f"{place + 1} {name}  out"
    open_cards = (
        seen.seat in (None, place)
        or state.round_result is not None
        or any(happened.seat == place and happened.cards == held for happened in _showings(seen))
    )
    cards = " ".join(held if open_cards else ["--"] * len(held))
    worth = shown_worth(state, place) if open_cards else None
    parts = [f"{place + 1} {name}", _lives(state, place), cards]
    parts += [] if worth is None else [f"worth {worth}"]
    parts += ["knocked"] if seen.knocker == place else []
    to_act = actor(state) if seen.seat is None else seen.to_act
    parts += ["<- to act"] if to_act == place else []
    return "  ".join(parts)


def _lives(state: GameState, place: int) -> str:
    lives = state.lives[place]
    if state.rules.bus_length is not None:
        return f"stop {lives}"
    if lives or state.round_result is not None:
        return f"lives {lives}"
    return "grace  "


def _showings(seen: View) -> Iterator[Event]:
    """Return the events that show a hand while the round goes on."""
    return (happened for happened in seen.events if happened.kind is EventKind.DECLARE)


def _middle(seen: View) -> str:
    """Return what lies in the middle of the table."""
    parts = []
    if seen.table:
        parts.append("table " + " ".join(seen.table))
    if seen.discard is not None:
        parts.append(f"discard {seen.discard}")
    return ", ".join([*parts, f"stock {seen.stock}"])
