"""Write values as people and programs read them."""

import json
from typing import Any


def as_json(value: object) -> str:
    """Return a value as JSON over several lines."""
    return json.dumps(value, indent=2)


def spoken(value: Any) -> str:
    """Return the value of a key of the rules, or of a hand, as it would be typed."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ",".join(map(spoken, value))
    return str(value)
