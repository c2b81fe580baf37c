"""Presets, keys and what is refused."""

import copy
import json
import pickle

import pytest

from thirtyone.rules import KEYS, PRESETS, Form, Rules, RulesError, preset

CORE_PRESETS = ("norwegian", "finnish", "swedish", "dutch-a7")
NAMES = ("norwegian", "finnish", "swedish", "dutch")
CORE = [
    # key, norwegian, finnish, swedish, dutch-a7
    ("form", "draw", "draw", "draw", "exchange"),
    ("deck", "52", "52", "52", "a7"),
    ("players", [2, 9], [2, 9], [2, 9], [2, 6]),
    ("three_of_a_kind", "plain", 30, "plain", 30.5),
    ("three_aces", "as_set", "as_set", 31, "fire"),
    ("declare", "must", "auto", "auto", "auto"),
    ("special_costs", "others", "others", "others", "lowest"),
    ("fire_costs", None, None, None, "lowest"),
    ("knocker_alone_lowest", 2, 2, 1, 1),
    ("knocker_tied_lowest", "free", "free", "pays", None),
    ("return_taken_discard", False, True, False, None),
    ("minimum_knock", None, None, None, None),
    ("swap", None, None, None, "one,three"),
    ("dealers_choice", None, None, None, True),
    ("dealt_special", None, None, None, "opponents"),
    ("suit_order", False, False, False, True),
    ("lives", 3, 3, 3, 3),
    ("grace", True, True, True, True),
    ("overflow_kills", False, False, False, False),
    ("bus_length", None, None, None, None),
    ("max_laps", 30, 30, 30, 30),
    ("max_rounds", 200, 200, 200, 200),
]


@pytest.mark.parametrize(("key", *NAMES), CORE)
def test_the_four_core_presets_differ_as_their_sources_do(key, norwegian, finnish, swedish, dutch):
    found = [preset(name).to_json()[key] for name in CORE_PRESETS]

    assert found == [norwegian, finnish, swedish, dutch]


def test_every_key_is_in_the_table_above():
    assert {key for key, *_ in CORE} == {*KEYS, "players"}


@pytest.mark.parametrize(
    ("name", "base", "difference"),
    [
        ("finnish-no-sets", "finnish", {"three_of_a_kind": "plain"}),
        ("swedish-five-lives", "swedish", {"lives": 5}),
        ("norwegian-sets-30", "norwegian", {"three_of_a_kind": 30}),
        ("norwegian-sets-30-5", "norwegian", {"three_of_a_kind": 30.5}),
        ("scat", "norwegian", {"three_of_a_kind": 30}),
        ("scat-30-5", "norwegian", {"three_of_a_kind": 30.5}),
        ("norwegian-min-17", "norwegian", {"minimum_knock": 17}),
        ("norwegian-min-19", "norwegian", {"minimum_knock": 19}),
        ("norwegian-min-21", "norwegian", {"minimum_knock": 21}),
        ("cadillac", "norwegian", {"three_aces": 33}),
        ("ride-the-bus", "norwegian", {"bus_length": 4, "grace": False}),
        ("dutch-a9", "dutch-a7", {"deck": "a9"}),
        ("dutch-a5", "dutch-a7", {"deck": "a5"}),
        ("schwimmen", "dutch-a7", {"players": [2, 9], "fire_costs": "others"}),
        (
            "widow",
            "norwegian",
            {
                "form": "exchange",
                "declare": "auto",
                "return_taken_discard": None,
                "swap": "one",
                "dealers_choice": False,
                "dealt_special": "none",
            },
        ),
    ],
)
def test_a_named_variant_is_its_base_with_one_thing_changed(name, base, difference):
    assert preset(name).to_json() == preset(base).to_json() | difference | {"name": name}


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("form", "whist", "draw, exchange"),
        ("deck", "54", "52, a5, a7, a9"),
        ("players", [1, 4], "2 to 9"),
        ("players", [2, 10], "2 to 9"),
        ("players", [5, 4], "2 to 9"),
        ("players", 4, "2 to 9"),
        ("players", [2, "9"], "2 to 9"),
        ("players", [True, 2], "2 to 9"),
        ("three_of_a_kind", 31, "plain, 30, 30.5"),
        ("three_of_a_kind", "30", "plain, 30, 30.5"),
        ("three_aces", 32, "as_set, 31, 33"),
        ("three_aces", "ash", "as_set, 31, 33, fire"),
        ("fire_costs", "nobody", "none, others, lowest"),
        ("suit_order", "yes", "true, false"),
        ("swap", "one", "none in the draw form"),
        ("swap", "", "none in the draw form"),
        ("dealers_choice", False, "none in the draw form"),
        ("dealt_special", "none", "none in the draw form"),
        ("declare", "never", "must, auto"),
        ("special_costs", "nobody", "others, lowest"),
        ("knocker_alone_lowest", 0, "1 to 2"),
        ("knocker_alone_lowest", 3, "1 to 2"),
        ("knocker_alone_lowest", True, "1 to 2"),
        ("knocker_tied_lowest", "maybe", "free, pays"),
        ("return_taken_discard", 1, "true, false"),
        ("return_taken_discard", "yes", "true, false"),
        ("minimum_knock", 1, "none or 2 to 30"),
        ("minimum_knock", 31, "none or 2 to 30"),
        ("minimum_knock", 17.0, "none or 2 to 30"),
        ("lives", 0, "1 to 9"),
        ("lives", 10, "1 to 9"),
        ("lives", "3", "1 to 9"),
        ("grace", None, "true, false"),
        ("overflow_kills", 0, "true, false"),
        ("bus_length", 0, "none or 1 to 20"),
        ("max_laps", 0, "1 to"),
        ("max_rounds", 0, "1 to"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_with_what_is_allowed(key, value, words):
    with pytest.raises(RulesError) as refusal:
        preset("norwegian", **{key: value})

    assert refusal.value.key == key
    assert words in refusal.value.message


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("swap", "two", "one, three, one,three"),
        ("swap", None, "one, three, one,three"),
        ("swap", ["one", "three"], "one, three, one,three"),
        ("dealers_choice", None, "true, false"),
        ("dealt_special", "all", "opponents, dealer_only, none"),
        ("return_taken_discard", False, "none in the exchange form"),
        ("declare", "must", "auto in the exchange form"),
        ("players", [2, 10], "2 to 9"),
    ],
)
def test_the_exchange_form_has_keys_and_values_of_its_own(key, value, words):
    with pytest.raises(RulesError) as refusal:
        preset("dutch-a7", **{key: value})

    assert refusal.value.key == key
    assert words in refusal.value.message


