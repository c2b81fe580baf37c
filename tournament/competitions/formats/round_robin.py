"""Pair a field for two seats so that everybody meets everybody once: Berger's tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Entrant = TypeVar("Entrant")


@dataclass(frozen=True, slots=True)
class BergerRound(Generic[Entrant]):
    """One round: its pairs, first seat first, and who sits it out where the field is odd."""

    pairs: tuple[tuple[Entrant, Entrant], ...]
    bye: Entrant | None = None


def cycle_length(entrants: int) -> int:
    """Return how many rounds a field needs until everybody has met everybody."""
    return entrants + entrants % 2 - 1 if entrants > 1 else 0


def berger_round(entrants: Sequence[Entrant], number: int) -> BergerRound[Entrant]:
    """Return round `number` (from 0; beyond the cycle it starts anew) of a field of two or more.

    The last of an even field, or the empty seat of an odd one, stays put; the others walk round
    it by half a table a round, so that first and second seats alternate as evenly as they can.
    Raises ValueError for fewer than two entrants.
    """
    if len(entrants) < 2:
        raise ValueError(f"{len(entrants)} entrants cannot be paired; two or more can")
    size = len(entrants) + len(entrants) % 2
    circle = size - 1
    number %= circle
    visitor = number * (size // 2) % circle
    pairs = [
        (entrants[(visitor + step) % circle], entrants[(visitor - step) % circle])
        for step in range(1, size // 2)
    ]
    if len(entrants) % 2:
        return BergerRound(tuple(pairs), bye=entrants[visitor])
    with_last = (entrants[visitor], entrants[-1])
    return BergerRound((with_last if number % 2 == 0 else with_last[::-1], *pairs))


def berger_rounds(entrants: Sequence[Entrant]) -> tuple[BergerRound[Entrant], ...]:
    """Return the whole cycle for a field of two or more, first round first."""
    return tuple(berger_round(entrants, number) for number in range(cycle_length(len(entrants))))
