"""Find a bot on this machine and run it: a house bot by name, a folder, or a file.

For the author's kit at home: what is started here is trusted and confined by nothing.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from thirtyone.bot import Bot
from thirtyone.in_process import InProcessPlayer
from thirtyone.pipes import PipeChannel
from thirtyone.players import LinePlayer

INSTALLATION: Final = Path(__file__).resolve().parents[1]
HOUSE: Final = INSTALLATION / "bots_examples"


class NoSuchBot(ValueError):
    """Says that a name or path leads to no bot."""


@dataclass(frozen=True, slots=True)
class Program:
    """A bot's file and the name to call it by."""

    name: str
    file: Path

    @property
    def argv(self) -> tuple[str, ...]:
        """The command that starts it."""
        if self.file.suffix == ".py":
            return (sys.executable, str(self.file))
        return (str(self.file),)

    def open_channel(self) -> PipeChannel:
        """Start the program as a plain process that can import ``thirtyone``; raises OurFault."""
        paths = [str(INSTALLATION), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        return PipeChannel(self.argv, cwd=self.file.parent, environment=environment)

    def player(self) -> LinePlayer:
        """Return a player that runs the program in a process of its own."""
        return LinePlayer(self.open_channel)

    def in_process_player(self) -> InProcessPlayer:
        """Return a player that calls the bot class in this process; raises NoSuchBot."""
        return InProcessPlayer(load_class(self.file))


def house_bots() -> tuple[str, ...]:
    """Return the names of the house bots that are here."""
    return tuple(sorted(file.parent.name for file in HOUSE.glob("*/bot.py")))


def find(bot: str) -> Program:
    """Find a bot by house name, folder (with a ``bot.py``) or file; raises NoSuchBot."""
    if bot in house_bots():
        return Program(bot, HOUSE / bot / "bot.py")
    path = Path(bot).resolve()
    if path.is_dir():
        if not (path / "bot.py").is_file():
            raise NoSuchBot(f"{bot} has no bot.py")
        return Program(path.name, path / "bot.py")
    if not path.is_file():
        names = ", ".join(house_bots())
        raise NoSuchBot(f"{bot} is no file, no folder and no house bot ({names})")
    if path.suffix != ".py" and not os.access(path, os.X_OK):
        raise NoSuchBot(f"{bot} is neither a .py file nor executable")
    return Program(path.parent.name if path.name == "bot.py" else path.stem, path)


def load_class(file: Path) -> type[Bot]:
    """Return the one bot class that a Python file defines; raises NoSuchBot."""
    spec = importlib.util.spec_from_file_location(f"bot_in_{file.parent.name}", file)
    if spec is None or spec.loader is None:
        raise NoSuchBot(f"{file} cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
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
