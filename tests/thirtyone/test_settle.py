"""Who pays when a round is settled. Seats count from 0 here."""

import pytest

from thirtyone.cards import parse_cards
from thirtyone.rules import preset
from thirtyone.settle import Settlement, settle

SHOWDOWNS = [
    # rules, hands, knocker, values, lost
    ("swedish", "KH 8H 5H / QD TD JC", None, (23, 20), (0, 1)),
    ("norwegian", "KH 5H 2C / AS 9S 3D / QD 8D 4C", 0, (15, 20, 18), (2, 0, 0)),
    ("norwegian", "KH 8H 2C / QS 8S 3D / AD 9D 4C", 0, (18, 18, 20), (0, 1, 0)),
    ("norwegian", "AH KH 2C / QS 7S 3D / JD 7D 4C", 0, (21, 17, 17), (0, 1, 1)),
    ("norwegian", "AH KH 9H / AS KS QS", 0, (30, 30), (0, 1)),
    ("norwegian-sets-30", "KD QD JD / 7H 7S 7C", 0, (30, 30), (0, 1)),
    ("norwegian-sets-30-5", "KD QD JD / 7H 7S 7C", 0, (30, 30.5), (2, 0)),
    ("norwegian-sets-30-5", "7H 7S 7C / AS KS QS", 0, (30.5, 30), (0, 1)),
    ("finnish", "9C 4D 2S / KH 9H 2H / QD 9D 2C", 0, (9, 21, 19), (2, 0, 0)),
    ("swedish", "9C 4D 2S / KH 9H 2H", 0, (9, 21), (1, 0)),
    ("swedish", "KH 8H 2C / QS 8S 3D / AD 9D 4C", 0, (18, 18, 20), (1, 1, 0)),
    ("norwegian", "KH 8H 2C / QS 8S 3D / JD 8D 4C", 1, (18, 18, 18), (1, 0, 1)),
    ("norwegian", "KH 8H 2C / QS 8S 3D", None, (18, 18), (1, 1)),
    ("norwegian", "KH 5H 2C / AS 9S 3D", 1, (15, 20), (1, 0)),
    ("norwegian", "AS AH AD / KH 2H 3C", 0, (11, 12), (2, 0)),
    (
        "dutch-a7",
        "KC 8C 9H / KS 8S 9D / QH 8H 7C / QD 8D 7S",
        None,
        (18, 18, 18, 18),
        (0, 0, 0, 1),
    ),
    ("dutch-a7", "TC TH TD / 7C 7H 7S", None, (30.5, 30.5), (0, 1)),
    ("dutch-a7", "KC 8C 9H / QC 8D 8H", 0, (18, 10), (0, 1)),
    ("dutch-a7", "QC 8D 8H / KC 8C 9H", 0, (10, 18), (1, 0)),
    ("dutch-a7", "7C 8D 9H / 8C 9D TH / 9C TD 7H", 1, (9, 10, 10), (1, 0, 0)),
    ("dutch-a7", "KC 7C 9S / QC 7H TC", None, (17, 20), (1, 0)),
    ("dutch-a7", "KC 7C 9S / QS 7S 9C", 1, (17, 17), (0, 1)),
    ("schwimmen", "KC 8C 9H / KS 8S 9D / QH 8H 7C", 2, (18, 18, 18), (0, 0, 1)),
    ("widow", "KC 8C 9H / KS 8S 9D / AH QH 7C", 0, (18, 18, 21), (0, 1, 0)),
    ("widow", "KC 7C 9H / KS 8S 9D / AH QH 7C", 0, (17, 18, 21), (2, 0, 0)),
]

SPECIALS = [
    # rules, hands, declared, values, lost
    ("norwegian", "KH 5H 2C / AS KS QS / QD 8D 4C", (1,), (15, 31, 18), (1, 0, 1)),
    ("norwegian", "AH KH QH / AS KS QS / QD 8D 4C", (1,), (30, 31, 18), (1, 0, 1)),
    ("norwegian", "AH KH QH / AS KS QS / QD 8D 4C", (0, 1), (31, 31, 18), (0, 0, 1)),
    ("cadillac", "AH KH QH / AS AD AC / QD 8D 4C", (0, 1), (31, 33, 18), (1, 0, 1)),
    ("cadillac", "AH KH QH / AS AD AC / QD 8D 4C", (0,), (31, 30, 18), (0, 1, 1)),
    ("swedish", "AH KH QH / AS AD AC / QD 8D 4C", (), (31, 31, 18), (0, 0, 1)),
    ("finnish", "7H 7S 7D / AC KC TC", (), (30, 31), (1, 0)),
    ("dutch-a7", "KH 8H 7C / AS KS QS / QD 8D JC", (), (18, 31, 18), (0, 0, 1)),
    ("dutch-a7", "AH AC AD / AS KS QS / KD QD JD", (), ("fire", 31, 30), (0, 0, 1)),
    ("dutch-a7", "AH AC AD / AS KS QS", (), ("fire", 31), (0, 1)),
    ("dutch-a7", "AC KC QC / AD KD QD", (), (31, 31), (0, 1)),
    ("dutch-a7", "AS KS QS / AH KH QH / AC KC QC", (), (31, 31, 31), (0, 1, 0)),
    ("schwimmen", "AH AC AD / AS KS QS / KD QD JD", (), ("fire", 31, 30), (0, 1, 1)),
    ("schwimmen", "KH 8H 7C / AS KS QS / KD QD JD", (), (18, 31, 30), (1, 0, 0)),
    ("widow", "KH 8H 7C / AS KS QS / KD QD JD", (), (18, 31, 30), (1, 0, 1)),
    ("widow", "AH KH JH / AS KS QS / KD QD JD", (), (31, 31, 30), (0, 0, 1)),
]


