"""List the rule sets by name: plain data, each one whole or another one with some keys changed."""

from typing import Any, Final

from thirtyone.keys import DealtSpecial, Declare, Form, SpecialCosts, Swap, TiedKnocker

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 9

_NORWEGIAN: Final[dict[str, Any]] = {
    "form": Form.DRAW,
    "deck": "52",
    "players": (FEWEST_PLAYERS, MOST_PLAYERS),
    "three_of_a_kind": "plain",
    "three_aces": "as_set",
    "declare": Declare.MUST,
    "special_costs": SpecialCosts.OTHERS,
    "fire_costs": None,
    "knocker_alone_lowest": 2,
    "knocker_tied_lowest": TiedKnocker.FREE,
    "return_taken_discard": False,
    "minimum_knock": None,
    "swap": None,
    "dealers_choice": None,
    "dealt_special": None,
    "suit_order": False,
    "lives": 3,
    "grace": True,
    "overflow_kills": False,
    "bus_length": None,
    "max_laps": 30,
    "max_rounds": 200,
}
_FINNISH: Final = _NORWEGIAN | {
    "three_of_a_kind": 30,
    "declare": Declare.AUTO,
    "return_taken_discard": True,
}
_SWEDISH: Final = _NORWEGIAN | {
    "three_aces": 31,
    "declare": Declare.AUTO,
    "knocker_alone_lowest": 1,
    "knocker_tied_lowest": TiedKnocker.PAYS,
}
_DUTCH: Final = _NORWEGIAN | {
    "form": Form.EXCHANGE,
    "deck": "a7",
    "players": (FEWEST_PLAYERS, 6),
    "three_of_a_kind": 30.5,
    "three_aces": "fire",
    "declare": Declare.AUTO,
    "special_costs": SpecialCosts.LOWEST,
    "fire_costs": SpecialCosts.LOWEST,
    "knocker_alone_lowest": 1,
    "knocker_tied_lowest": None,
    "return_taken_discard": None,
    "swap": Swap.ONE_OR_THREE,
    "dealers_choice": True,
    "dealt_special": DealtSpecial.OPPONENTS,
    "suit_order": True,
}
_WIDOW: Final = _NORWEGIAN | {
    "form": Form.EXCHANGE,
    "declare": Declare.AUTO,
    "return_taken_discard": None,
    "swap": Swap.ONE,
    "dealers_choice": False,
    "dealt_special": DealtSpecial.NONE,
}

RULE_SETS: Final[dict[str, dict[str, Any]]] = {
    "norwegian": _NORWEGIAN,
    "finnish": _FINNISH,
    "swedish": _SWEDISH,
    "dutch-a7": _DUTCH,
    "finnish-no-sets": _FINNISH | {"three_of_a_kind": "plain"},
    "swedish-five-lives": _SWEDISH | {"lives": 5},
    "dutch-a9": _DUTCH | {"deck": "a9"},
    "dutch-a5": _DUTCH | {"deck": "a5"},
    "norwegian-sets-30": _NORWEGIAN | {"three_of_a_kind": 30},
    "norwegian-sets-30-5": _NORWEGIAN | {"three_of_a_kind": 30.5},
    "scat": _NORWEGIAN | {"three_of_a_kind": 30},
    "scat-30-5": _NORWEGIAN | {"three_of_a_kind": 30.5},
    "norwegian-min-17": _NORWEGIAN | {"minimum_knock": 17},
    "norwegian-min-19": _NORWEGIAN | {"minimum_knock": 19},
    "norwegian-min-21": _NORWEGIAN | {"minimum_knock": 21},
    "cadillac": _NORWEGIAN | {"three_aces": 33},
    "ride-the-bus": _NORWEGIAN | {"bus_length": 4, "grace": False},
    "schwimmen": _DUTCH
    | {"players": (FEWEST_PLAYERS, MOST_PLAYERS), "fire_costs": SpecialCosts.OTHERS},
    "widow": _WIDOW,
}
"""Every key of every preset. A new variant is one entry here and its cases in the tests."""
