"""Play one round of the draw form: knock, or draw one card and discard one."""

from typing import Any, Final, NamedTuple, Self

from thirtyone.actions import (
    ANYTHING,
    DECLARE,
    DECLARING,
    DISCARD,
    DISCARD_AND_DECLARE,
    DRAWS,
    DRAWS_NO_STOCK,
    KNOCK,
    NO_STOCK,
    PASS,
    READ_DISCARD,
    STOCK,
    TAKE,
)
from thirtyone.cards import CARDS
from thirtyone.deal import lay_out
from thirtyone.events import Event, EventKind, event
from thirtyone.rounds import (
    EndReason,
    IllegalAction,
    Request,
    Seating,
    Table,
    round_from_json,
    round_to_json,
)
from thirtyone.rules import Declare

_ACES: Final = frozenset(card for card in CARDS if card[0] == "A")


class DrawRound(NamedTuple):
    """A round in play; every action gives a new one.

    It is a named tuple because one is made for every action, and a frozen dataclass of this size
    takes four times as long to make.

    ``hands`` by seat, empty where a seat is out; a card just drawn stands last in its hand.
    ``stock`` and ``pile`` have their top card last. ``drawn`` is the card drawn but not yet
    answered by a discard, ``taken`` whether it came from the pile. ``turns`` counts turns
    completed. ``asked`` are the seats still to say whether they declare a dealt special and
    ``declared`` those that did; ``ended`` is None while the round goes on.
    """

    table: Table
    seating: Seating
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    pile: tuple[str, ...]
    to_act: int | None
    drawn: str | None = None
    taken: bool = False
    knocker: int | None = None
    turns: int = 0
    reshuffles: int = 0
    asked: tuple[int, ...] = ()
    declared: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    ended: EndReason | None = None

    @classmethod
    def deal(cls, table: Table, seating: Seating) -> Self:
        """Deal a round; it may be over at once where a special is dealt and counts by itself."""
        deck = table.deals.deck(seating.round)
        hands, (first, *rest) = lay_out(deck, table.players, seating.seats)
        dealt = cls(table, seating, hands, tuple(reversed(rest)), (first,), seating.forehand)
        holders = tuple(
            seat for seat in seating.clockwise if hands[seat] in table.rules.hands.specials
        )
        if not holders:
            return dealt
        if table.rules.declare is Declare.AUTO:
            return dealt._dealt_specials(holders)
        return dealt._replace(asked=holders, to_act=holders[0])

    @property
    def request(self) -> Request | None:
        """What the seat to act is asked for; None when the round is over."""
        if self.to_act is None:
            return None
        if self.asked:
            return Request.DECLARE
        return Request.TURN if self.drawn is None else Request.DISCARD

    @property
    def discard(self) -> str | None:
        """The top card of the discard pile; None while the only one is in a hand."""
        return self.pile[-1] if self.pile else None

    @property
    def open_cards(self) -> tuple[str, ...]:
        """The table cards, which this form has not."""
        return ()

    @property
    def asks_in_secret(self) -> bool:
        """Whether nobody may know who is being asked: the holders of dealt specials."""
        return bool(self.asked)

    @property
    def lap(self) -> int:
        """The number of laps completed; a lap is one turn of each player still in."""
        return self.turns // len(self.seating.seats)

    def legal_actions(self) -> tuple[str, ...]:
        """Return what the seat to act may answer, always in the same order."""
        seat = self.to_act
        if seat is None:
            return ()
        if self.asked:
            return (DECLARE, PASS)
        if self.drawn is None:
            return self._legal_on_turn(seat)
        return self._legal_discards(seat)

    def _legal_on_turn(self, seat: int) -> tuple[str, ...]:
        may_knock = self._may_knock(seat)
        if self.stock or len(self.pile) > 1:
            return ANYTHING if may_knock else DRAWS
        return NO_STOCK if may_knock else DRAWS_NO_STOCK

    def _may_knock(self, seat: int) -> bool:
        rules = self.table.rules
        if self.knocker is not None:
            return False
        return rules.minimum_knock is None or rules.hands[self.hands[seat]] >= rules.minimum_knock

    def _legal_discards(self, seat: int) -> tuple[str, ...]:
        hand = self.hands[seat]
        rules = self.table.rules
        fixed = self.taken and not rules.return_taken_discard
        cards = hand[:3] if fixed else hand
        actions = tuple(map(DISCARD.__getitem__, cards))
        # Every special hand has an ace, which most hands have not.
        if rules.declare is Declare.AUTO or _ACES.isdisjoint(hand):
            return actions
        specials = rules.hands.specials
        return actions + tuple(
            DISCARD_AND_DECLARE[card] for card in cards if _without(hand, card) in specials
        )

    def default_action(self) -> str:
        """Return what is played for a seat that gave no usable answer; it never knocks.

        A special that can be declared is declared. Else it draws from the stock and discards the
        card drawn; where that card may not go back, the card whose loss leaves the best hand.
        """
        legal = self.legal_actions()
        if not legal:
            raise IllegalAction("", ())
        if self.asked:
            return DECLARE
        if self.drawn is None:
            return STOCK if STOCK in legal else TAKE
        declaring = [action for action in legal if action in DECLARING]
        if declaring:
            return declaring[-1]
        if DISCARD[self.drawn] in legal:
            return DISCARD[self.drawn]
        return max(legal, key=self._value_left_by)

    def _value_left_by(self, action: str) -> float:
        card, _ = READ_DISCARD[action]
        assert self.to_act is not None
        return self.table.rules.hands[_without(self.hands[self.to_act], card)]

    def apply(self, action: str) -> Self:
        """Return the round after an action of the seat to act.

        Raises IllegalAction with what is allowed.
        """
        seat = self.to_act
        after = None
        if seat is not None:
            if self.asked:
                after = self._answer(seat, action)
            elif self.drawn is not None:
                after = self._discard(seat, action)
            elif action == STOCK:
                after = self._draw_from_stock(seat)
            elif action == TAKE:
                after = self._take(seat)
            elif action == KNOCK and self._may_knock(seat):
                after = self._end_turn(seat, self.hands, self.pile, event(EventKind.KNOCK, seat))
        if after is None:
            raise IllegalAction(action, self.legal_actions())
        return after

    def _answer(self, seat: int, action: str) -> Self | None:
        """Note whether a holder of a dealt special declares it; nobody hears before all have
        answered."""
        if action not in (DECLARE, PASS):
            return None
        declared = (*self.declared, seat) if action == DECLARE else self.declared
        waiting = self.asked[1:]
        if waiting:
            return self._replace(asked=waiting, declared=declared, to_act=waiting[0])
        if declared:
            return self._dealt_specials(declared)
        return self._replace(asked=(), to_act=self.seating.forehand)

    def _dealt_specials(self, holders: tuple[int, ...]) -> Self:
        events = tuple(event(EventKind.DECLARE, seat) for seat in holders)
        return self._replace(
            asked=(),
            declared=holders,
            to_act=None,
            events=self.events + events,
            ended=EndReason.DEALT_SPECIAL,
        )

    def _draw_from_stock(self, seat: int) -> Self | None:
        if not self.stock:
            if len(self.pile) == 1:
                return None
            return self._reshuffled(seat)._draw_from_stock(seat)
        card = self.stock[-1]
        return self._drew(seat, card, self.stock[:-1], self.pile, EventKind.STOCK)

    def _take(self, seat: int) -> Self:
        return self._drew(seat, self.pile[-1], self.stock, self.pile[:-1], EventKind.TAKE)

    def _drew(
        self,
        seat: int,
        card: str,
        stock: tuple[str, ...],
        pile: tuple[str, ...],
        kind: EventKind,
    ) -> Self:
        hands = self.hands
        return type(self)(
            table=self.table,
            seating=self.seating,
            hands=(*hands[:seat], (*hands[seat], card), *hands[seat + 1 :]),
            stock=stock,
            pile=pile,
            to_act=seat,
            drawn=card,
            taken=kind is EventKind.TAKE,
            knocker=self.knocker,
            turns=self.turns,
            reshuffles=self.reshuffles,
            events=(*self.events, event(kind, seat, card)),
        )

    def _reshuffled(self, seat: int) -> Self:
        fresh = self.table.deals.reshuffle(self.seating.round, self.reshuffles, self.pile[:-1])
        return self._replace(
            stock=fresh[::-1],
            pile=self.pile[-1:],
            reshuffles=self.reshuffles + 1,
            events=(*self.events, event(EventKind.RESHUFFLE, seat)),
        )

    def _discard(self, seat: int, action: str) -> Self | None:
        card, declares = READ_DISCARD.get(action, ("", False))
        hand = self.hands[seat]
        rules = self.table.rules
        if card not in hand:
            return None
        if card == self.drawn and self.taken and not rules.return_taken_discard:
            return None
        kept = _without(hand, card)
        special = kept in rules.hands.specials
        if declares and not (special and rules.declare is Declare.MUST):
            return None
        hands = (*self.hands[:seat], kept, *self.hands[seat + 1 :])
        after = self._end_turn(
            seat, hands, (*self.pile, card), event(EventKind.DISCARD, seat, card)
        )
        if special and (declares or rules.declare is Declare.AUTO):
            return after._replace(
                to_act=None,
                declared=(seat,),
                events=(*after.events, event(EventKind.DECLARE, seat)),
                ended=EndReason.SPECIAL,
            )
        return after

    def _end_turn(
        self,
        seat: int,
        hands: tuple[tuple[str, ...], ...],
        pile: tuple[str, ...],
        happened: Event,
    ) -> Self:
        """Pass the turn on, or end the round: the next player knocked, or the laps are up."""
        knocker = seat if happened.kind is EventKind.KNOCK else self.knocker
        turns = self.turns + 1
        ended = self.seating.end_of_turn(seat, knocker, turns)
        return type(self)(
            table=self.table,
            seating=self.seating,
            hands=hands,
            stock=self.stock,
            pile=pile,
            to_act=self.seating.following[seat] if ended is None else None,
            knocker=knocker,
            turns=turns,
            reshuffles=self.reshuffles,
            events=(*self.events, happened),
            ended=ended,
        )

    def seen_by(self, seat: int | None) -> tuple[Event, ...]:
        """Return the events as a seat saw them: others' draws without the card."""
        return tuple([e if e.seat == seat else e.public for e in self.events])

    def forfeited(self, seat: int) -> Self:
        """Note at the table that a seat has forfeited."""
        return self._replace(events=(*self.events, event(EventKind.FORFEIT, seat)))

    def stopped(self) -> Self:
        """End the round where it stands, because only one player is left to play it."""
        return self._replace(asked=(), to_act=None, ended=EndReason.FORFEIT)

    def to_json(self) -> dict[str, Any]:
        """Return the round without its table and seating, ready for JSON."""
        return round_to_json(self._asdict())

    @classmethod
    def from_json(cls, table: Table, seating: Seating, data: dict[str, Any]) -> Self:
        """Read a round back from what ``to_json`` wrote."""
        return cls(table, seating, **round_from_json(data))


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
