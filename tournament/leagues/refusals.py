"""What a league's services refuse: one class a refusal, its message safe to show."""

from collections.abc import Mapping

from django.utils.translation import gettext as _


class LeagueRefused(Exception):
    """A request that a league's services turned down; `message` is for the person who asked."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NotAnOrganiser(LeagueRefused):
    """The person may not run this league."""

    def __init__(self) -> None:
        super().__init__(_("Only this league's organiser can do that."))


class TermsRefused(LeagueRefused):
    """Terms that make no league; `errors` says what is wrong by field of LeagueTerms."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(" ".join(errors.values()))
        self.errors = dict(errors)


class RulesAreFixed(TermsRefused):
    """The rules of a league that has played cannot change."""

    def __init__(self) -> None:
        message = _(
            "This league has already played by its rules, so they stay. "
            "Make a new league for other rules."
        )
        super().__init__({"rules": message})


class AlreadyRunning(LeagueRefused):
    """A running league cannot be started."""

    def __init__(self) -> None:
        super().__init__(_("This league is already running."))


class NotRunning(LeagueRefused):
    """Only a running league can be stopped."""

    def __init__(self) -> None:
        super().__init__(_("This league is not running."))


class LeagueIsStopped(LeagueRefused):
    """Nobody joins a stopped league."""

    def __init__(self) -> None:
        super().__init__(_("This league has stopped, so no bot can join it."))


class NotYourBot(LeagueRefused):
    """A bot is entered and withdrawn by its owner, a house bot by the organiser."""

    def __init__(self) -> None:
        super().__init__(_("Only a bot's owner can enter or withdraw it."))


class RulesNotPlayed(LeagueRefused):
    """The bot does not play the league's rules."""

    def __init__(self, bot: str, rules: str) -> None:
        message = _("%(bot)s does not say that it plays by the rules of this league, %(rules)s.")
        super().__init__(message % {"bot": bot, "rules": rules})
