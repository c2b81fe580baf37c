"""Read what a bot says it plays, from its ``bot.toml`` or from its class.

The bot is neither run nor compiled, and what is read is short, because a server reads it too.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from thirtyone.forms import FORMS
from thirtyone.rules import PRESETS, Form, Rules

PROGRAM: Final = "bot.py"
MANIFEST: Final = "bot.toml"
_KEYS: Final = ("forms", "rule_sets")
# A parser of TOML may take time by the square of the length.
_MANIFEST_BYTES: Final = 4096
# An attribute of a class, on one line or over several: ``forms = ("draw", "exchange")``.
_ATTRIBUTE: Final = re.compile(
    rb"^[ \t]+(forms|rule_sets)[ \t]*(?::[^=\n]{1,60})?=[ \t]*([(\[][^()\[\]]{0,600}[)\]])",
    re.MULTILINE,
)


class ManifestError(ValueError):
    """Says what is wrong with what a bot says about itself."""


@dataclass(frozen=True, slots=True)
class Plays:
    """What a bot plays: forms, and rule sets where it plays only some of them."""

    forms: tuple[Form, ...] = (Form.DRAW,)
    rule_sets: tuple[str, ...] = ()

    def allows(self, rules: Rules) -> bool:
        """Tell whether the bot may be asked to play by these rules."""
        if self.rule_sets:
            return rules.name in self.rule_sets
        return rules.form in self.forms

    def in_words(self) -> str:
        """Say what it plays."""
        if self.rule_sets:
            return f"only {', '.join(self.rule_sets)}"
        return f"the {' and the '.join(form.value for form in self.forms)} form"

    @classmethod
    def of(cls, said: Mapping[str, Any], where: str) -> Self:
        """Check what was said under ``forms`` and ``rule_sets``; raises ManifestError."""
        known = [form.value for form in FORMS]
        forms = _names(said, "forms", known, where)
        rule_sets = _names(said, "rule_sets", list(PRESETS), where)
        if rule_sets:
            played = {PRESETS[name].form for name in rule_sets}
            return cls(tuple(form for form in FORMS if form in played), rule_sets)
        return cls(tuple(form for form in FORMS if form.value in forms) or (Form.DRAW,))


def _names(said: Mapping[str, Any], key: str, known: list[str], where: str) -> tuple[str, ...]:
    if key not in said or said[key] == ():
        return ()
    names = said[key]
    if not isinstance(names, (list, tuple)) or not names or any(n not in known for n in names):
        raise ManifestError(f"{where}: {key} must be a list out of {', '.join(known)}")
    return tuple(names)


def plays_of(files: Mapping[str, bytes]) -> Plays:
    """Return what a bot with these files (by name) plays; the draw form where it says nothing.

    What ``bot.toml`` says counts before what the class in ``bot.py`` says. Raises ManifestError.
    """
    if MANIFEST in files:
        said = _from_manifest(files[MANIFEST])
        if any(key in said for key in _KEYS):
            return Plays.of(said, MANIFEST)
    return Plays.of(_from_class(files.get(PROGRAM, b"")), PROGRAM)


def plays_at(file: Path) -> Plays:
    """Return what the Python program in a file plays, by itself or a ``bot.toml`` beside it."""
    files = {PROGRAM: file.read_bytes()} if file.suffix == ".py" else {}
    manifest = file.parent / MANIFEST
    if file.stem == "bot" and manifest.is_file():
        files[MANIFEST] = manifest.read_bytes()
    return plays_of(files)


def _from_manifest(content: bytes) -> dict[str, Any]:
    if len(content) > _MANIFEST_BYTES:
        raise ManifestError(f"{MANIFEST} has {len(content)} bytes; it may have {_MANIFEST_BYTES}")
    try:
        return tomllib.loads(content.decode("utf-8-sig").replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:
        why = str(error)[:200].replace("\0", "")
        raise ManifestError(f"{MANIFEST} cannot be read: {why}") from None


def _from_class(source: bytes) -> dict[str, Any]:
    """Find ``forms = (…)`` and ``rule_sets = (…)`` in a class of the source, as plain values."""
    said: dict[str, Any] = {}
    for found in _ATTRIBUTE.finditer(source.replace(b"\r\n", b"\n")):
        name = found[1].decode("ascii")
        said.setdefault(name, _plain(name, found[2]))
    return said


def _plain(name: str, value: bytes) -> Any:
    try:
        return ast.literal_eval(value.decode("utf-8"))
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        raise ManifestError(f"{PROGRAM}: {name} must be written out, as a tuple of texts") from None
