"""Keep what outlasts a round: lives, who is out, and at the end the places."""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple, Self

from thirtyone.plain import as_lists, as_tuples
from thirtyone.rounds import EndReason
from thirtyone.rules import Rules

BEFORE_THE_FIRST: Final = -1
"""The round in which a seat went out that forfeited the game in advance."""

VOIDS_TO_SHARE: Final = 3


class RoundResult(NamedTuple):
    """What a round came to, in seat order.

    ``values`` is None where a seat is out of the round, ``declared`` the seats whose specials
    count, ``lost`` the penalty under the rules (a void round gives it back), ``lives`` what
    remains, ``out`` the seats put out by this round.
    """

    hands: tuple[tuple[str, ...], ...]
    values: tuple[float | str | None, ...]
    declared: tuple[int, ...]
    knocker: int | None
    reason: EndReason
    lost: tuple[int, ...]
    lives: tuple[int, ...]
    out: tuple[int, ...]
    void: bool

    def to_json(self) -> dict[str, Any]:
        """Return the result ready for JSON."""
        return as_lists(self._asdict())

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Read a result back from what ``to_json`` wrote."""
        values = as_tuples(data)
        return cls(**{**values, "reason": EndReason(values["reason"])})


class Standing(NamedTuple):
    """Where a game stands between rounds.

    It is a named tuple, as a round is, because changing one takes a third of the time.

    ``out_in`` is the round in which each seat went out, None while it is in and -1 where it never
    played; ``voids`` counts void rounds in a row; ``places`` is None until the game is over.
    """

    round: int
    lives: tuple[int, ...]
    out_in: tuple[int | None, ...]
    active: tuple[int, ...]
    voids: int = 0
    forfeited: tuple[int, ...] = ()
    places: tuple[int, ...] | None = None

    @classmethod
    def at_start(cls, lives: tuple[int, ...], absent: Collection[int]) -> Self:
        """Return the standing before the first round."""
        seats = range(len(lives))
        return cls(
            round=0,
            lives=tuple(0 if seat in absent else lives[seat] for seat in seats),
            out_in=tuple(BEFORE_THE_FIRST if seat in absent else None for seat in seats),
            active=tuple(seat for seat in seats if seat not in absent),
        )

    def after_round(
        self, rules: Rules, lives: tuple[int, ...], out: Collection[int], voids: int
    ) -> "Standing":
        """Return the standing after a settled round, the game's end included.

        ``out`` are the seats whose lives put them out; those that forfeited go with them.
        ``voids`` is the number of void rounds in a row, this one included.
        """
        standing = Standing(
            self.round, lives, self.out_in, self.active, voids, self.forfeited, self.places
        )
        if out or self.forfeited:
            standing = standing._without(rules, {*out, *self.forfeited})
        ended = (
            len(standing.active) < 2
            or voids >= VOIDS_TO_SHARE
            or self.round + 1 >= rules.max_rounds
        )
        return standing.finished(rules) if ended else standing

    def next_round(self) -> "Standing":
        """Return the standing in which the next round is played."""
        return Standing(
            self.round + 1, self.lives, self.out_in, self.active, self.voids, self.forfeited
        )

    def without_forfeited(self, rules: Rules) -> "Standing":
        """Put out the seats that forfeited, in this round; the game may be over by that."""
        standing = self._without(rules, self.forfeited)
        return standing.finished(rules) if len(standing.active) < 2 else standing

    def _without(self, rules: Rules, out: Collection[int]) -> "Standing":
        seats = range(len(self.lives))
        gone = [seat for seat in self.active if seat in out]
        none_left = gone if rules.bus_length is None else ()
        return self._replace(
            lives=tuple(0 if seat in none_left else self.lives[seat] for seat in seats),
            out_in=tuple(self.round if seat in gone else self.out_in[seat] for seat in seats),
            active=tuple(seat for seat in self.active if seat not in gone),
        )

    def finished(self, rules: Rules) -> "Standing":
        """Return the standing with places: later out is better, and those left are best.

        Several are left after the last round allowed, when more lives place better, or after
        void rounds in a row, when they share the win.
        """
        merits: list[tuple[int, int]] = []
        for lives, out_in in zip(self.lives, self.out_in, strict=True):
            if out_in is not None:
                merits.append((0, out_in))
            elif self.voids >= VOIDS_TO_SHARE:
                merits.append((1, 0))
            else:
                merits.append((1, lives if rules.bus_length is None else -lives))
        return self._replace(places=places_of(merits))

    def to_json(self) -> dict[str, Any]:
        """Return the standing ready for JSON."""
        return as_lists(self._asdict())

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Read a standing back from what ``to_json`` wrote."""
        return cls(**as_tuples(data))


def places_of(merits: Sequence[Any]) -> tuple[int, ...]:
    """Rank merits, the highest first: 1 is best, equal ones share the better number."""
    return tuple(1 + sum(other > merit for other in merits) for merit in merits)
