"""Turn what a person uploads into the checked files of a version, or say why not.

Nothing here imports, compiles or runs what was uploaded, or writes it to a disk.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from thirtyone.forms import FORMS
from tournament.bots.archives import (
    ArchiveLimits,
    read_archive,
    shown,
    size_text,
    write_archive,
)
from tournament.bots.refusals import UploadRefused

__all__ = ["Upload", "UploadLimits", "UploadRefused", "read_upload"]

ENTRY: Final = "bot.py"
ABOUT: Final = "bot.toml"
_ABOUT_BYTES: Final = 4096
# What file managers, editors and Python leave behind; it is no part of a bot.
_JUNK: Final = {
    "__MACOSX",
    "__pycache__",
    ".DS_Store",
    ".git",
    ".idea",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".venv",
    ".vscode",
    "Thumbs.db",
    "desktop.ini",
}


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """How large an upload may be, in bytes; `entries` counts everything in a zip."""

    source_bytes: int
    zip_bytes: int
    unpacked_bytes: int
    entries: int


def configured_limits() -> UploadLimits:
    """Return the limits that the settings name."""
    return UploadLimits(
        settings.KNOCK_SOURCE_BYTES,
        settings.KNOCK_ZIP_BYTES,
        settings.KNOCK_UNPACKED_BYTES,
        settings.KNOCK_ZIP_ENTRIES,
    )


@dataclass(frozen=True, slots=True)
class Upload:
    """Checked files by path, with `bot.py` among them, and what they say of themselves."""

    files: Mapping[str, bytes]
    language: str
    forms: tuple[str, ...]

    @property
    def archive(self) -> bytes:
        """The files as a zip of our own, the same bytes for the same files."""
        return write_archive(self.files)

    @property
    def size(self) -> int:
        """The bytes of all files, unpacked."""
        return sum(map(len, self.files.values()))


def digest(archive: bytes) -> str:
    """Return the hexadecimal SHA-256 by which an archive is known."""
    return hashlib.sha256(archive).hexdigest()


def read_upload(name: str, content: bytes, limits: UploadLimits | None = None) -> Upload:
    """Return the files of an upload: one `.py`, or a `.zip` with `bot.py` and maybe `bot.toml`.

    Without limits those of the settings hold. Raises UploadRefused with a message for the person
    who uploaded it.
    """
    limits = limits or configured_limits()
    suffix = PurePosixPath(name.replace("\\", "/")).suffix.lower()
    if suffix not in {".py", ".zip"}:
        raise UploadRefused(_("Please upload one .py file, or a .zip file with a bot.py in it."))
    check_size(suffix, len(content), limits)
    if suffix == ".py":
        files = {ENTRY: content}
    else:
        unpacked = read_archive(content, ArchiveLimits(limits.unpacked_bytes, limits.entries))
        files = _without_top_folder(_without_junk(unpacked))
    return upload_of(files)


def check_size(suffix: str, size: int, limits: UploadLimits) -> None:
    """Refuse a file by its suffix and size in bytes, so that a caller need not read it first."""
    most = limits.source_bytes if suffix == ".py" else limits.zip_bytes
    if size > most:
        raise UploadRefused(
            _("The file has %(size)s; a %(kind)s file may have %(most)s.")
            % {"size": size_text(size), "kind": suffix, "most": size_text(most)}
        )


def upload_of(files: Mapping[str, bytes]) -> Upload:
    """Return files as an upload once they are found to be a bot; raises UploadRefused."""
    if ENTRY not in files:
        raise UploadRefused(_("There is no bot.py at the top of the zip file."))
    if not files[ENTRY].removeprefix(b"\xef\xbb\xbf").strip():
        raise UploadRefused(_("bot.py is empty."))
    for path, content in files.items():
        if path.endswith(".py"):
            _check_text(path, content)
    return Upload(dict(sorted(files.items())), "python", _forms(files.get(ABOUT)))


def _without_junk(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {
        path: content
        for path, content in files.items()
        if _JUNK.isdisjoint(path.split("/")) and not path.endswith((".pyc", ".pyo"))
    }


def _without_top_folder(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Strip the folder that everything is in, as when a folder was packed and not its files."""
    tops = {path.split("/")[0] for path in files}
    if ENTRY in files or len(tops) != 1 or any("/" not in path for path in files):
        return dict(files)
    return {path.partition("/")[2]: content for path, content in files.items()}


def _check_text(path: str, content: bytes) -> None:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UploadRefused(
            _("%(file)s is not UTF-8 text (see line %(line)d). Please save it as UTF-8.")
            % {"file": shown(path), "line": line}
        ) from error
    if "\0" in text:
        raise UploadRefused(_("%s holds NUL bytes, so it is no Python source.") % shown(path))


def _forms(about: bytes | None) -> tuple[str, ...]:
    """Return the forms that `bot.toml` names; the first form where it names none."""
    known = [form.value for form in FORMS]
    if about is None:
        return (known[0],)
    # A parser of TOML may take time by the square of the length.
    if len(about) > _ABOUT_BYTES:
        raise UploadRefused(
            _("bot.toml has %(size)s; it may have %(most)s.")
            % {"size": size_text(len(about)), "most": size_text(_ABOUT_BYTES)}
        )
    try:
        table = tomllib.loads(about.decode("utf-8-sig").replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:
        raise UploadRefused(
            _("bot.toml cannot be read: %s") % str(error)[:200].replace("\0", "")
        ) from error
    forms = table.get("forms", [known[0]])
    if not isinstance(forms, list) or not forms or any(form not in known for form in forms):
        raise UploadRefused(
            _("In bot.toml, forms must be a list of what the bot plays, out of: %s")
            % ", ".join(known)
        )
    return tuple(form for form in known if form in forms)
