"""Write values as people and programs read them."""

import json
from typing import Any, Final

_FIRE_COUNTS: Final = 32
"""What fire counts among numbers: more than 31, less than 33."""


def as_json(value: object) -> str:
    """Return a value as JSON over several lines."""
    return json.dumps(value, indent=2)


def plain(value: Any) -> Any:
    """Return a hand's value as a number or, where it has one, its name: ``"fire"``."""
    return "fire" if value == _FIRE_COUNTS else value


def spoken(value: Any) -> str:
    """Return the value of a key of the rules, or of a hand, as it would be typed."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ",".join(map(spoken, value))
    return str(value)
