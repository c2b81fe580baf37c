"""Read what a bot says it plays, from its ``bot.toml`` or from its class, without running it."""

from __future__ import annotations

import ast
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
    try:
        return tomllib.loads(content.decode("utf-8-sig").replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:
        raise ManifestError(f"{MANIFEST} cannot be read: {error}") from None


def _from_class(source: bytes) -> dict[str, Any]:
    """Find ``forms = …`` and ``rule_sets = …`` in a class of the source, as plain values.

    A file that is no Python says nothing here; what is wrong with it shows when it is started.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    said: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.bases:
            for name, value in _assigned(node):
                if name in _KEYS:
                    said[name] = _plain(name, value)
    return said


def _assigned(node: ast.ClassDef) -> list[tuple[str, ast.expr]]:
    found = []
    for line in node.body:
        if isinstance(line, ast.Assign):
            found += [(t.id, line.value) for t in line.targets if isinstance(t, ast.Name)]
        elif isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.value:
            found.append((line.target.id, line.value))
    return found


def _plain(name: str, value: ast.expr) -> Any:
    try:
        return ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        raise ManifestError(f"{PROGRAM}: {name} must be written out, as a tuple of texts") from None
