"""Read JSON that a stranger wrote, and refuse everything that two parsers could read differently.

``json.loads`` takes UTF-16, ``NaN``, the last of two equal keys and integers of any length. A bot
that relied on one of these would play differently with the next parser, or cost the referee a
million digits; here each of them is refused with a reason that can be shown to its owner.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

MAX_DIGITS = 9


class NotStrict(ValueError):
    """Says why a line is not JSON as this project accepts it."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def _refuse_float(text: str) -> NoReturn:
    raise NotStrict("numbers must be whole, without a point or an exponent")


def _refuse_constant(text: str) -> NoReturn:
    raise NotStrict(f"{text} is not JSON")


def _short_int(text: str) -> int:
    if len(text.lstrip("-")) > MAX_DIGITS:
        raise NotStrict(f"an integer of more than {MAX_DIGITS} digits")
    return int(text)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotStrict("a key appears twice in one object")
    return found


def _check_texts(value: Any) -> None:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            waiting.extend(item)
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)
        elif isinstance(item, str):
            if "\0" in item:
                raise NotStrict("a NUL character inside a text")
            if any("\ud800" <= char <= "\udfff" for char in item):
                raise NotStrict("half of a surrogate pair inside a text")


_DECODER = json.JSONDecoder(
    parse_float=_refuse_float,
    parse_int=_short_int,
    parse_constant=_refuse_constant,
    object_pairs_hook=_without_duplicates,
)


def loads(line: bytes) -> Any:
    """Return the value of one JSON text in UTF-8; raises NotStrict with the reason."""
    if b"\0" in line:
        raise NotStrict("a NUL byte")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotStrict(f"not UTF-8 at byte {error.start}") from None
    try:
        value = _DECODER.decode(text)
    except NotStrict:
        raise
    except RecursionError:
        raise NotStrict("nested too deeply") from None
    except ValueError as error:
        raise NotStrict(f"not JSON: {error}") from None
    if "\\" in text:  # only an escape can bring in what the decoding above has not refused
        _check_texts(value)
    return value
