"""Pack the author's kit as a zip: the engine, the example bots, and the pages for authors."""

import functools
import hashlib
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings

TOP: Final = "thirtyone-kit"
_FOLDERS: Final = ("bots_examples", "docs/authors", "thirtyone")
_FILES: Final = ("LICENSE", "docs/deals.md", "docs/protocol.md", "docs/records.md", "docs/rules.md")
_README: Final = "thirtyone/README.md"
_LEFT_OUT: Final = frozenset({"__pycache__", "target", "node_modules"})
_MOMENT: Final = (2000, 1, 1, 0, 0, 0)
"""The time on every file, so that the same files always make the same zip."""


@dataclass(frozen=True, slots=True)
class AuthorKit:
    """The kit as one download."""

    content: bytes
    sha256: str


@functools.cache
def author_kit() -> AuthorKit:
    """Return the kit of this installation."""
    content = packed(Path(settings.BASE_DIR))
    return AuthorKit(content, hashlib.sha256(content).hexdigest())


def packed(root: Path) -> bytes:
    """Return the zip of a checkout; the same files make the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in sorted(_members(root)):
            entry = zipfile.ZipInfo(f"{TOP}/{name}", _MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, so that the permissions count
            entry.external_attr = (0o755 if path.stat().st_mode & 0o100 else 0o644) << 16
            archive.writestr(entry, path.read_bytes())
    return target.getvalue()


def _members(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name in the zip and the path of every file of the kit that is here."""
    yield "README.md", root / _README
    for name in _FILES:
        if (root / name).is_file():
            yield name, root / name
    for folder in _FOLDERS:
        for path in (root / folder).rglob("*"):
            inside = path.relative_to(root)
            if path.is_file() and not path.is_symlink() and _LEFT_OUT.isdisjoint(inside.parts):
                yield inside.as_posix(), path
