"""Play a game: rounds until one player is left."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self, TypeVar

from thirtyone.deal import SEED_BYTES, Deals
from thirtyone.events import Event
from thirtyone.forms import FORMS, Round
from thirtyone.rounds import EndReason, IllegalAction, Seating, Table
from thirtyone.rules import Rules
from thirtyone.settle import settle, starting_lives
from thirtyone.standing import RoundResult, Standing

T = TypeVar("T")

__all__ = [
    "EndReason",
    "GameState",
    "IllegalAction",
    "RoundResult",
    "actor",
    "apply",
    "default_action",
    "forfeit",
    "legal_actions",
    "new_game",
    "next_round",
    "returns",
]


class GameState(NamedTuple):
    """A game at one moment; nothing in it ever changes, every step gives a new one.

    ``play`` is the round being played, None in a game that was over before it began;
    ``round_result`` what it came to once it is over. It holds everybody's cards and the seed:
    what a player may see of it comes from ``thirtyone.view.view``.
    """

    table: Table
    standing: Standing
    play: Round | None
    round_result: RoundResult | None = None

    @property
    def rules(self) -> Rules:
        """The rules played by."""
        return self.table.rules

    @property
    def players(self) -> int:
        """The number of seats, also of those that are out."""
        return self.table.players

    @property
    def round(self) -> int:
        """The number of the round, from 0."""
        return self.standing.round

    @property
    def lives(self) -> tuple[int, ...]:
        """Lives by seat, 0 on grace and when out; on the bus the stops reached."""
        return self.standing.lives

    @property
    def active(self) -> tuple[int, ...]:
        """The seats still in the game, in ascending order."""
        return self.standing.active

    @property
    def forfeited(self) -> tuple[int, ...]:
        """The seats that have forfeited this game after it began."""
        return self.standing.forfeited

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the current round, oldest first, with every card that moved."""
        return () if self.play is None else self.play.events

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """Everybody's cards by seat, empty where a seat is out of the round."""
        return ((),) * self.players if self.play is None else self.play.hands

    @property
    def round_over(self) -> bool:
        """Whether the round is settled."""
        return self.round_result is not None or self.standing.places is not None

    @property
    def game_over(self) -> bool:
        """Whether the places are known."""
        return self.standing.places is not None

    def to_json(self) -> dict[str, Any]:
        """Return the whole state, secrets included, ready for JSON."""
        return {
            "rules": self.rules.to_json(),
            "players": self.players,
            "seed": self.table.deals.seed.hex(),
            "out_from_start": list(self.table.out_from_start),
            "standing": self.standing.to_json(),
            "play": None if self.play is None else self.play.to_json(),
            "seats": None if self.play is None else list(self.play.seating.seats),
            "round_result": None if self.round_result is None else self.round_result.to_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Read a state back from what ``to_json`` wrote."""
        table = _table(
            Rules.from_json(data["rules"]),
            data["players"],
            bytes.fromhex(data["seed"]),
            data["out_from_start"],
        )
        standing = Standing.from_json(data["standing"])
        play = None
        if data["play"] is not None:
            seating = Seating.of_round(table, standing.round, tuple(data["seats"]))
            play = FORMS[table.rules.form].from_json(table, seating, data["play"])
        result = data["round_result"]
        return cls(table, standing, play, None if result is None else RoundResult.from_json(result))


def _table(rules: Rules, players: int, seed: bytes, out_from_start: Sequence[int]) -> Table:
    rules.check_seats(players)
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a block's seed has {SEED_BYTES} bytes, not {len(seed)}")
    absent = tuple(sorted(set(out_from_start)))
    if absent and not (absent[0] >= 0 and absent[-1] < players):
        raise ValueError(f"{absent} are not all seats of {players}")
    return Table(rules, players, Deals(seed, players, rules.deck), absent)


def new_game(
    rules: Rules, players: int, block_seed: bytes, out_from_start: Sequence[int] = ()
) -> GameState:
    """Deal the first round of a game.

    Seats in ``out_from_start`` forfeited it in advance: they are dealt nothing and come last.
    With one player or none left the game is over before it begins. Raises RulesError where the
    rules do not serve so many seats.
    """
    table = _table(rules, players, block_seed, out_from_start)
    lives = starting_lives(rules, players)
    standing = Standing.at_start(lives, table.out_from_start)
    if len(standing.active) < 2:
        return GameState(table, standing.finished(rules), None)
    return _dealt(table, standing)


def _dealt(table: Table, standing: Standing) -> GameState:
    seating = Seating.of_round(table, standing.round, standing.active)
    play = FORMS[table.rules.form].deal(table, seating)
    state = GameState(table, standing, play)
    return state if play.ended is None else _settled(state, play)


def actor(state: GameState) -> int | None:
    """Return the seat whose action is awaited; None when the round is over."""
    return None if state.play is None else state.play.to_act


def legal_actions(state: GameState) -> tuple[str, ...]:
    """Return what the seat to act may answer; nothing when the round is over."""
    return () if state.play is None else state.play.legal_actions()


def default_action(state: GameState) -> str:
    """Return the action that is played for a seat that gave no usable one; it never knocks.

    Raises IllegalAction when nobody is to act.
    """
    if state.play is None:
        raise IllegalAction("", ())
    return state.play.default_action()


def apply(state: GameState, action: str) -> GameState:
    """Return the state after an action of the seat to act.

    A round that ends is settled at once. Raises IllegalAction with what is allowed.
    """
    if state.play is None:
        raise IllegalAction(action, ())
    play = state.play.apply(action)
    if play.ended is None:
        # As the constructor does, without its Python frame: this is done for every action.
        return tuple.__new__(GameState, (state.table, state.standing, play, None))
    return _settled(state, play)


def next_round(state: GameState) -> GameState:
    """Deal the round after a settled one.

    Raises ValueError while the round is played, and when the game is over.
    """
    if not state.round_over or state.game_over:
        raise ValueError("the next round is dealt when a round is over and the game is not")
    return _dealt(state.table, state.standing.next_round())


def forfeit(state: GameState, seat: int) -> GameState:
    """Let a seat forfeit the game.

    It plays on by default actions, which the caller supplies, pays like anyone and is out when
    the round ends; where only one other player is left, the game is over at once. A seat that is
    out already or has forfeited before changes nothing.
    """
    if seat not in state.active or seat in state.forfeited or state.game_over:
        return state
    assert state.play is not None
    standing = state.standing._replace(forfeited=(*state.forfeited, seat))
    play = state.play.forfeited(seat)
    forfeiting = GameState(state.table, standing, play, state.round_result)
    if len(set(standing.active) - set(standing.forfeited)) > 1:
        return forfeiting if state.round_result is None else _between_rounds(forfeiting)
    if state.round_result is not None:
        return _between_rounds(forfeiting)
    return _abandoned(forfeiting, play.stopped())


def _between_rounds(state: GameState) -> GameState:
    """Put out the seats that forfeited after the round was settled."""
    standing = state.standing.without_forfeited(state.rules)
    return state._replace(standing=standing)


def _abandoned(state: GameState, play: Round) -> GameState:
    """Close a round that nobody is left to contest; no life is lost in it.

    A player who was about to discard is shown with the three cards held before drawing.
    """
    seats = state.players
    standing = state.standing.without_forfeited(state.rules)
    result = RoundResult(
        hands=tuple(hand[:3] for hand in play.hands),
        values=(None,) * seats,
        declared=(),
        knocker=play.knocker,
        reason=EndReason.FORFEIT,
        lost=(0,) * seats,
        lives=standing.lives,
        out=tuple(s for s in state.active if s not in standing.active),
        void=False,
    )
    return GameState(state.table, standing, play, result)


def _by_seat(seats: Sequence[int], values: Sequence[T], others: Sequence[T]) -> tuple[T, ...]:
    """Put values of the players of a round into seat order, among those of the other seats."""
    if len(seats) == len(others):
        return tuple(values)
    spread = list(others)
    for seat, value in zip(seats, values, strict=True):
        spread[seat] = value
    return tuple(spread)


def _settled(state: GameState, play: Round) -> GameState:
    """Settle a round that has just ended."""
    table, before = state.table, state.standing
    seats, players = play.seating.seats, table.players
    settlement = settle(
        table.rules,
        [play.hands[seat] for seat in seats],
        [before.lives[seat] for seat in seats],
        None if play.knocker is None else seats.index(play.knocker),
        [seats.index(seat) for seat in play.declared],
    )
    out = {seats[index] for index in settlement.out}
    # Nobody may be left but by forfeiting: then the losses of those who play on are void too.
    deserted = before.forfeited and out.union(before.forfeited).issuperset(seats)
    void = settlement.void or bool(deserted)
    repeated = not any(settlement.lost)
    standing = before.after_round(
        table.rules,
        before.lives if void else _by_seat(seats, settlement.lives, before.lives),
        () if void else out,
        before.voids + 1 if void else before.voids if repeated else 0,
    )
    result = RoundResult(
        hands=play.hands,
        values=_by_seat(seats, settlement.values, (None,) * players),
        declared=play.declared,
        knocker=play.knocker,
        reason=play.ended or EndReason.SHOWDOWN,
        lost=_by_seat(seats, settlement.lost, (0,) * players),
        lives=standing.lives,
        out=tuple([seat for seat in seats if seat not in standing.active]),
        void=void or repeated,
    )
    return GameState(table, standing, play, result)


def returns(state: GameState) -> tuple[int, ...]:
    """Return the places in seat order: 1 is best, those level share the better number.

    Raises ValueError while the game goes on.
    """
    if state.standing.places is None:
        raise ValueError("places are known when the game is over")
    return state.standing.places
