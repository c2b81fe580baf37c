"""Turn nested tuples into the lists that JSON has, and back."""

from enum import Enum
from typing import Any


def as_lists(data: dict[str, Any]) -> dict[str, Any]:
    """Return a dictionary with every tuple in it as a list and every enumeration as its value."""
    return {key: _listed(value) for key, value in data.items()}


def as_tuples(data: dict[str, Any]) -> dict[str, Any]:
    """Return a dictionary with every list in it as a tuple."""
    return {key: _tupled(value) for key, value in data.items()}


def _listed(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [_listed(item) for item in value]
    return value.value if isinstance(value, Enum) else value


def _tupled(value: Any) -> Any:
    return tuple(_tupled(item) for item in value) if isinstance(value, list) else value
