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


class TooManyWaiting(UploadRefused):
    """Another upload of a person whose earlier ones still wait for their checks."""

    def __init__(self, most: int) -> None:
        super().__init__(
            _(
                "%(count)d of your uploads wait for their checks, which is the most a person may "
                "have. Please try again once one of them has been checked."
            )
            % {"count": most}
        )


class NoRoomLeft(UploadRefused):
    """An upload beyond what the site keeps for one person; sizes are given as text."""

    def __init__(self, stored: str, most: str) -> None:
        super().__init__(
            _(
                "Your uploads take %(stored)s already, and the site keeps %(most)s a person. "
                "Please upload something smaller, or ask whoever runs this site for more room."
            )
            % {"stored": stored, "most": most}
        )


class NotTheOwner(BotRefused):
    """Sources and check reports are for a bot's owner alone."""

    def __init__(self) -> None:
        super().__init__(_("Only the owner of this bot can see or do that."))


class NotAHouseBot(Exception):
    """A bot, or a folder name, that does not belong to the installation."""
