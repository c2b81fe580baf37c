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
    NO_STOCK,
    ON_DEALT_SPECIAL,
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
from thirtyone.rules import Declare, Rules

_ACES: Final = frozenset(card for card in CARDS if card[0] == "A")
_HIGH: Final = frozenset(card for card in CARDS if card[0] in "TJQKA")


class DrawRound(NamedTuple):
    """A round in play; every action gives a new one.

    It is a named tuple because one is made for every action, and a frozen dataclass of this size
    takes four times as long to make.

    ``hands`` by seat, empty where a seat is out; a card just drawn stands last in its hand.
    ``stock`` and ``pile`` have their top card last. ``drawn`` is the card drawn but not yet
    answered by a discard, ``taken`` whether it came from the pile. ``turns`` counts turns
    completed. ``asked`` are the seats still to say whether they declare a dealt special and
    ``declared`` those that did; ``ended`` is None while the round goes on. ``legal`` is what the
    seat to act may answer, worked out once for the list, the view and the check of the answer.
    """

    table: Table
    seating: Seating
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    pile: tuple[str, ...]
    to_act: int | None
    legal: tuple[str, ...]
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
        hands, stock = lay_out(table.deals.deck(seating.round), table.players, seating.seats)
        first, forehand = stock[0], seating.forehand
        legal = _on_turn(table.rules, hands[forehand], drawable=True, knocked=False)
        dealt = cls(table, seating, hands, stock[:0:-1], (first,), forehand, legal)
        specials = table.rules.hands.specials
        holders = tuple([seat for seat in seating.clockwise if hands[seat] in specials])
        if not holders:
            return dealt
        if table.rules.declare is Declare.AUTO:
            return dealt._dealt_specials(holders)
        return dealt._replace(asked=holders, to_act=holders[0], legal=ON_DEALT_SPECIAL)

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

    def legal_actions(self) -> tuple[str, ...]:
        """Return what the seat to act may answer, always in the same order."""
        return self.legal

    def _worked_out(self) -> tuple[str, ...]:
        """Return what ``legal`` has to be."""
        seat = self.to_act
        if seat is None:
            return ()
        if self.asked:
            return ON_DEALT_SPECIAL
        if self.drawn is not None:
            return _on_discard(self.table.rules, self.hands[seat], self.taken)
        drawable = bool(self.stock) or len(self.pile) > 1
        knocked = self.knocker is not None
        return _on_turn(self.table.rules, self.hands[seat], drawable, knocked)

    def default_action(self) -> str:
        """Return what is played for a seat that gave no usable answer; it never knocks.

        A special that can be declared is declared. Else it draws from the stock and discards the
        card drawn; where that card may not go back, the card whose loss leaves the best hand.
        """
        legal = self.legal
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
        if seat is None or action not in self.legal:
            raise IllegalAction(action, self.legal)
        if self.drawn is not None:
            return self._discard(seat, action)
        if self.asked:
            return self._answer(seat, action)
        if action == STOCK:
            return self._draw_from_stock(seat)
        if action == TAKE:
            return self._drew(seat, self.pile[-1], self.stock, self.pile[:-1], EventKind.TAKE)
        return self._end_turn(seat, self.hands, self.pile, event(EventKind.KNOCK, seat))

    def _answer(self, seat: int, action: str) -> Self:
        """Note whether a holder of a dealt special declares it; nobody hears before all have
        answered."""
        declared = (*self.declared, seat) if action == DECLARE else self.declared
        waiting = self.asked[1:]
        if waiting:
            return self._replace(asked=waiting, declared=declared, to_act=waiting[0])
        if declared:
            return self._dealt_specials(declared)
        begun = self._replace(asked=(), to_act=self.seating.forehand)
        return begun._replace(legal=begun._worked_out())

    def _dealt_specials(self, holders: tuple[int, ...]) -> Self:
        events = tuple(event(EventKind.DECLARE, seat) for seat in holders)
        return self._replace(
            asked=(),
            declared=holders,
            to_act=None,
            legal=(),
            events=self.events + events,
            ended=EndReason.DEALT_SPECIAL,
        )

    def _draw_from_stock(self, seat: int) -> Self:
        if not self.stock:
            return self._reshuffled(seat)._draw_from_stock(seat)
        return self._drew(seat, self.stock[-1], self.stock[:-1], self.pile, EventKind.STOCK)

    def _drew(
        self,
        seat: int,
        card: str,
        stock: tuple[str, ...],
        pile: tuple[str, ...],
        kind: EventKind,
    ) -> Self:
        hands, taken = self.hands, kind is EventKind.TAKE
        hand = (*hands[seat], card)
        # As the constructor does, without its Python frame: this is done for every action.
        return tuple.__new__(
            type(self),
            (
                self.table,
                self.seating,
                (*hands[:seat], hand, *hands[seat + 1 :]),
                stock,
                pile,
                seat,
                _on_discard(self.table.rules, hand, taken),
                card,
                taken,
                self.knocker,
                self.turns,
                self.reshuffles,
                (),
                (),
                (*self.events, event(kind, seat, card)),
                None,
            ),
        )

    def _reshuffled(self, seat: int) -> Self:
        fresh = self.table.deals.reshuffle(self.seating.round, self.reshuffles, self.pile[:-1])
        return self._replace(
            stock=fresh[::-1],
            pile=self.pile[-1:],
            reshuffles=self.reshuffles + 1,
            events=(*self.events, event(EventKind.RESHUFFLE, seat)),
        )

    def _discard(self, seat: int, action: str) -> Self:
        card, declares = READ_DISCARD[action]
        rules = self.table.rules
        kept = _without(self.hands[seat], card)
        after = self._end_turn(
            seat,
            (*self.hands[:seat], kept, *self.hands[seat + 1 :]),
            (*self.pile, card),
            event(EventKind.DISCARD, seat, card),
        )
        if not declares and (rules.declare is Declare.MUST or kept not in rules.hands.specials):
            return after
        return after._replace(
            to_act=None,
            legal=(),
            declared=(seat,),
            events=(*after.events, event(EventKind.DECLARE, seat)),
            ended=EndReason.SPECIAL,
        )

    def _end_turn(
        self,
        seat: int,
        hands: tuple[tuple[str, ...], ...],
        pile: tuple[str, ...],
        happened: Event,
    ) -> Self:
        """Pass the turn on, or end the round: the next player knocked, or the laps are up."""
        knocker = seat if happened.kind is EventKind.KNOCK else self.knocker
        turns, stock = self.turns + 1, self.stock
        following = self.seating.following[seat]
        ended = self.seating.end_of_turn(seat, knocker, turns)
        legal: tuple[str, ...] = ()
        if ended is None:
            drawable = bool(stock) or len(pile) > 1
            legal = _on_turn(self.table.rules, hands[following], drawable, knocker is not None)
        # As the constructor does, without its Python frame: this is done for every action.
        return tuple.__new__(
            type(self),
            (
                self.table,
                self.seating,
                hands,
                stock,
                pile,
                following if ended is None else None,
                legal,
                None,
                False,
                knocker,
                turns,
                self.reshuffles,
                (),
                (),
                (*self.events, happened),
                ended,
            ),
        )

    def seen_by(self, seat: int | None) -> tuple[Event, ...]:
        """Return the events as a seat saw them: others' draws without the card."""
        return tuple([e if e.seat == seat else e.public for e in self.events])

    def forfeited(self, seat: int) -> Self:
        """Note at the table that a seat has forfeited."""
        return self._replace(events=(*self.events, event(EventKind.FORFEIT, seat)))

    def stopped(self) -> Self:
        """End the round where it stands, because only one player is left to play it."""
        return self._replace(asked=(), to_act=None, legal=(), ended=EndReason.FORFEIT)

    def to_json(self) -> dict[str, Any]:
        """Return the round without its table and seating, ready for JSON."""
        return round_to_json(self._asdict())

    @classmethod
    def from_json(cls, table: Table, seating: Seating, data: dict[str, Any]) -> Self:
        """Read a round back from what ``to_json`` wrote."""
        play = cls(table, seating, legal=(), **round_from_json(data))
        return play._replace(legal=play._worked_out())


