"""Pack the JSON of a record into few bytes, and unpack that of every version (docs/records.md)."""

import bz2
import json
import zlib
from typing import Any, Final

FORMAT: Final = "knock record"
VERSION: Final = 2
MOST_BYTES: Final = 64 * 1024 * 1024
"""How long a record may be when unpacked."""

_BZIP2: Final = b"BZh"


class UnreadableRecord(ValueError):
    """Bytes that are no record, or one of a version that is not known here."""


def pack(data: dict[str, Any]) -> bytes:
    """Return the fields of a record as bytes of the newest version."""
    marked = {"format": FORMAT, "version": VERSION, **data}
    return bz2.compress(json.dumps(marked, separators=(",", ":")).encode())


def unpack(packed: bytes) -> Any:
    """Return what JSON the bytes of a record of any version hold; raises UnreadableRecord."""
    version = 2 if packed.startswith(_BZIP2) else 1
    unpacker = bz2.BZ2Decompressor() if version == 2 else zlib.decompressobj()
    try:
        text = unpacker.decompress(packed, MOST_BYTES)
        if not unpacker.eof:
            raise UnreadableRecord("the record is cut short or longer than allowed")
        data = json.loads(text)
        stated = data["version"]
    except (zlib.error, OSError) as error:
        raise UnreadableRecord("this is no record: it is not packed like one") from error
    except (KeyError, TypeError, RecursionError) as error:
        raise UnreadableRecord(f"this is no record: {error!r}") from error
    except ValueError as error:
        if isinstance(error, UnreadableRecord):
            raise
        raise UnreadableRecord(f"this is no record: {error}") from error
    if type(stated) is not int or stated != version:
        raise UnreadableRecord(f"records of version {stated!r} are not known here")
    return data
