"""What hands are worth."""

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from thirtyone.cards import CARDS, DECKS, parse_cards
from thirtyone.hands import hand_value, is_special, points, shown_value
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
    ("dutch-a7", "7S 8H KH", 18),
    ("dutch-a7", "AS 7H 8H", 15),
    ("dutch-a7", "8C 7D 7H", 8),
    ("dutch-a7", "7C 7H 7S", 30.5),
    ("dutch-a7", "AS AH AD", 32),
    ("dutch-a7", "AS KS QS", 31),
    ("dutch-a5", "5C 6C AH", 11),
    ("widow", "AS AH AD", 11),
    ("widow", "7H 7S 7D", 7),
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
        ("dutch-a7", "AS AH AD", True),
        ("dutch-a7", "KS KH KD", False),
        ("widow", "AS AH AD", False),
    ],
)
def test_only_31_and_aces_that_count_so_are_special(name, hand, special):
    rules = preset(name)

    for order in itertools.permutations(parse_cards(hand)):
        assert is_special(rules, order) is special


def test_every_special_hand_is_worth_31_or_more_and_no_other_is():
    for name in ("norwegian", "finnish", "swedish", "cadillac", "dutch-a7"):
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
    values = _values(preset("dutch-a7"))

    assert len(values) == 4_960
    assert round(sum(values) / len(values), 3) == 15.805
    assert (values.count(31), values.count(32)) == (24, 4)


def test_fire_is_shown_by_its_name():
    assert shown_value(hand_value(preset("dutch-a7"), parse_cards("AS AH AD"))) == "fire"
    assert shown_value(31) == 31


@pytest.mark.parametrize("name", ["dutch-a7", "dutch-a9", "dutch-a5"])
def test_of_two_hands_that_can_be_held_at_once_one_is_always_lower(name):
    """Hands of one strength share a card, so that no two players hold them."""
    rules = preset(name)
    level: dict[tuple[float, ...], list[set[str]]] = {}
    for hand in itertools.combinations(DECKS[rules.deck], 3):
        strength = rules.hands.strength(hand, rules.hands[hand])
        level.setdefault(strength, []).append(set(hand))

    for hands in level.values():
        assert all(one & other for one, other in itertools.combinations(hands, 2))


ORDER = [
    "AC AH AS",
    "AC KC TC",
    "AS KS QS",
    "AD JD TD",
    "KC KH KD",
    "TC TH TD",
    "7C 7H 7S",
    "KS QS JS",
    "KC QC 7H",
    "KS QS 7D",
    "JH TH AD",
    "KC 8C 9H",
    "JC 8C 9D",
    "TC 8C AD",
    "KS 8S 9D",
    "KD 8D 7S",
]


def test_hands_are_ordered_by_kind_value_suit_and_highest_card():
    rules = preset("dutch-a7")
    strengths = [rules.hands.strength(hand, rules.hands[hand]) for hand in map(parse_cards, ORDER)]

    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)


def test_the_highest_ranking_suit_that_reaches_the_best_sum_counts():
    rules = preset("dutch-a7")
    both, spades = parse_cards("KD KC 7H"), parse_cards("TS 9H 7D")

    assert rules.hands.strength(both, 10) > rules.hands.strength(spades, 10)


@pytest.mark.parametrize("text", ["1H", "AHH", "10H", "ah", "AX", "AH AH"])
def test_text_that_names_no_cards_is_refused(text):
    with pytest.raises(ValueError, match=r"is no card|named twice"):
        parse_cards(text)
