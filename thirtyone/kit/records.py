"""Read a record from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from thirtyone.kit.refusal import Refusal
from thirtyone.packing import UnreadableRecord
from thirtyone.record import Record, decode

_MOST_BYTES: Final = 64 * 1024 * 1024


def read_record(file: str) -> Record:
    """Return the record in a file; raises Refusal where there is none."""
    if not file:
        raise Refusal("'' is no file")
    try:
        with Path(file).open("rb") as source:
            content = source.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Refusal(f"{file}: {getattr(error, 'strerror', None) or error}") from error
    if len(content) > _MOST_BYTES:
        raise Refusal(f"{file}: is too long for a record")
    try:
        return decode(content)
    except UnreadableRecord as error:
        raise Refusal(f"{file}: {error}") from error
