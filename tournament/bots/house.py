"""The house bots: folders of the installation's own `bots_examples/`, known by their names.

Only what lies there can be a house bot. A name is looked up among the folders that exist and is
never joined to a path before, so that nothing stored in the database can lead anywhere else.
"""

import re
from pathlib import Path
from typing import Final

from django.conf import settings

from tournament.bots.models import Bot, BotVersion
from tournament.bots.refusals import NotAHouseBot
from tournament.bots.uploads import ENTRY, Upload, digest, upload_of

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_LEFT_OUT: Final = {"__pycache__"}


def house_root() -> Path:
    """Return the folder of the installation that holds the house bots."""
    return Path(settings.BASE_DIR) / "bots_examples"


def house_folders() -> dict[str, Path]:
    """Return the house bots that this installation ships, by folder name, in order."""
    root = house_root()
    if not root.is_dir():
        return {}
    return {path.name: path for path in sorted(root.iterdir()) if _is_house_folder(path)}


def _is_house_folder(path: Path) -> bool:
    entry = path / ENTRY
    return (
        _NAME.fullmatch(path.name) is not None
        and path.is_dir()
        and entry.is_file()
        and not (path.is_symlink() or entry.is_symlink())
    )


def folder_of(bot: Bot) -> Path:
    """Return the folder that a house bot runs from; raises NotAHouseBot for any other bot."""
    if not bot.is_house or bot.owner_id is not None:
        raise NotAHouseBot(f"{bot.name} belongs to a person")
    try:
        return house_folders()[bot.house_folder]
    except KeyError:
        raise NotAHouseBot(f"there is no house bot in {bot.house_folder!r}") from None


def read_house(folder: Path) -> Upload:
    """Return a house bot's files, checked as an upload is; raises NotAHouseBot for a link."""
    files: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            raise NotAHouseBot(f"{folder.name} holds a link, {path.name}")
        if path.is_file() and _LEFT_OUT.isdisjoint(path.relative_to(folder).parts):
            files[path.relative_to(folder).as_posix()] = path.read_bytes()
    return upload_of(files)


def house_files(version: BotVersion) -> Upload:
    """Return the files of a house bot's version from the installation.

    Raises NotAHouseBot for a version that has a stored source, for a person's bot, and for a
    version whose folder is not what it was when the version was made.
    """
    if version.source_id is not None:
        raise NotAHouseBot(f"{version} has a stored source, which no house bot has")
    upload = read_house(folder_of(version.bot))
    if digest(upload.archive) != version.source_sha256:
        raise NotAHouseBot(f"the folder of {version} has changed since; a newer version plays")
    return upload