def _on_turn(rules: Rules, hand: tuple[str, ...], drawable: bool, knocked: bool) -> tuple[str, ...]:
    """Return what may be answered when a turn begins; ``drawable`` says that the stock holds a
    card or that there are discards to shuffle."""
    may_knock = not knocked and (
        rules.minimum_knock is None or rules.hands[hand] >= rules.minimum_knock
    )
    if drawable:
        return ANYTHING if may_knock else DRAWS
    return NO_STOCK if may_knock else DRAWS_NO_STOCK


def _on_discard(rules: Rules, hand: tuple[str, ...], taken: bool) -> tuple[str, ...]:
    """Return what may be answered with four cards in hand, the drawn one last."""
    first, second, third, drawn = hand
    actions: tuple[str, ...] = (DISCARD[first], DISCARD[second], DISCARD[third])
    if not taken or rules.return_taken_discard:
        actions = (*actions, DISCARD[drawn])
    # Every special hand has an ace and nothing below ten, which few hands have.
    if rules.declare is Declare.AUTO or _ACES.isdisjoint(hand) or len(_HIGH.intersection(hand)) < 3:
        return actions
    specials = rules.hands.specials
    return actions + tuple(
        DISCARD_AND_DECLARE[card]
        for card in hand[: len(actions)]
        if _without(hand, card) in specials
    )


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
