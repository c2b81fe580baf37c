"""What the services of matches refuse, and why a worker stops."""

from django.utils.translation import gettext as _


class MatchRefused(Exception):
    """A match that cannot be queued; `message` is for the person who asked for it."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class VersionNotActive(MatchRefused):
    """A version that has not passed its check, or that does not play any more."""

    def __init__(self, version: str) -> None:
        super().__init__(_("%(version)s is not active, so it cannot play.") % {"version": version})


class RulesNotPlayed(MatchRefused):
    """A version that does not play by the rules."""

    def __init__(self, version: str, rules: str) -> None:
        super().__init__(
            _("%(version)s does not play by the rules %(rules)s.")
            % {"version": version, "rules": rules}
        )


class SeatsRefused(MatchRefused):
    """A number of seats or blocks that no match of these rules has."""


class LeaseLost(Exception):
    """The job belongs to somebody else now: stop, and write nothing."""
