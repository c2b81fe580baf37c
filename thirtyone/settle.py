"""Settle a round: what hands are worth, who loses lives, who is out."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from thirtyone.hands import FIRE_COUNTS, UNDECLARED, Strength, shown_value
from thirtyone.rules import Declare, Rules, SpecialCosts, TiedKnocker


class Settlement(NamedTuple):
    """What a round costs, in the order of the hands given.

    ``values`` are what the hands count, fire by its name; ``lost`` is the penalty under the rules,
    before lives stop at 0 and before a void round gives it back; ``lives`` what remains (the stop
    reached, on the bus); ``out`` the places in the order, from 0, of those put out; ``void`` true
    when it would put out everybody, and then ``lives`` are unchanged and ``out`` is empty.
    """

    values: tuple[float | str, ...]
    lost: tuple[int, ...]
    lives: tuple[int, ...]
    out: tuple[int, ...]
    void: bool


def settle(
    rules: Rules,
    hands: Sequence[Sequence[str]],
    lives: Sequence[int] | None = None,
    knocker: int | None = None,
    declared: Collection[int] = (),
) -> Settlement:
    """Settle the final hands of everybody still in.

    ``lives`` of 0 are on grace, None means that all have what the rules begin with; ``knocker``
    and ``declared`` are places in the order, from 0. Where specials are automatic every special
    counts as declared. Raises ValueError where the arguments do not fit together.
    """
    cards = [tuple(hand) for hand in hands]
    before = starting_lives(rules, len(cards)) if lives is None else tuple(lives)
    table = rules.hands
    values = [table[hand] for hand in cards]
    specials = [seat for seat, hand in enumerate(cards) if hand in table.specials]
    if rules.declare is Declare.AUTO:
        declared = specials
    _check(len(cards), before, knocker, declared, specials)
    for seat in specials:
        if seat not in declared:
            values[seat] = UNDECLARED
    strengths = list(map(table.strength, cards, values))
    if declared:
        lost = _cost_of_special(rules, values, strengths, declared)
    else:
        lost = _cost_of_showdown(rules, strengths, knocker)
    return _charge(rules, tuple(map(shown_value, values)), lost, before)


def starting_lives(rules: Rules, seats: int) -> tuple[int, ...]:
    """Return what each seat begins with: its lives, or stop 0 of the bus."""
    return (rules.lives if rules.bus_length is None else 0,) * seats


def _check(
    seats: int,
    lives: Sequence[int],
    knocker: int | None,
    declared: Collection[int],
    specials: Sequence[int],
) -> None:
    if len(lives) != seats:
        raise ValueError(f"{seats} hands need {seats} numbers of lives, not {len(lives)}")
    if knocker is not None and not 0 <= knocker < seats:
        raise ValueError(f"the knocker, {knocker}, is not among {seats} seats")
    for seat in declared:
        if seat not in specials:
            raise ValueError(f"seat {seat} holds nothing to declare")


def _cost_of_special(
    rules: Rules,
    values: Sequence[float],
    strengths: Sequence[Strength],
    declared: Collection[int],
) -> tuple[int, ...]:
    """Charge all but the holders of the best declared hand, or the lowest hand alone."""
    best = max(values[seat] for seat in declared)
    safe = {seat for seat in declared if values[seat] == best}
    costs = rules.fire_costs if best == FIRE_COUNTS else rules.special_costs
    if costs is SpecialCosts.OTHERS:
        return tuple(0 if seat in safe else 1 for seat in range(len(values)))
    lowest = min(strengths)
    return tuple(
        1 if strength == lowest and (rules.suit_order or seat not in safe) else 0
        for seat, strength in enumerate(strengths)
    )


def _cost_of_showdown(
    rules: Rules, strengths: Sequence[Strength], knocker: int | None
) -> tuple[int, ...]:
    lowest = min(strengths)
    lost = [1 if strength == lowest else 0 for strength in strengths]
    if knocker is not None and lost[knocker]:
        if sum(lost) == 1:
            lost[knocker] = rules.knocker_alone_lowest
        elif rules.knocker_tied_lowest is TiedKnocker.FREE:
            lost[knocker] = 0
    return tuple(lost)


def _charge(
    rules: Rules, values: tuple[float | str, ...], lost: tuple[int, ...], before: tuple[int, ...]
) -> Settlement:
    after, out = list(before), []
    for seat, paid in enumerate(lost):
        if paid:
            after[seat], is_out = lives_after(rules, before[seat], paid)
            if is_out:
                out.append(seat)
    if len(out) == len(after):
        return Settlement(values, lost, before, (), True)
    return Settlement(values, lost, tuple(after), tuple(out), False)


def lives_after(rules: Rules, lives: int, lost: int) -> tuple[int, bool]:
    """Return the lives (or the stop on the bus) after a loss, and whether that is out."""
    if rules.bus_length is not None:
        stop = lives + lost
        return stop, stop >= rules.bus_length
    left = max(0, lives - lost)
    if not rules.grace:
        return left, left == 0
    return left, lives == 0 or (rules.overflow_kills and lost > lives)
