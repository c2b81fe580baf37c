"""What hands are worth."""

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from thirtyone.cards import CARDS, DECKS, parse_cards
from thirtyone.hands import hand_value, is_special, points
from thirtyone.rules import preset

WORTH = [
    ("norwegian", "AH KH QH", 31),
    ("norwegian", "KH AH 5S", 21),
    ("norwegian", "AS 4H 3H", 11),
    ("norwegian", "7H 7S 7D", 7),
    ("norwegian", "AS AH AD", 11),
    ("norwegian", "KH QS JD", 10),
    ("norwegian", "2C 3D 4H", 4),
    ("norwegian", "TC 9C 2D", 19),
    ("finnish", "4C 7C 9C", 20),
    ("finnish", "7H 7S 7C", 30),
    ("finnish", "AS AH AD", 30),
    ("finnish", "KH QS JD", 10),
    ("finnish-no-sets", "7H 7S 7C", 7),
    ("finnish-no-sets", "AS AH AD", 11),
    ("swedish", "AS AH AD", 31),
    ("swedish", "KS KH KD", 10),
    ("swedish", "9C 4D 2S", 9),
    ("swedish", "KH 8H 5H", 23),
    ("swedish", "QD TD JC", 20),
    ("norwegian-sets-30", "7H 7S 7D", 30),
    ("norwegian-sets-30", "AS AH AD", 30),
    ("norwegian-sets-30-5", "7H 7S 7D", 30.5),
    ("cadillac", "AS AH AD", 33),
    ("cadillac", "KS KH KD", 10),
]


@pytest.mark.parametrize(("name", "hand", "value"), WORTH)
def test_a_hand_is_worth_what_the_rules_say_in_whatever_order_it_lies(name, hand, value):
    rules = preset(name)

    for order in itertools.permutations(parse_cards(hand)):
        assert hand_value(rules, order) == value


@pytest.mark.parametrize(
    ("name", "hand", "special"),
    [
        ("norwegian", "AH KH QH", True),
        ("norwegian", "TH AH JH", True),
        ("norwegian", "KH QH JH", False),
        ("norwegian", "AH KH QS", False),
        ("norwegian", "AS AH AD", False),
        ("swedish", "AS AH AD", True),
        ("cadillac", "AC AH AD", True),
        ("finnish", "AS AH AD", False),
        ("norwegian-sets-30-5", "7H 7S 7D", False),
    ],
)
def test_only_31_and_aces_that_count_so_are_special(name, hand, special):
    rules = preset(name)

    for order in itertools.permutations(parse_cards(hand)):
        assert is_special(rules, order) is special


def test_every_special_hand_is_worth_31_or_more_and_no_other_is():
    for name in ("norwegian", "finnish", "swedish", "cadillac"):
        rules = preset(name)
        for hand in itertools.combinations(CARDS, 3):
            assert is_special(rules, hand) == (hand_value(rules, hand) >= 31)


def test_cards_count_their_pips_court_cards_ten_and_aces_eleven():
    assert [points(rank + "S") for rank in "23456789TJQKA"] == [
        *range(2, 11), 10, 10, 10, 11
    ]  # fmt: skip


@pytest.mark.parametrize("cards", [(), ("AH",), ("AH", "KH"), ("AH", "KH", "QH", "JH")])
def test_only_three_cards_are_judged(cards):
    with pytest.raises(ValueError, match="three cards"):
        hand_value(preset("norwegian"), cards)


def _values(rules):
    return [hand_value(rules, hand) for hand in itertools.combinations(DECKS[rules.deck], 3)]


def test_norwegian_hands_of_each_value_are_as_many_as_counted_by_hand():
    values = _values(preset("norwegian"))

    counts = Counter(values)
    assert len(values) == 22_100
    assert [counts[value] for value in range(2, 32)] == [
        4, 28, 76, 196, 316, 532, 724, 1040, 5732, 2652, 1104, 1264, 1112, 1132, 980,
        996, 844, 856, 1168, 712, 96, 104, 88, 80, 64, 60, 44, 40, 32, 24,
    ]  # fmt: skip
    assert round(sum(values) / len(values), 3) == 13.088


def test_swedish_aces_make_28_hands_of_31():
    assert Counter(_values(preset("swedish")))[31] == 28


def test_finnish_sets_raise_the_mean_hand():
    values = _values(preset("finnish"))

    assert round(float(Fraction(sum(map(int, values)), len(values))), 3) == 13.141


def test_a_short_deck_deals_higher_hands():
    """Sets at 30.5 and three aces above everything, counted as 32, as in the deck of 32 cards."""
    rules = preset("norwegian", deck="a7", three_of_a_kind=30.5, three_aces=33)
    values = [min(value, 32) for value in _values(rules)]

    assert len(values) == 4_960
    assert round(sum(values) / len(values), 3) == 15.805
    assert (values.count(31), values.count(32)) == (24, 4)


@pytest.mark.parametrize("text", ["1H", "AHH", "10H", "ah", "AX", "AH AH"])
def test_text_that_names_no_cards_is_refused(text):
    with pytest.raises(ValueError, match=r"is no card|named twice"):
        parse_cards(text)
