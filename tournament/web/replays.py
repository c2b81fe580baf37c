"""A game of a finished match as a list of frames for the replay page."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from thirtyone.game import GameState
from thirtyone.record import Record, Step, replay
from thirtyone.view import View, view
from thirtyone.worth import shown_worth
from tournament.web.narration import tell
from tournament.web.templatetags.said import worth


@dataclass(frozen=True, slots=True)
class SeatFrame:
    """What lies before one seat: cards, what they are worth, lives, and a word on its state."""

    hand: tuple[str, ...]
    value: str
    lives: int
    out: bool
    acting: bool
    knocked: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment of a replay, everything open.

    `open_cards` are the top of the discard pile or, in the exchange form, the table cards.
    """

    round: int
    seats: tuple[SeatFrame, ...]
    open_cards: tuple[str, ...]
    stock: int
    text: str
    ms: int | None
    fault: bool

    def to_json(self) -> dict[str, Any]:
        """Return the frame ready for JSON."""
        return asdict(self)


def frames(record: Record, block: int, rotation: int, bots: Sequence[str]) -> list[Frame]:
    """Return every moment of one game; `bots` are names by entrant.

    Raises KeyError where there is no such game.
    """
    plan = record.plan
    names = [bots[plan.entrant_at(seat, rotation)] for seat in range(plan.entrants)]
    return list(_frames(replay(record, block, rotation), names))


def _frames(steps: Iterator[Step], names: Sequence[str]) -> Iterator[Frame]:
    before: GameState | None = None
    for step in steps:
        seen = view(step.state, None)
        yield Frame(
            round=seen.round + 1,
            seats=tuple(_seat(step, seen, seat) for seat in range(seen.players)),
            open_cards=seen.table or ((seen.discard,) if seen.discard else ()),
            stock=seen.stock,
            text=tell(step, before, names),
            ms=step.ms,
            fault=step.fault is not None,
        )
        before = step.state


def _seat(step: Step, seen: View, seat: int) -> SeatFrame:
    """Return what its own player sees of a seat; the game is over, so everybody may."""
    return SeatFrame(
        hand=view(step.state, seat).hand,
        value=worth(shown_worth(step.state, seat)),
        lives=seen.lives[seat],
        out=seat not in seen.active,
        acting=step.seat == seat,
        knocked=seen.knocker == seat,
    )
