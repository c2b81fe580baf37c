"""Hold the rules of a game as one frozen value: a preset and what differs from it."""

import types
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Final, Self

from thirtyone.cards import DECKS
from thirtyone.hands import HandValues, hand_values


class Form(StrEnum):
    """The way in which a round is played."""

    DRAW = "draw"
    EXCHANGE = "exchange"


class Declare(StrEnum):
    """Whether a special hand has to be declared (else it counts 30) or counts by itself."""

    MUST = "must"
    AUTO = "auto"


class SpecialCosts(StrEnum):
    """Who pays when a special hand ends the round."""

    OTHERS = "others"
    LOWEST = "lowest"


class TiedKnocker(StrEnum):
    """What a knocker pays who is lowest together with others."""

    FREE = "free"
    PAYS = "pays"


class RulesError(ValueError):
    """A rule set that cannot be played; ``key`` names the parameter, ``message`` what it allows."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(f"{key}: {message}")
        self.key = key
        self.message = message


def _in_words(values: tuple[Any, ...]) -> str:
    words = ["none" if v is None else str(v).lower() for v in values]
    return ", ".join(words)


@dataclass(frozen=True, slots=True)
class Key:
    """One parameter and its values: ``choices`` are named ones, ``low`` to ``high`` a range of
    whole numbers beside them.
    """

    name: str
    choices: tuple[Any, ...] = ()
    low: int = 1
    high: int = 0

    @property
    def allowed(self) -> str:
        """Say in words which values may stand here."""
        parts = [_in_words(self.choices)] if self.choices else []
        if self.low <= self.high:
            parts.append(f"{self.low} to {self.high}")
        return f"allowed are {' or '.join(parts)}"

    def checked(self, value: Any) -> Any:
        """Return the value in its canonical type; raises RulesError where it is not allowed."""
        for choice in self.choices:
            if value == choice and isinstance(value, bool) == isinstance(choice, bool):
                return choice
        if type(value) is int and self.low <= value <= self.high:
            return value
        raise RulesError(self.name, f"{value!r} is not allowed; {self.allowed}")


_YES_NO: Final = (True, False)

KEYS: Final[dict[str, Key]] = {
    key.name: key
    for key in (
        Key("form", (Form.DRAW,)),
        Key("deck", tuple(DECKS)),
        Key("three_of_a_kind", ("plain", 30, 30.5)),
        Key("three_aces", ("as_set", 31, 33)),
        Key("declare", tuple(Declare)),
        Key("special_costs", tuple(SpecialCosts)),
        Key("knocker_alone_lowest", low=1, high=2),
        Key("knocker_tied_lowest", tuple(TiedKnocker)),
        Key("return_taken_discard", _YES_NO),
        Key("minimum_knock", (None,), 2, 30),
        Key("lives", low=1, high=9),
        Key("grace", _YES_NO),
        Key("overflow_kills", _YES_NO),
        Key("bus_length", (None,), 1, 20),
        Key("max_laps", low=1, high=1000),
        Key("max_rounds", low=1, high=10_000),
    )
}
"""Every parameter that takes one value. ``players`` is a pair and is checked by itself."""

_LEAST_PLAYERS: Final = 2
_MOST_PLAYERS: Final = 9


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set, checked as a whole when it is made (docs/rules.md says what each key means).

    ``name`` is the preset it began with and ``players`` the fewest and the most seats.
    Raises RulesError for a value or a combination that makes no sense.
    """

    name: str
    form: Form
    deck: str
    players: tuple[int, int]
    three_of_a_kind: str | float
    three_aces: str | int
    declare: Declare
    special_costs: SpecialCosts
    knocker_alone_lowest: int
    knocker_tied_lowest: TiedKnocker
    return_taken_discard: bool
    minimum_knock: int | None
    lives: int
    grace: bool
    overflow_kills: bool
    bus_length: int | None
    max_laps: int
    max_rounds: int
    hands: HandValues = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, key in KEYS.items():
            object.__setattr__(self, name, key.checked(getattr(self, name)))
        object.__setattr__(self, "players", _checked_players(self.players, self.deck))
        self._check_combinations()
        sets = None if isinstance(self.three_of_a_kind, str) else self.three_of_a_kind
        aces = None if isinstance(self.three_aces, str) else self.three_aces
        object.__setattr__(self, "hands", hand_values(sets, aces))

    def _check_combinations(self) -> None:
        if self.overflow_kills and not self.grace:
            raise RulesError("overflow_kills", "allowed is false where grace is false")
        if self.bus_length is not None and self.grace:
            raise RulesError("grace", "allowed is false where bus_length is set")

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules.from_json, (self.to_json(),)

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that these rules do not serve; raises RulesError."""
        fewest, most = self.players
        if not fewest <= seats <= most:
            raise RulesError("players", f"{seats} seats are not allowed; {fewest} to {most} are")

    def to_json(self) -> dict[str, Any]:
        """Return every key with its value, ready for JSON."""
        data: dict[str, Any] = {"name": self.name, "players": list(self.players)}
        for name in KEYS:
            value = getattr(self, name)
            data[name] = value.value if isinstance(value, StrEnum) else value
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read rules from what ``to_json`` wrote; keys left out are those of the preset ``name``.

        Raises RulesError, also for a key that is not known.
        """
        name = data.get("name")
        if not isinstance(name, str) or name not in _PRESET_VALUES:
            raise RulesError(
                "name", f"{name!r} is no preset; {_in_words(tuple(_PRESET_VALUES))} are"
            )
        values = {**_PRESET_VALUES[name], **data}
        if isinstance(values["players"], list):
            values["players"] = tuple(values["players"])
        for key in values:
            if key not in _FIELDS:
                raise RulesError(key, f"is no key; {_in_words(tuple(_FIELDS))} are")
        return cls(**values)

    @property
    def overrides(self) -> dict[str, Any]:
        """Return the keys whose values differ from the preset's, with these rules' values."""
        base = PRESETS[self.name]
        return {key: value for key, value in self.to_json().items() if value != base.to_json()[key]}


