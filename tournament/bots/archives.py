"""Read zip archives that strangers made, and write our own, the same bytes for the same files."""

import io
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournament.bots.refusals import UploadRefused

_CHUNK: Final = 64 * 1024
_NAME_LENGTH: Final = 200
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_PLAIN_METHODS: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_ENCRYPTED: Final = 0x1 | 0x40 | 0x2000  # encrypted, strongly encrypted, names masked
# What the zipfile module is known to raise on bytes that are no archive or a damaged one.
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OverflowError,
    IndexError,
    OSError,
)


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """How much an archive may hold: bytes unpacked, and entries of any kind."""

    unpacked_bytes: int
    entries: int


def read_archive(content: bytes, limits: ArchiveLimits) -> dict[str, bytes]:
    """Return an archive's files by path, folders left out; nothing is written anywhere.

    Sizes are counted while unpacking, whatever the archive says of itself. Raises UploadRefused
    for a damaged or encrypted archive, one beyond the limits, and for any entry that is no plain
    file or folder, or whose name could lead out of the folder that it is unpacked to.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _read_entries(archive, limits)
    except _DAMAGE as error:
        raise UploadRefused(
            _("This zip file is damaged or incomplete and cannot be opened. Please pack it again.")
        ) from error


def _read_entries(archive: zipfile.ZipFile, limits: ArchiveLimits) -> dict[str, bytes]:
    entries = archive.infolist()
    if len(entries) > limits.entries:
        raise UploadRefused(
            _("The zip file has %(count)d entries; %(most)d are allowed.")
            % {"count": len(entries), "most": limits.entries}
        )
    files: dict[str, bytes] = {}
    names: set[str] = set()
    left = limits.unpacked_bytes
    for entry in entries:
        name = _checked_name(entry)
        if name in names:
            raise UploadRefused(_("The zip file has two entries called %s.") % shown(name))
        names.add(name)
        if entry.is_dir():
            continue
        files[name] = _unpack(archive, entry, left, limits)
        left -= len(files[name])
    _check_folders(files)
    return files


def _unpack(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, left: int, limits: ArchiveLimits
) -> bytes:
    parts: list[bytes] = []
    size = 0
    with archive.open(entry) as file:
        while chunk := file.read(_CHUNK):
            size += len(chunk)
            if size > left:
                raise UploadRefused(
                    _("The zip file is larger than %(most)s when unpacked.")
                    % {"most": size_text(limits.unpacked_bytes)}
                )
            parts.append(chunk)
    if size != entry.file_size:
        raise zipfile.BadZipFile("the size stated is not the size found")
    return b"".join(parts)


def _checked_name(entry: zipfile.ZipInfo) -> str:
    """Return an entry's path without a closing slash; raises UploadRefused."""
    name = entry.orig_filename
    if entry.flag_bits & _ENCRYPTED:
        raise UploadRefused(_("The zip file is encrypted. Please pack it without a password."))
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        raise UploadRefused(
            _("%s is a link or a special file; only plain files and folders are allowed.")
            % shown(name)
        )
    if entry.compress_type not in _PLAIN_METHODS:
        raise UploadRefused(
            _("%s is packed by an unusual method; please use ordinary zip compression.")
            % shown(name)
        )
    # What is checked is what is kept: one letter may be one code point or several.
    path = unicodedata.normalize("NFC", name[:-1] if entry.is_dir() else name)
    if not _is_plain_path(path):
        raise UploadRefused(
            _("The zip file has an entry whose name is not allowed: %s") % shown(name)
        )
    return path


def _is_plain_path(path: str) -> bool:
    if not path.isprintable() or "\\" in path or re.match(r"[A-Za-z]:", path):
        return False
    if len(path.encode("utf-8", "replace")) > _NAME_LENGTH:
        return False
    return all(part not in {"", ".", ".."} and part == part.strip() for part in path.split("/"))


def _check_folders(files: Mapping[str, bytes]) -> None:
    """Refuse a name that is both a file and a folder of other files."""
    for path in files:
        parts = path.split("/")
        for length in range(1, len(parts)):
            folder = "/".join(parts[:length])
            if folder in files:
                raise UploadRefused(
                    _("%s is both a file and a folder in the zip file.") % shown(folder)
                )


def write_archive(files: Mapping[str, bytes]) -> bytes:
    """Pack files into a zip whose bytes depend on their names and contents alone.

    Nothing is compressed, because compressed bytes differ between releases of the compressor.
    """
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.create_system = 3
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, files[name])
    return target.getvalue()


def shown(name: str) -> str:
    """Return a stranger's file name so that it can be shown: escaped, quoted and short."""
    text = name if len(name) <= 60 else name[:57] + "…"
    return "“" + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text) + "”"


def size_text(count: int) -> str:
    """Return a number of bytes in the largest unit that fits, such as `8 MiB`."""
    for unit, factor in (("MiB", 1024 * 1024), ("KiB", 1024)):
        if count >= factor:
            return f"{count / factor:.4g} {unit}"
    return f"{count} B"
