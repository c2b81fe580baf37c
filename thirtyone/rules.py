"""Hold the rules of a game as one frozen value: a preset and what differs from it."""

import types
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Final, Self

from thirtyone.cards import DECKS
from thirtyone.hands import HandValues, hand_values
from thirtyone.keys import (
    KEYS,
    DealtSpecial,
    Declare,
    Form,
    Key,
    RulesError,
    SpecialCosts,
    Swap,
    TiedKnocker,
    in_words,
)
from thirtyone.rule_sets import FEWEST_PLAYERS, MOST_PLAYERS, RULE_SETS

__all__ = [
    "KEYS",
    "PRESETS",
    "DealtSpecial",
    "Declare",
    "Form",
    "Key",
    "Rules",
    "RulesError",
    "SpecialCosts",
    "Swap",
    "TiedKnocker",
    "preset",
]

_NOT_DEALT: Final = {Form.DRAW: 1, Form.EXCHANGE: 3}
"""How many cards a round needs beside three for each player: those turned up, or chosen from."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set, checked as a whole when it is made (docs/rules.md says what each key means).

    ``name`` is the preset it began with and ``players`` the fewest and the most seats. A key that
    has no meaning under the others is None. Raises RulesError for a value or a combination that
    makes no sense.
    """

    name: str
    form: Form
    deck: str
    players: tuple[int, int]
    three_of_a_kind: str | float
    three_aces: str | int
    declare: Declare
    special_costs: SpecialCosts
    fire_costs: SpecialCosts | None
    knocker_alone_lowest: int
    knocker_tied_lowest: TiedKnocker | None
    return_taken_discard: bool | None
    minimum_knock: int | None
    swap: Swap | None
    dealers_choice: bool | None
    dealt_special: DealtSpecial | None
    suit_order: bool
    lives: int
    grace: bool
    overflow_kills: bool
    bus_length: int | None
    max_laps: int
    max_rounds: int
    hands: HandValues = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, key in KEYS.items():
            object.__setattr__(self, name, key.checked(getattr(self, name), self.form))
        players = _checked_players(self.players, self.deck, self.form)
        object.__setattr__(self, "players", players)
        self._check_combinations()
        sets = None if isinstance(self.three_of_a_kind, str) else self.three_of_a_kind
        aces = None if self.three_aces == "as_set" else self.three_aces
        object.__setattr__(self, "hands", hand_values(sets, aces, self.suit_order))

    def _check_combinations(self) -> None:
        """Refuse values that are each allowed and make no sense together."""
        fire = self.three_aces == "fire"
        for key, nonsense, allowed in (
            ("overflow_kills", self.overflow_kills and not self.grace, "false where grace is"),
            ("grace", self.grace and self.bus_length is not None, "false where bus_length is set"),
            ("fire_costs", fire and not self.fire_costs, "others, lowest where three_aces is fire"),
            ("fire_costs", self.fire_costs and not fire, "none where three_aces is not fire"),
            (
                "knocker_tied_lowest",
                self.suit_order and self.knocker_tied_lowest,
                "none where suit_order is true: no hands are level",
            ),
            (
                "knocker_tied_lowest",
                not self.suit_order and not self.knocker_tied_lowest,
                "free, pays where suit_order is false",
            ),
            (
                "declare",
                self.form is Form.EXCHANGE and self.declare is Declare.MUST,
                "auto in the exchange form",
            ),
            (
                "dealt_special",
                self.dealt_special is DealtSpecial.DEALER_ONLY and not self.dealers_choice,
                "opponents, none where dealers_choice is false",
            ),
        ):
            if nonsense:
                value = self.to_json()[key]
                raise RulesError(key, f"{in_words((value,))} is not allowed; allowed: {allowed}")

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
        if not isinstance(name, str) or name not in RULE_SETS:
            raise RulesError("name", f"{name!r} is no preset; {in_words(tuple(RULE_SETS))} are")
        values = {**RULE_SETS[name], **data}
        if isinstance(values["players"], list):
            values["players"] = tuple(values["players"])
        for key in values:
            if key not in _FIELDS:
                raise RulesError(key, f"is no key; {in_words(tuple(_FIELDS))} are")
        return cls(**values)

    @property
    def overrides(self) -> dict[str, Any]:
        """Return the keys whose values differ from the preset's, with these rules' values."""
        base = PRESETS[self.name]
        return {key: value for key, value in self.to_json().items() if value != base.to_json()[key]}


_FIELDS: Final = tuple(f.name for f in fields(Rules) if f.init)


def _checked_players(players: Any, deck: str, form: Form) -> tuple[int, int]:
    served = min((len(DECKS[deck]) - _NOT_DEALT[form]) // 3, MOST_PLAYERS)
    try:
        fewest, most = players
        fits = FEWEST_PLAYERS <= fewest <= most <= served and {type(fewest), type(most)} == {int}
    except (TypeError, ValueError):
        fits = False
    if not fits:
        raise RulesError(
            "players",
            f"{players!r} is not allowed; a pair within {FEWEST_PLAYERS} to {served} is, "
            f"which is what a deck of {len(DECKS[deck])} cards serves in the {form} form",
        )
    return fewest, most


PRESETS: Final[Mapping[str, Rules]] = types.MappingProxyType(
    {name: Rules(name=name, **values) for name, values in RULE_SETS.items()}
)
"""The rule sets that ship with the project, by name."""


def preset(name: str, **overrides: Any) -> Rules:
    """Return a preset with some of its keys changed.

    Raises RulesError for an unknown preset or key, and for rules that make no sense together.
    """
    return Rules.from_json({**overrides, "name": name})