_FIELDS: Final = tuple(f.name for f in fields(Rules) if f.init)


def _checked_players(players: Any, deck: str) -> tuple[int, int]:
    served = min((len(DECKS[deck]) - 1) // 3, _MOST_PLAYERS)
    try:
        fewest, most = players
        fits = _LEAST_PLAYERS <= fewest <= most <= served and {type(fewest), type(most)} == {int}
    except (TypeError, ValueError):
        fits = False
    if not fits:
        raise RulesError(
            "players",
            f"{players!r} is not allowed; a pair within {_LEAST_PLAYERS} to {served} is, "
            f"which is what a deck of {len(DECKS[deck])} cards serves",
        )
    return fewest, most


_NORWEGIAN: Final[dict[str, Any]] = {
    "form": Form.DRAW,
    "deck": "52",
    "players": (_LEAST_PLAYERS, _MOST_PLAYERS),
    "three_of_a_kind": "plain",
    "three_aces": "as_set",
    "declare": Declare.MUST,
    "special_costs": SpecialCosts.OTHERS,
    "knocker_alone_lowest": 2,
    "knocker_tied_lowest": TiedKnocker.FREE,
    "return_taken_discard": False,
    "minimum_knock": None,
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

_PRESET_VALUES: Final[dict[str, dict[str, Any]]] = {
    "norwegian": _NORWEGIAN,
    "finnish": _FINNISH,
    "swedish": _SWEDISH,
    "finnish-no-sets": _FINNISH | {"three_of_a_kind": "plain"},
    "swedish-five-lives": _SWEDISH | {"lives": 5},
    "norwegian-sets-30": _NORWEGIAN | {"three_of_a_kind": 30},
    "norwegian-sets-30-5": _NORWEGIAN | {"three_of_a_kind": 30.5},
    "scat": _NORWEGIAN | {"three_of_a_kind": 30},
    "scat-30-5": _NORWEGIAN | {"three_of_a_kind": 30.5},
    "norwegian-min-17": _NORWEGIAN | {"minimum_knock": 17},
    "norwegian-min-19": _NORWEGIAN | {"minimum_knock": 19},
    "norwegian-min-21": _NORWEGIAN | {"minimum_knock": 21},
    "cadillac": _NORWEGIAN | {"three_aces": 33},
    "ride-the-bus": _NORWEGIAN | {"bus_length": 4, "grace": False},
}

PRESETS: Final[Mapping[str, Rules]] = types.MappingProxyType(
    {name: Rules(name=name, **values) for name, values in _PRESET_VALUES.items()}
)
"""The rule sets that ship with the project, by name."""


def preset(name: str, **overrides: Any) -> Rules:
    """Return a preset with some of its keys changed.

    Raises RulesError for an unknown preset or key, and for rules that make no sense together.
    """
    return Rules.from_json({**overrides, "name": name})