@pytest.mark.parametrize(
    ("name", "key", "overrides", "words"),
    [
        ("norwegian", "overflow_kills", {"overflow_kills": True, "grace": False}, "false"),
        ("norwegian", "grace", {"bus_length": 4}, "false"),
        ("norwegian", "players", {"deck": "a9"}, "2 to 7"),
        ("norwegian", "players", {"deck": "a9", "players": [2, 8]}, "2 to 7"),
        ("norwegian", "fire_costs", {"three_aces": "fire"}, "others, lowest"),
        ("norwegian", "fire_costs", {"fire_costs": "lowest"}, "none"),
        ("dutch-a7", "fire_costs", {"three_aces": 31}, "none"),
        ("norwegian", "knocker_tied_lowest", {"suit_order": True}, "none"),
        ("norwegian", "knocker_tied_lowest", {"knocker_tied_lowest": None}, "free, pays"),
        ("dutch-a7", "knocker_tied_lowest", {"suit_order": False}, "free, pays"),
        ("dutch-a7", "knocker_tied_lowest", {"knocker_tied_lowest": "free"}, "none"),
        (
            "dutch-a7",
            "dealt_special",
            {"dealers_choice": False, "dealt_special": "dealer_only"},
            "opponents, none",
        ),
        ("dutch-a9", "players", {"players": [2, 8]}, "2 to 7"),
        ("norwegian", "return_taken_discard", {"form": "exchange"}, "none in the exchange form"),
        ("dutch-a7", "return_taken_discard", {"form": "draw"}, "true, false"),
    ],
)
def test_values_that_make_no_sense_together_are_refused(name, key, overrides, words):
    with pytest.raises(RulesError) as refusal:
        preset(name, **overrides)

    assert refusal.value.key == key
    assert words in refusal.value.message


def test_none_is_a_dealt_special_settled_at_once():
    assert preset("dutch-a7", dealt_special=None) == preset("dutch-a7", dealt_special="none")


def test_the_draw_form_may_have_fire_and_an_order_of_suits():
    rules = preset(
        "swedish",
        three_aces="fire",
        fire_costs="lowest",
        suit_order=True,
        knocker_tied_lowest=None,
    )

    assert rules.overrides["suit_order"] is True


def test_a_short_deck_serves_as_many_as_it_has_cards_for():
    assert preset("norwegian", deck="a9", players=[2, 7]).players == (2, 7)
    assert preset("norwegian", deck="a7").players == (2, 9)
    assert preset("dutch-a9").players == (2, 6)
    assert preset("dutch-a9", players=[2, 7]).players == (2, 7)
    assert preset("schwimmen").players == (2, 9)


@pytest.mark.parametrize("seats", [-1, 0, 1, 10])
def test_a_table_that_the_rules_do_not_serve_is_refused(seats):
    with pytest.raises(RulesError, match="2 to 9"):
        preset("norwegian").check_seats(seats)


def test_an_unknown_preset_and_an_unknown_key_are_refused_by_name():
    with pytest.raises(RulesError) as refusal:
        preset("texan")
    assert refusal.value.key == "name"

    with pytest.raises(RulesError) as refusal:
        preset("norwegian", jokers=2)
    assert refusal.value.key == "jokers"


@pytest.mark.parametrize("name", PRESETS)
def test_rules_survive_json_pickling_and_copying(name):
    rules = PRESETS[name]

    assert Rules.from_json(json.loads(json.dumps(rules.to_json()))) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert copy.deepcopy(rules) == rules
    assert rules.name == name


def test_rules_name_what_differs_from_their_preset():
    rules = preset("finnish", lives=5, minimum_knock=17)

    assert rules.overrides == {"lives": 5, "minimum_knock": 17}
    assert preset("finnish").overrides == {}


def test_rules_cannot_be_changed():
    with pytest.raises(AttributeError):
        preset("norwegian").lives = 9  # type: ignore[misc]


def test_values_become_their_own_types():
    rules = preset("norwegian", form="draw", three_of_a_kind=30.0)

    assert rules.form is Form.DRAW
    assert type(rules.three_of_a_kind) is int
