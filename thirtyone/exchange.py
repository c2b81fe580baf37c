"""Play one round of the exchange form: swap with the table cards, pass, or knock."""

from typing import Any, NamedTuple, Self

from thirtyone.actions import (
    CHOICE,
    KEEP,
    KNOCK,
    PASS,
    READ_SWAP,
    SWAP,
    SWAP_THREE,
)
from thirtyone.deal import lay_out
from thirtyone.events import Event, EventKind, event
from thirtyone.keys import DealtSpecial, Swap
from thirtyone.rounds import (
    EndReason,
    IllegalAction,
    Request,
    Seating,
    Table,
    round_from_json,
    round_to_json,
)
from thirtyone.rules import Rules

TABLE_CARDS = 3

_ENDINGS: dict[Swap | None, tuple[tuple[str, ...], tuple[str, ...]]] = {
    swap: ((*three, PASS), (*three, PASS, KNOCK))
    for swap, three in (
        (Swap.ONE, ()),
        (Swap.THREE, (SWAP_THREE,)),
        (Swap.ONE_OR_THREE, (SWAP_THREE,)),
    )
}
"""What may be answered beside the swaps of one card: without and with a knock."""


class ExchangeRound(NamedTuple):
    """A round in play; every action gives a new one (a named tuple, as ``DrawRound`` is).

    ``hands`` by seat, empty where a seat is out. ``stock`` has its top card last, ``open_cards``
    are the three on the table (none before the dealer's choice) and ``gone`` those that left play.
    ``choosing`` is true while the dealer chooses. ``asked`` are the seats that still have their
    exchange after a dealt special; ``passes`` counts passes in a row and ``turns`` turns
    completed. ``declared`` are the holders of specials that end the round; ``ended`` is None
    while the round goes on. ``legal`` is what the seat to act may answer, worked out once for the
    list, the view and the check of the answer.
    """

    table: Table
    seating: Seating
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    open_cards: tuple[str, ...]
    to_act: int | None
    legal: tuple[str, ...]
    gone: tuple[str, ...] = ()
    choosing: bool = False
    knocker: int | None = None
    turns: int = 0
    passes: int = 0
    asked: tuple[int, ...] = ()
    declared: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    ended: EndReason | None = None

    @classmethod
    def deal(cls, table: Table, seating: Seating) -> Self:
        """Deal a round; it may be over at once where a special is dealt and nothing follows it."""
        deck = table.deals.deck(seating.round)
        hands, rest = lay_out(deck, table.players, seating.seats)
        stock = tuple(reversed(rest))
        dealt = cls(table, seating, hands, stock, (), seating.dealer, CHOICE, choosing=True)
        if table.rules.dealt_special is DealtSpecial.NONE and dealt._holders():
            return dealt._settle_dealt()
        if table.rules.dealers_choice:
            return dealt
        return dealt._opened(dealt._next_three(), ())

    @property
    def request(self) -> Request | None:
        """What the seat to act is asked for; None when the round is over."""
        if self.to_act is None:
            return None
        if self.choosing:
            return Request.CHOOSE
        return Request.EXCHANGE if self.asked else Request.TURN

    @property
    def discard(self) -> str | None:
        """The top of a discard pile, which this form has not."""
        return None

    @property
    def drawn(self) -> str | None:
        """A card drawn and not yet answered by a discard: never, in this form."""
        return None

    @property
    def taken(self) -> bool:
        """Whether a card was drawn from the pile: never, in this form."""
        return False

    @property
    def asks_in_secret(self) -> bool:
        """Whether nobody may know who is being asked: never, in this form."""
        return False

    def legal_actions(self) -> tuple[str, ...]:
        """Return what the seat to act may answer, always in the same order."""
        return self.legal

    def _worked_out(self) -> tuple[str, ...]:
        """Return what ``legal`` has to be."""
        seat = self.to_act
        if seat is None:
            return ()
        if self.choosing:
            return CHOICE
        knockable = not self.asked and self.knocker is None
        return _on_turn(self.table.rules, self.hands[seat], self.open_cards, knockable)

    def default_action(self) -> str:
        """Return what is played for a seat that gave no usable answer: keep, or pass."""
        if self.to_act is None:
            raise IllegalAction("", ())
        return KEEP if self.choosing else PASS

    def apply(self, action: str) -> Self:
        """Return the round after an action of the seat to act.

        Raises IllegalAction with what is allowed.
        """
        seat = self.to_act
        if seat is None or action not in self.legal:
            raise IllegalAction(action, self.legal)
        if self.choosing:
            return self._choose(seat, action)
        if action == PASS:
            return self._passed(seat)
        if action == KNOCK:
            return self._end_turn(seat, self.hands, self.open_cards, event(EventKind.KNOCK, seat))
        return self._swap(seat, action)

    def _next_three(self) -> tuple[str, ...]:
        return self.stock[: -TABLE_CARDS - 1 : -1]

    def _choose(self, dealer: int, action: str) -> Self:
        new = self._next_three()
        hand = self.hands[dealer]
        if action == KEEP:
            return self._opened(new, (Event(EventKind.KEEP, dealer, cards=new),))
        hands = (*self.hands[:dealer], new, *self.hands[dealer + 1 :])
        replaced = self._replace(hands=hands)
        return replaced._opened(hand, (Event(EventKind.REPLACE, dealer, cards=hand),))

    def _opened(self, cards: tuple[str, ...], events: tuple[Event, ...]) -> Self:
        """Begin the play with three cards on the table; three have left the stock."""
        opened = self._replace(
            stock=self.stock[:-TABLE_CARDS],
            open_cards=cards,
            choosing=False,
            to_act=self.seating.forehand,
            events=self.events + events,
        )
        if not opened._holders():
            return opened._replace(legal=opened._worked_out())
        if self.table.rules.dealt_special is not DealtSpecial.OPPONENTS:
            return opened._settle_dealt()
        return opened._show_dealt()

    def _holders(self) -> tuple[int, ...]:
        specials = self.table.rules.hands.specials
        return tuple(seat for seat in self.seating.clockwise if self.hands[seat] in specials)

    def _shown(self) -> tuple[Event, ...]:
        return tuple(
            Event(EventKind.DECLARE, seat, cards=self.hands[seat]) for seat in self._holders()
        )

    def _settle_dealt(self) -> Self:
        return self._replace(
            choosing=False,
            to_act=None,
            legal=(),
            declared=self._holders(),
            events=self.events + self._shown(),
            ended=EndReason.DEALT_SPECIAL,
        )

    def _show_dealt(self) -> Self:
        """Show the dealt specials, and let everybody else exchange once."""
        holders = self._holders()
        asked = tuple(seat for seat in self.seating.clockwise if seat not in holders)
        if not asked:
            return self._settle_dealt()
        shown = self._replace(asked=asked, to_act=asked[0], events=self.events + self._shown())
        return shown._replace(legal=shown._worked_out())

    def _passed(self, seat: int) -> Self:
        happened = event(EventKind.PASS, seat)
        if self.asked:
            return self._exchanged(self.hands, self.open_cards, happened)
        return self._end_turn(seat, self.hands, self.open_cards, happened)

    def _swap(self, seat: int, action: str) -> Self:
        hand, open_cards = self.hands[seat], self.open_cards
        if action == SWAP_THREE:
            happened = Event(EventKind.SWAP_THREE, seat, cards=hand)
            hand, open_cards = open_cards, hand
        else:
            given, taken = READ_SWAP[action]
            happened = event(EventKind.SWAP, seat, given, taken)
            hand, open_cards = _with(hand, given, taken), _with(open_cards, taken, given)
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        if self.asked:
            return self._exchanged(hands, open_cards, happened)
        if hand in self.table.rules.hands.specials:
            return self._special_made(seat, hands, open_cards, happened)
        return self._end_turn(seat, hands, open_cards, happened)

    def _special_made(
        self,
        seat: int,
        hands: tuple[tuple[str, ...], ...],
        open_cards: tuple[str, ...],
        happened: Event,
    ) -> Self:
        return self._replace(
            hands=hands,
            open_cards=open_cards,
            to_act=None,
            legal=(),
            turns=self.turns + 1,
            passes=0,
            declared=(seat,),
            events=(*self.events, happened, Event(EventKind.DECLARE, seat, cards=hands[seat])),
            ended=EndReason.SPECIAL,
        )

    def _exchanged(
        self, hands: tuple[tuple[str, ...], ...], open_cards: tuple[str, ...], happened: Event
    ) -> Self:
        """Note the one exchange that a seat has after a dealt special, or that it passed."""
        waiting = self.asked[1:]
        after = self._replace(
            hands=hands,
            open_cards=open_cards,
            asked=waiting,
            to_act=waiting[0] if waiting else None,
            events=(*self.events, happened),
        )
        if waiting:
            return after._replace(legal=after._worked_out())
        return after._replace(legal=(), declared=after._holders(), ended=EndReason.DEALT_SPECIAL)

    def _end_turn(
        self,
        seat: int,
        hands: tuple[tuple[str, ...], ...],
        open_cards: tuple[str, ...],
        happened: Event,
    ) -> Self:
        """Pass the turn on, or end the round: the next player knocked, or the laps are up."""
        knocker = seat if happened.kind is EventKind.KNOCK else self.knocker
        passes = self.passes + 1 if happened.kind is EventKind.PASS else 0
        turns = self.turns + 1
        following = self.seating.following[seat]
        ended = self.seating.end_of_turn(seat, knocker, turns)
        legal: tuple[str, ...] = ()
        if ended is None:
            legal = _on_turn(self.table.rules, hands[following], open_cards, knocker is None)
        after = type(self)(
            self.table,
            self.seating,
            hands,
            self.stock,
            open_cards,
            following if ended is None else None,
            legal,
            self.gone,
            False,
            knocker,
            turns,
            passes,
            (),
            (),
            (*self.events, happened),
            ended,
        )
        if ended is None and passes == len(self.seating.seats):
            return after._refreshed(seat)
        return after

    def _refreshed(self, seat: int) -> Self:
        """Lay three new cards on the table after everybody passed; without them the round ends."""
        if len(self.stock) < TABLE_CARDS:
            return self._replace(to_act=None, legal=(), ended=EndReason.STOCK_OUT)
        new = self._next_three()
        refreshed = self._replace(
            stock=self.stock[:-TABLE_CARDS],
            open_cards=new,
            gone=self.gone + self.open_cards,
            passes=0,
            events=(*self.events, Event(EventKind.REFRESH, seat, cards=new)),
        )
        return refreshed._replace(legal=refreshed._worked_out())

    def seen_by(self, seat: int | None) -> tuple[Event, ...]:
        """Return the events as a seat saw them: all of them, whole."""
        return self.events

    def forfeited(self, seat: int) -> Self:
        """Note at the table that a seat has forfeited."""
        return self._replace(events=(*self.events, event(EventKind.FORFEIT, seat)))

    def stopped(self) -> Self:
        """End the round where it stands, because only one player is left to play it."""
        return self._replace(
            choosing=False, asked=(), to_act=None, legal=(), ended=EndReason.FORFEIT
        )

    def to_json(self) -> dict[str, Any]:
        """Return the round without its table and seating, ready for JSON."""
        return round_to_json(self._asdict())

    @classmethod
    def from_json(cls, table: Table, seating: Seating, data: dict[str, Any]) -> Self:
        """Read a round back from what ``to_json`` wrote."""
        play = cls(table, seating, legal=(), **round_from_json(data))
        return play._replace(legal=play._worked_out())


def _on_turn(
    rules: Rules, hand: tuple[str, ...], open_cards: tuple[str, ...], knockable: bool
) -> tuple[str, ...]:
    """Return what may be answered when a turn begins; ``knockable`` says that nobody has knocked
    and that this is a turn, not an exchange after a dealt special."""
    may_knock = knockable and (
        rules.minimum_knock is None or rules.hands[hand] >= rules.minimum_knock
    )
    ending = _ENDINGS[rules.swap][may_knock]
    if rules.swap is Swap.THREE:
        return ending
    first, second, third = hand
    one, two, three = open_cards
    row, middle, last = SWAP[first], SWAP[second], SWAP[third]
    return (
        row[one],
        row[two],
        row[three],
        middle[one],
        middle[two],
        middle[three],
        last[one],
        last[two],
        last[three],
        *ending,
    )


def _with(cards: tuple[str, ...], given: str, taken: str) -> tuple[str, ...]:
    """Return three cards with one of them replaced in its place."""
    first, second, third = cards
    if given == first:
        return taken, second, third
    if given == second:
        return first, taken, third
    return first, second, taken
