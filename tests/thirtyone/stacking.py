"""Stack decks, so that a test can say which cards are dealt."""

from collections.abc import Iterable, Sequence

import pytest

from thirtyone.cards import DECKS, parse_cards
from thirtyone.deal import Deals
from thirtyone.draw import DrawRound
from thirtyone.game import GameState, actor, apply, new_game
from thirtyone.rules import Rules

SEED = bytes(range(32))


def stacked(
    hands: Sequence[str], first: str = "", stock: str = "", deck: str = "52"
) -> tuple[str, ...]:
    """Return a deck that deals these hands, then the first discard, then the stock, top first.

    The cards that are not named follow in the order of a new deck; without ``first`` the first of
    them is turned up.
    """
    dealt = [parse_cards(hand) for hand in hands]
    front = [hand[place] for place in range(3) for hand in dealt]
    named = parse_cards([*front, *first.split(), *stock.split()])
    others = [card for card in DECKS[deck] if card not in named]
    turned_up = first or others.pop(0)
    return (*front, turned_up, *stock.split(), *others)


def stack(
    monkeypatch: pytest.MonkeyPatch, *decks: Sequence[str], dealer: int | None = None
) -> None:
    """Let rounds be dealt from these decks, the last one again and again.

    ``dealer`` deals the first round; without it the last seat does, so that seat 0 is forehand.
    """

    def deck(self: Deals, round_number: int) -> tuple[str, ...]:
        return tuple(decks[min(round_number, len(decks) - 1)])

    def first_dealer(self: Deals) -> int:
        return self.players - 1 if dealer is None else dealer

    monkeypatch.setattr(Deals, "deck", deck)
    monkeypatch.setattr(Deals, "first_dealer", first_dealer)


def deal(
    monkeypatch: pytest.MonkeyPatch,
    rules: Rules,
    hands: Sequence[str],
    first: str = "",
    stock: str = "",
) -> GameState:
    """Begin a game with these hands, seat 0 to play first."""
    stack(monkeypatch, stacked(hands, first, stock, rules.deck))
    return new_game(rules, len(hands), SEED)


def deal_exchange(
    monkeypatch: pytest.MonkeyPatch, rules: Rules, hands: Sequence[str], stock: str = ""
) -> GameState:
    """Begin a game of the exchange form with these hands; the last seat deals, seat 0 is forehand.

    ``stock`` has its top card first. Cards that are not named follow in the order of a new deck.
    """
    dealt = [parse_cards(hand) for hand in hands]
    named = parse_cards([*(hand[place] for place in range(3) for hand in dealt), *stock.split()])
    stack(monkeypatch, (*named, *(card for card in DECKS[rules.deck] if card not in named)))
    return new_game(rules, len(hands), SEED)


def play(state: GameState, *actions: str) -> GameState:
    """Apply actions one after the other."""
    for action in actions:
        state = apply(state, action)
    return state


def draw_and_return(state: GameState, turns: int = 1) -> GameState:
    """Let seats draw from the stock and discard that card, for a number of turns."""
    for _ in range(turns):
        state = apply(state, "stock")
        assert state.play is not None
        assert state.play.drawn is not None
        state = apply(state, f"discard {state.play.drawn}")
    return state


def turns_to_the_end(state: GameState) -> tuple[GameState, list[int]]:
    """Let every seat draw and return until the round is over; return whose turns there were."""
    seats: list[int] = []
    while (seat := actor(state)) is not None:
        assert len(seats) < 1000, "the round does not end"
        seats.append(seat)
        state = draw_and_return(state)
    return state, seats


def round_played_out(state: GameState) -> GameState:
    """Let every seat draw and return until the round is over."""
    return turns_to_the_end(state)[0]


def all_cards(state: GameState) -> list[str]:
    """Return every card on the table, in no particular order."""
    assert state.play is not None
    held: Iterable[str] = (card for hand in state.play.hands for card in hand)
    if isinstance(state.play, DrawRound):
        return [*held, *state.play.stock, *state.play.pile]
    return [*held, *state.play.stock, *state.play.open_cards, *state.play.gone]
