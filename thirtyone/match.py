"""Lay out a match as blocks and passes, and score what came of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from thirtyone.deal import SEED_BYTES, block_seed
from thirtyone.faults import FaultName
from thirtyone.game import GameState, new_game
from thirtyone.rules import Rules
from thirtyone.standing import places_of


@dataclass(frozen=True, slots=True)
class Fault:
    """One failure of a bot and where it happened; nothing in it is private.

    ``decision`` is the number of decisions the game had seen before, so the fault is answered by
    the default move of that number; ``forfeits`` is true where the game was forfeited by it.
    """

    entrant: int
    block: int
    rotation: int
    round: int
    decision: int
    name: FaultName
    forfeits: bool

    def to_json(self) -> dict[str, Any]:
        """Return the fault without its block and rotation, ready for JSON."""
        return {
            "entrant": self.entrant,
            "round": self.round,
            "decision": self.decision,
            "name": self.name.value,
            "forfeits": self.forfeits,
        }

    @classmethod
    def from_json(cls, block: int, rotation: int, data: dict[str, Any]) -> Self:
        """Read a fault back from what ``to_json`` wrote."""
        return cls(
            data["entrant"],
            block,
            rotation,
            data["round"],
            data["decision"],
            FaultName(data["name"]),
            data["forfeits"],
        )


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game ended; ``places`` and ``lives`` by entrant, place 1 is best."""

    block: int
    rotation: int
    places: tuple[int, ...]
    lives: tuple[int, ...]
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """What is played: blocks of as many games as there are entrants, in as many passes.

    Pass k plays all blocks in number order, with entrant i in seat (i + k) mod n, so that each
    block's decks are met from every seat. ``seed`` is the secret of 32 bytes. A plan for a part
    of a match begins with a later ``first_block``.
    Raises RulesError where the rules do not serve so many seats.
    """

    match_id: str
    rules: Rules
    entrants: int
    blocks: int
    seed: bytes
    first_block: int = 0

    def __post_init__(self) -> None:
        self.rules.check_seats(self.entrants)
        if self.blocks < 1:
            raise ValueError(f"a match has at least one block, not {self.blocks}")
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a match's seed has {SEED_BYTES} bytes, not {len(self.seed)}")

    @property
    def rotations(self) -> range:
        """The numbers of the passes; a pass is one rotation of the seats."""
        return range(self.entrants)

    @property
    def block_numbers(self) -> range:
        """The numbers of the blocks."""
        return range(self.first_block, self.first_block + self.blocks)

    @property
    def games(self) -> tuple[tuple[int, int], ...]:
        """Every game as (block, rotation), in the order of play."""
        return tuple((block, turn) for turn in self.rotations for block in self.block_numbers)

    def seat_of(self, entrant: int, rotation: int) -> int:
        """Return where an entrant sits in a pass."""
        return (entrant + rotation) % self.entrants

    def entrant_at(self, seat: int, rotation: int) -> int:
        """Return who sits in a seat in a pass."""
        return (seat - rotation) % self.entrants

    def by_entrant(self, by_seat: Sequence[int], rotation: int) -> tuple[int, ...]:
        """Put values in seat order into the order of the entrants."""
        return tuple(by_seat[self.seat_of(i, rotation)] for i in range(self.entrants))

    def new_game(self, block: int, rotation: int, absent: Iterable[int] = ()) -> GameState:
        """Deal a game of the match; ``absent`` are entrants that forfeited it in advance."""
        seats = [self.seat_of(entrant, rotation) for entrant in absent]
        seed = block_seed(self.seed, self.match_id, block)
        return new_game(self.rules, self.entrants, seed, seats)


def half_points(places: Sequence[int]) -> tuple[int, ...]:
    """Return for each place twice the opponents left behind, and one more for each level one."""
    return tuple(
        sum(2 if other > place else 1 if other == place else 0 for other in places) - 1
        for place in places
    )


def _mean_scores(entrants: int, games: Sequence[GameResult]) -> tuple[float, ...]:
    """Average (n - rank) / (n - 1) over games, those level at the mean of their ranks."""
    sums = [0] * entrants
    for game in games:
        for entrant, halves in enumerate(half_points(game.places)):
            sums[entrant] += halves
    return tuple(total / (2 * (entrants - 1) * len(games)) for total in sums)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a whole match ended; scores lie between 0 and 1, in the order of the entrants."""

    entrants: int
    games: tuple[GameResult, ...]

    @property
    def scores(self) -> tuple[float, ...]:
        """Each entrant's mean score a game: the share of opponents it placed ahead of."""
        return _mean_scores(self.entrants, self.games)

    @property
    def placings(self) -> tuple[int, ...]:
        """Each entrant's place in the match by its score; those level share the better place."""
        sums = [0] * self.entrants
        for game in self.games:
            for entrant, halves in enumerate(half_points(game.places)):
                sums[entrant] += halves
        return places_of(sums)

    @property
    def complete_blocks(self) -> tuple[int, ...]:
        """The blocks of which every rotation was played, in number order."""
        counts: dict[int, int] = {}
        for game in self.games:
            counts[game.block] = counts.get(game.block, 0) + 1
        return tuple(sorted(block for block, n in counts.items() if n == self.entrants))

    def block_scores(self, block: int) -> tuple[float, ...]:
        """Return each entrant's mean score in one block.

        Raises ValueError for a block of which a game is missing.
        """
        if block not in self.complete_blocks:
            raise ValueError(f"block {block} is not complete")
        return _mean_scores(self.entrants, [game for game in self.games if game.block == block])

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults, in the order of the games."""
        return tuple(fault for game in self.games for fault in game.faults)
