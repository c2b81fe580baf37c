"""What the services of bots refuse: one class a refusal, its message safe to show."""

from django.utils.translation import gettext as _


class BotRefused(Exception):
    """A request that a service turned down; `message` is for the person who asked."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class UploadRefused(BotRefused):
    """Files that cannot become a version of a bot."""


class NameRefused(BotRefused):
    """A name that no bot may have."""


class NameTaken(NameRefused):
    """A name that another bot has, or that is kept for a house bot."""

    def __init__(self, name: str) -> None:
        super().__init__(_("There is a bot called “%(name)s” already.") % {"name": name})


class AboutRefused(BotRefused):
    """A description that is too long."""


class NotTheOwner(BotRefused):
    """Sources and check reports are for a bot's owner alone."""

    def __init__(self) -> None:
        super().__init__(_("Only the owner of this bot can see or do that."))


class NotAHouseBot(Exception):
    """A bot, or a folder name, that does not belong to the installation."""
