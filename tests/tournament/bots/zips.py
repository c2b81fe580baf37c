"""Zip files as strangers make them, good and bad."""

import io
import stat
import struct
import warnings
import zipfile
from collections.abc import Sequence

BOT = b'"""A bot."""\nprint("hello")\n'


def zip_of(entries: Sequence[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip with entries in the order given, names as they are."""
    target = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(target, "w", method) as archive:
        warnings.simplefilter("ignore")  # zipfile warns of duplicate names
        for name, content in entries:
            info = zipfile.ZipInfo("replaced")
            info.filename = name
            info.compress_type = method
            archive.writestr(info, content)
    return target.getvalue()


def zip_with_mode(name: str, content: bytes, mode: int) -> bytes:
    """Return a zip of bot.py and an entry with a Unix mode, such as a link's."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("bot.py", BOT)
        info = zipfile.ZipInfo(name)
        info.create_system = 3
        info.external_attr = mode << 16
        archive.writestr(info, content)
    return target.getvalue()


def link_zip() -> bytes:
    """Return a zip with a symbolic link in it."""
    return zip_with_mode("passwords", b"/etc/passwd", stat.S_IFLNK | 0o777)


def renamed(content: bytes, old: bytes, new: bytes) -> bytes:
    """Return a zip in which a name was overwritten, byte for byte, in every place."""
    assert len(old) == len(new)
    return content.replace(old, new)


def flagged(content: bytes, flag: int) -> bytes:
    """Return a zip whose first entry carries a flag bit in both of its headers."""
    changed = bytearray(content)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = content.index(signature) + offset
        (flags,) = struct.unpack_from("<H", content, place)
        struct.pack_into("<H", changed, place, flags | flag)
    return bytes(changed)


def resized(content: bytes, size: int) -> bytes:
    """Return a zip whose first entry states another size unpacked than it has."""
    changed = bytearray(content)
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<L", changed, content.index(signature) + offset, size)
    return bytes(changed)
