"""Name every parameter of a rule set and the values that it allows."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from thirtyone.cards import DECKS


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


class Swap(StrEnum):
    """How many cards may be exchanged with the table at a time."""

    ONE = "one"
    THREE = "three"
    ONE_OR_THREE = "one,three"


class DealtSpecial(StrEnum):
    """What still happens when somebody was dealt a special hand, before the round is settled.

    ``opponents``: the dealer's choice, then one exchange of each player without a special;
    ``dealer_only``: the choice alone; ``none``: nothing.
    """

    OPPONENTS = "opponents"
    DEALER_ONLY = "dealer_only"
    NONE = "none"


class RulesError(ValueError):
    """A rule set that cannot be played; ``key`` names the parameter, ``message`` what it allows."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(f"{key}: {message}")
        self.key = key
        self.message = message


def in_words(values: tuple[Any, ...]) -> str:
    """List values as people write them: ``none, true, 31``."""
    words = ["none" if v is None else str(v).lower() for v in values]
    return ", ".join(words)


@dataclass(frozen=True, slots=True)
class Key:
    """One parameter and its values: ``choices`` are named ones, ``low`` to ``high`` a range of
    whole numbers beside them. ``form`` is the one form that it belongs to, None for every form;
    in another form its value is None.
    """

    name: str
    choices: tuple[Any, ...] = ()
    low: int = 1
    high: int = 0
    form: Form | None = None

    @property
    def allowed(self) -> str:
        """Say in words which values may stand here."""
        parts = [in_words(self.choices)] if self.choices else []
        if self.low <= self.high:
            parts.append(f"{self.low} to {self.high}")
        return f"allowed are {' or '.join(parts)}"

    def checked(self, value: Any, form: Any) -> Any:
        """Return the value in its canonical type; raises RulesError where it is not allowed."""
        if self.form is not None and form != self.form:
            if value is None:
                return None
            raise RulesError(
                self.name,
                f"{value!r} is not allowed; it belongs to the {self.form} form, "
                f"allowed is none in the {form} form",
            )
        for choice in self.choices:
            if value == choice and isinstance(value, bool) == isinstance(choice, bool):
                return choice
        if value is None and "none" in self.choices:
            return self.choices[self.choices.index("none")]
        if type(value) is int and self.low <= value <= self.high:
            return value
        raise RulesError(self.name, f"{value!r} is not allowed; {self.allowed}")


_YES_NO: Final = (True, False)

KEYS: Final[dict[str, Key]] = {
    key.name: key
    for key in (
        Key("form", tuple(Form)),
        Key("deck", tuple(DECKS)),
        Key("three_of_a_kind", ("plain", 30, 30.5)),
        Key("three_aces", ("as_set", 31, 33, "fire")),
        Key("declare", tuple(Declare)),
        Key("special_costs", tuple(SpecialCosts)),
        Key("fire_costs", (None, *SpecialCosts)),
        Key("knocker_alone_lowest", low=1, high=2),
        Key("knocker_tied_lowest", (None, *TiedKnocker)),
        Key("return_taken_discard", _YES_NO, form=Form.DRAW),
        Key("minimum_knock", (None,), 2, 30),
        Key("swap", tuple(Swap), form=Form.EXCHANGE),
        Key("dealers_choice", _YES_NO, form=Form.EXCHANGE),
        Key("dealt_special", tuple(DealtSpecial), form=Form.EXCHANGE),
        Key("suit_order", _YES_NO),
        Key("lives", low=1, high=9),
        Key("grace", _YES_NO),
        Key("overflow_kills", _YES_NO),
        Key("bus_length", (None,), 1, 20),
        Key("max_laps", low=1, high=1000),
        Key("max_rounds", low=1, high=10_000),
    )
}
"""Every parameter that takes one value. ``players`` is a pair and is checked by itself."""
