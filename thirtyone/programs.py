"""Find a bot on this machine and run it: a house bot by name, a folder, a file or a command line.

For the author's kit at home: what is started here is trusted and confined by nothing.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from thirtyone.bot import Bot
from thirtyone.in_process import InProcessPlayer
from thirtyone.manifest import ManifestError, Plays, plays_at
from thirtyone.pipes import PipeChannel
from thirtyone.players import LinePlayer
from thirtyone.rules import Form

INSTALLATION: Final = Path(__file__).resolve().parents[1]
HOUSE: Final = INSTALLATION / "bots_examples"


class NoSuchBot(ValueError):
    """Says that a name, a path or a command line leads to no bot."""


@dataclass(frozen=True, slots=True)
class Program:
    """A bot's file and the name to call it by; ``command`` where a whole command line was given.

    A file is started in its own folder, a command line where the kit was called.
    """

    name: str
    file: Path
    command: tuple[str, ...] = ()

    @property
    def argv(self) -> tuple[str, ...]:
        """The command that starts it."""
        if self.command:
            return self.command
        if self.file.suffix == ".py":
            return (sys.executable, str(self.file))
        return (str(self.file),)

    @property
    def shell_line(self) -> str:
        """The command that starts it, to be pasted into a shell."""
        line = shlex.join(self.argv)
        if self.command or self.file.suffix != ".py":
            return line
        return f"PYTHONPATH={shlex.quote(str(INSTALLATION))} {line}"

    def plays(self) -> Plays:
        """Return what the bot says it plays; a command line plays every form.

        Raises NoSuchBot where what it says makes no sense.
        """
        if self.command:
            return Plays(tuple(Form))
        try:
            return plays_at(self.file)
        except (ManifestError, OSError) as error:
            raise NoSuchBot(f"{self.name}: {error}") from error

    def open_channel(self, chance: str = "") -> PipeChannel:
        """Start the program as a plain process that can import ``thirtyone``; raises OurFault.

        ``chance`` (hexadecimal) seeds what is random in a bot in Python, the order of its sets
        too, so that a match can be repeated.
        """
        paths = [str(INSTALLATION), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        if chance:
            environment["THIRTYONE_SEED"] = chance
            environment.setdefault("PYTHONHASHSEED", str(int(chance[:8], 16)))
        folder = None if self.command else self.file.parent
        return PipeChannel(self.argv, cwd=folder, environment=environment)

    def player(self, chance: str = "") -> LinePlayer:
        """Return a player that runs the program in a process of its own."""
        return LinePlayer(lambda: self.open_channel(chance))

    def in_process_player(self) -> InProcessPlayer:
        """Return a player that calls the bot class in this process; raises NoSuchBot."""
        if self.command or self.file.suffix != ".py":
            raise NoSuchBot(f"{self.name} is no Python file, so it cannot play in process")
        return InProcessPlayer(load_class(self.file))


def house_bots() -> tuple[str, ...]:
    """Return the names of the house bots that are here."""
    return tuple(sorted(file.parent.name for file in HOUSE.glob("*/bot.py")))


def find(bot: str) -> Program:
    """Find a bot by house name, folder, file or command line; raises NoSuchBot.

    A folder holds a ``bot.py`` or an executable ``bot``.
    """
    if bot in house_bots():
        return Program(bot, HOUSE / bot / "bot.py")
    try:
        path = Path(bot).resolve()
        if path.is_dir():
            return _in_folder(bot, path)
        if path.is_file():
            return _in_file(bot, path)
    except (OSError, ValueError, RuntimeError) as error:
        raise NoSuchBot(f"{bot!r} is no bot: {error}") from error
    return _in_command(bot)


def _in_folder(bot: str, folder: Path) -> Program:
    if (folder / "bot.py").is_file():
        return _in_file(bot, folder / "bot.py")
    if (folder / "bot").is_file():
        return _in_file(bot, folder / "bot")
    raise NoSuchBot(f"{bot} has no bot.py and no executable named bot")


def _in_file(bot: str, file: Path) -> Program:
    if file.suffix != ".py" and not os.access(file, os.X_OK):
        raise NoSuchBot(f"{bot} is neither a .py file nor executable")
    if not os.access(file, os.R_OK):
        raise NoSuchBot(f"{bot} cannot be read")
    return Program(_name_of(file), file)


def _in_command(bot: str) -> Program:
    try:
        words = tuple(shlex.split(bot))
    except ValueError as error:
        raise NoSuchBot(f"{bot!r} is no command line: {error}") from error
    first = shutil.which(words[0]) if len(words) > 1 else None
    if first is None:
        names = ", ".join(house_bots())
        raise NoSuchBot(f"{bot!r} is no file, no folder, no command and no house bot ({names})")
    for word in words[1:]:
        if word.endswith((".py", ".js", ".jar")) and not Path(word).is_file():
            raise NoSuchBot(f"{bot!r} names {word}, which is no file")
    return Program(_name_of(Path(words[-1])), Path(first), words)


def _name_of(file: Path) -> str:
    """Return what a bot in a file is called: its folder where the file is just called bot."""
    return file.parent.name if file.stem == "bot" and file.parent.name else file.stem


def load_class(file: Path) -> type[Bot]:
    """Return the one bot class that a Python file defines; raises NoSuchBot."""
    name = f"bot_{hashlib.sha256(bytes(file)).hexdigest()[:16]}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise NoSuchBot(f"{file} cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses look for it
    try:
        with _importing_from(file.parent):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise NoSuchBot(f"{file} cannot be loaded: {type(error).__name__}: {error}") from error
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Bot)
        and value.__module__ == module.__name__
    ]
    if len(classes) != 1:
        raise NoSuchBot(f"{file} must define one class of Bot, and defines {len(classes)}")
    return classes[0]


@contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    """Let a file import what lies beside it, as it may when it is run, and forget those modules:
    those of another bot may have the same names."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            origin = getattr(sys.modules[name], "__file__", None)
            if origin and Path(origin).parent == folder:
                del sys.modules[name]
