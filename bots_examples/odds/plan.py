"""Plan a round from its end backwards: what is each hand worth in each lap, and when to knock.

A round of the draw form is a problem of stopping. Knocking is worth what the others' hands make of
it; going on is worth the mean over every card that may be drawn, the better of stock and pile, of
the best hand that can be kept; and a kept hand is worth what happens until the next turn: another
may knock, which leaves one last turn, or make a special hand, or all go on.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from opponents import TURNS, Turn, last_turns, turns_of_others
from patterns import Patterns, patterns
from stakes import Stakes

from thirtyone.rules import Rules

MOST_OTHERS = 4  # a table of more is planned for as if it were one of five

Worths = list[float]
"""What each pattern of hands is worth, in steps gained."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a hand is worth, by lap: ``kept`` by pattern after a turn, ``knock`` by level."""

    kept: tuple[Worths, ...]
    knock: tuple[Worths, ...]

    @staticmethod
    def lap(lap: int) -> int:
        """Return the lap of the plan that stands for a lap of the round."""
        return min(lap, TURNS - 1)


def plan_for(rules: Rules, others: int, own_knock: int) -> Plan:
    """Return the plan against so many others where an own knock can cost so many steps."""
    return _plan(rules, min(others, MOST_OTHERS), own_knock)


@functools.lru_cache(maxsize=32)
def _plan(rules: Rules, others: int, own_knock: int) -> Plan:
    stakes = Stakes(
        others,
        own_knock,
        (1 + rules.knocker_alone_lowest) / 2,  # some of them have a life left, some have more
        rules.knocker_tied_lowest == "free",
    )
    known, theirs, last = patterns(rules), turns_of_others(rules), last_turns(rules)
    least = rules.minimum_knock or 0
    kept: list[Worths] = []
    knock: list[Worths] = []
    begun: Worths | None = None
    for lap in reversed(range(TURNS)):
        cycle = _cycle(theirs, others, lap)
        knocking = stakes.knocking([turn.last for turn in cycle])
        if begun is None:
            begun = [knocking[level] for level in known.level]
        waiting = _waiting(known, last, stakes, cycle, begun)
        going_on = turn_worths(known, waiting)
        begun = [
            max(knocking[level], on) if value >= least else on
            for level, value, on in zip(known.level, known.value, going_on, strict=True)
        ]
        kept.append(waiting)
        knock.append(knocking)
    return Plan(tuple(reversed(kept)), tuple(reversed(knock)))


def _cycle(theirs: Sequence[Turn], others: int, lap: int) -> list[Turn]:
    """Return the others' turns that follow an own turn of a lap, from the middle of the table."""
    before = (others + 1) // 2  # so many have had a turn more in this lap
    after = others - before
    later = theirs[min(lap + 1, TURNS - 1)]
    return [theirs[lap]] * after + [later] * before


def _waiting(
    known: Patterns,
    last: Sequence[Sequence[tuple[int, float]]],
    stakes: Stakes,
    cycle: Sequence[Turn],
    begun: Worths,
) -> Worths:
    """Return what each hand is worth once it is kept, while the others take their turns."""
    shown = [0.0] * len(known.levels)
    ended, still = 0.0, 1.0
    for place, turn in enumerate(cycle):
        rest = [other.last for other in (*cycle[:place], *cycle[place + 1 :])]
        for level, worth in enumerate(stakes.knocked(turn.knocked, rest)):
            shown[level] += still * turn.knocks * worth
        lost = (len(cycle) - 1) * stakes.share - 1
        ended += still * (1 - turn.knocks) * turn.ends * lost
        still *= (1 - turn.knocks) * (1 - turn.ends)
    worths = []
    for hand, special in enumerate(known.special):
        if special:
            worths.append(1.0)
            continue
        at_showdown = sum(chance * shown[level] for level, chance in last[hand])
        worths.append(at_showdown + ended + still * begun[hand])
    return worths


def turn_worths(known: Patterns, kept: Worths) -> Worths:
    """Return what each hand is worth when a turn begins that is used to draw."""
    worths = []
    for hand, own in enumerate(kept):
        stock, drawn = 0.0, []
        for (one, two, three), dealt, offered in known.draws[hand]:
            best = max(kept[one], kept[two], kept[three])
            drawn.append((best, offered))
            stock += dealt * (best if best > own else own)
        worths.append(sum(offered * (best if best > stock else stock) for best, offered in drawn))
    return worths