def _hands(text):
    return [parse_cards(hand) for hand in text.split(" / ")]


@pytest.mark.parametrize(("name", "hands", "knocker", "values", "lost"), SHOWDOWNS)
def test_a_showdown_costs_what_the_rules_say(name, hands, knocker, values, lost):
    settlement = settle(preset(name), _hands(hands), knocker=knocker)

    assert (settlement.values, settlement.lost) == (values, lost)


@pytest.mark.parametrize(("name", "hands", "declared", "values", "lost"), SPECIALS)
def test_a_special_costs_all_but_the_best_declared(name, hands, declared, values, lost):
    settlement = settle(preset(name), _hands(hands), declared=declared)

    assert (settlement.values, settlement.lost) == (values, lost)


def test_a_knocker_beaten_by_a_special_pays_one_even_when_alone_lowest():
    settlement = settle(preset("norwegian"), _hands("4C 3D 2S / AS KS QS"), None, 0, (1,))

    assert settlement.lost == (1, 0)


def test_where_only_the_lowest_pays_for_a_special_the_others_go_free():
    rules = preset("norwegian", special_costs="lowest")

    settlement = settle(rules, _hands("KH 5H 2C / AS KS QS / QD 8D 4C"), None, 0, (1,))

    assert settlement.lost == (1, 0, 0)


@pytest.mark.parametrize(
    ("overrides", "lives", "lost", "after", "out"),
    [
        ({}, 3, 1, 2, False),
        ({}, 1, 1, 0, False),
        ({}, 0, 1, 0, True),
        ({}, 3, 2, 1, False),
        ({}, 2, 2, 0, False),
        ({}, 1, 2, 0, False),
        ({}, 0, 2, 0, True),
        ({"overflow_kills": True}, 1, 2, 0, True),
        ({"overflow_kills": True}, 2, 2, 0, False),
        ({"overflow_kills": True}, 1, 1, 0, False),
        ({"grace": False}, 2, 1, 1, False),
        ({"grace": False}, 1, 1, 0, True),
        ({"grace": False}, 1, 2, 0, True),
        ({"grace": False, "bus_length": 4}, 0, 1, 1, False),
        ({"grace": False, "bus_length": 4}, 3, 1, 4, True),
        ({"grace": False, "bus_length": 4}, 2, 2, 4, True),
        ({"grace": False, "bus_length": 4}, 1, 2, 3, False),
    ],
)
def test_a_penalty_leaves_the_lives_that_the_rules_say(overrides, lives, lost, after, out):
    rules = preset("norwegian", **overrides)
    knocker = 0 if lost == 2 else None

    settlement = settle(rules, _hands("4C 3D 2S / AS KS 9S"), (lives, 1), knocker)

    assert settlement.lost == (lost, 0)
    assert settlement.lives == (after, 1)
    assert settlement.out == ((0,) if out else ())


def test_a_round_that_would_put_out_everybody_is_void():
    settlement = settle(preset("norwegian"), _hands("KH 8H 2C / QS 8S 3D"), (0, 0))

    assert settlement == Settlement((18, 18), (1, 1), (0, 0), (), True)


def test_without_lives_everybody_has_what_the_rules_begin_with():
    hands = _hands("4C 3D 2S / AS KS 9S")

    assert settle(preset("swedish-five-lives"), hands).lives == (4, 5)
    assert settle(preset("ride-the-bus"), hands).lives == (1, 0)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"lives": (3,)}, "numbers of lives"),
        ({"knocker": 2}, "knocker"),
        ({"knocker": -1}, "knocker"),
        ({"declared": (0,)}, "nothing to declare"),
        ({"declared": (7,)}, "nothing to declare"),
    ],
)
def test_settling_refuses_what_does_not_fit_together(options, words):
    with pytest.raises(ValueError, match=words):
        settle(preset("norwegian"), _hands("4C 3D 2S / AS KS 9S"), **options)
