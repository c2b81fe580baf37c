"""Long play puts simple bots into the order that players of the game would expect.

Eight bots make a field: one plays at random, the others share one plain way to draw and differ only
in the value from which they knock. Two neighbours in the order are compared by what each of them
scores in the other's place: the same deals, the same seat, the same opponents from the rest of the
field. The two games are one until the bots disagree, and only from there on are both played.
"""

import itertools
import math
import random
import statistics
from collections.abc import Callable, Mapping
from typing import Final

import pytest

from thirtyone.actions import DISCARD, DISCARD_AND_DECLARE
from thirtyone.game import GameState, actor, apply, new_game, next_round, returns
from thirtyone.rules import PRESETS
from thirtyone.view import View, view

Policy = Callable[[View], str]

RULES: Final = PRESETS["norwegian"]
AT_ONCE: Final = 0
KNOCK_VALUES: Final = (AT_ONCE, 18, 20, 21, 22, 24, 27)
ORDER: Final = ("random", "at once", "21", "22", "24")
"""From the worst to the best."""
SURE: Final = 1.645
"""How many standard errors make 95% confidence that one is better, not just another."""
GAMES: Final = 10_000
FEW_GAMES: Final = 2_000
"""They are enough to tell the two hopeless bots from each other and from a sensible one."""
MORE_GAMES: Final = {("22", "24", 4): 60_000}
"""At four seats these two are less than two Elo apart."""


def knocking_at(least: int) -> Policy:
    """Knock from a value on, take a discard that helps, and keep the best three cards."""
    hands = RULES.hands

    def choose(seen: View) -> str:
        hand = seen.hand
        if len(hand) == 3:
            if seen.request == "declare":
                return "declare"
            value = hands[hand]
            if value >= least and seen.knocker is None:
                return "knock"
            first, second, third = hand
            top = seen.discard
            assert top is not None
            swapped = hands[top, second, third], hands[first, top, third], hands[first, second, top]
            return "take" if max(swapped) > value or "stock" not in seen.legal else "stock"
        first, second, third, drawn = hand
        kept = (second, third, drawn), (first, third, drawn), (first, second, drawn), hand[:3]
        last = 3 if seen.drawn_from == "take" else 4
        card, best = max(zip(hand[:last], kept, strict=False), key=lambda left: hands[left[1]])
        return (DISCARD_AND_DECLARE if best in hands.specials else DISCARD)[card]

    return choose


def at_random(chance: random.Random) -> Policy:
    """Choose any legal action, each as likely as the others."""
    return lambda seen: seen.legal[int(chance.random() * len(seen.legal))]


def field(chance: random.Random) -> dict[str, Policy]:
    """Return the eight bots by name."""
    knocking = {str(least) if least else "at once": knocking_at(least) for least in KNOCK_VALUES}
    return {"random": at_random(chance), **knocking}


def gain(state: GameState, bots: list[Policy], seat: int, better: Policy) -> float:
    """Return how much more a seat scores with another bot in it, from this state on."""
    while not state.game_over:
        to_act = actor(state)
        if to_act is None:
            state = next_round(state)
            continue
        seen = view(state, to_act)
        action = bots[to_act](seen)
        if to_act == seat and (instead := better(seen)) != action:
            others = [*bots[:seat], better, *bots[seat + 1 :]]
            return scored(apply(state, instead), others, seat) - scored(
                apply(state, action), bots, seat
            )
        state = apply(state, action)
    return 0.0


def scored(state: GameState, bots: list[Policy], seat: int) -> float:
    """Play a game to its end and return the share of opponents that a seat leaves behind."""
    while not state.game_over:
        to_act = actor(state)
        if to_act is None:
            state = next_round(state)
        else:
            state = apply(state, bots[to_act](view(state, to_act)))
    places = returns(state)
    level = sum(place == places[seat] for place in places) - 1
    return (sum(place > places[seat] for place in places) + level / 2) / (len(places) - 1)


def gains(worse: str, better: str, seats: int, games: int) -> list[float]:
    """Return what the better bot gains over the worse one, game by game, on fresh deals."""
    chance = random.Random(f"{worse} {better} {seats}")
    bots: Mapping[str, Policy] = field(chance)
    rest = [bot for name, bot in bots.items() if name not in (worse, better)]
    found = []
    for game in range(games):
        seat = game % seats
        table = chance.sample(rest, seats - 1)
        table.insert(seat, bots[worse])
        start = new_game(RULES, seats, chance.randbytes(32))
        found.append(gain(start, table, seat, bots[better]))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("worse", "better"), list(itertools.pairwise(ORDER)))
def test_long_play_puts_the_bots_into_order(worse: str, better: str, seats: int) -> None:
    """Each is better than the one before it, with 95% confidence."""
    usual = FEW_GAMES if worse in ("random", "at once") else GAMES
    found = gains(worse, better, seats, MORE_GAMES.get((worse, better, seats), usual))
    error = statistics.stdev(found) / math.sqrt(len(found))

    assert statistics.mean(found) > SURE * error
