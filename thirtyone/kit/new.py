"""``new``: write a ready bot into a new folder."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Final

from thirtyone.kit.command_line import OK
from thirtyone.kit.refusal import Refusal
from thirtyone.kit.starters import starter_files
from thirtyone.programs import INSTALLATION, house_bots

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument("name", metavar="NAME", help="a folder that is not there yet")


def run(options: argparse.Namespace) -> int:
    """Write the folder and say what to do with it."""
    folder = Path(options.name)
    if not _NAME.fullmatch(folder.name):
        raise Refusal(
            f"{options.name!r} is no name for a bot: up to 40 letters, digits, - and _, "
            "a letter first"
        )
    if folder.name == "thirtyone" or folder.name in house_bots():
        raise Refusal(f"{folder.name} is a name of the kit's own; call your bot something else")
    if folder.exists() or folder.is_symlink():
        raise Refusal(f"{options.name} is there already")
    files = starter_files(folder.name, str(INSTALLATION))
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    print(f"{options.name} is ready: {', '.join(files)}. What to try first:")
    print(f"  python3 -m thirtyone check {options.name}")
    print(f"  python3 -m thirtyone play {options.name} threshold")
    return OK
