"""An organiser's decisions about a league."""

from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from thirtyone.rules import PRESETS, Rules
from tournament.leagues.models import League
from tournament.leagues.terms import MAX_BLOCKS, LeagueTerms, terms_of
from tournament.ratings.models import Pool
from tournament.web.forms.fields import PlainForm


class LeagueForm(PlainForm):
    """Name, rules and schedule of a league; the services judge what they mean together."""

    name = forms.CharField(label=_("Name"), max_length=60)
    about = forms.CharField(label=_("About"), max_length=280, required=False)
    rules = forms.ChoiceField(
        label=_("Rules"), choices=[(name, name) for name in PRESETS], initial="norwegian"
    )
    blocks = forms.IntegerField(
        label=_("Blocks a match"),
        min_value=1,
        max_value=MAX_BLOCKS,
        initial=10,
        help_text=_("In a block both bots play the same cards from both seats."),
    )
    cron = forms.CharField(
        label=_("Schedule"),
        initial="0 20 * * *",
        help_text=_(
            "Minute, hour, day of the month, month, day of the week. "
            "“0 20 * * *” is every evening at 20:00, “*/5 * * * *” every five minutes."
        ),
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        initial="Europe/Oslo",
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off"}),
    )
    method = forms.ChoiceField(
        label=_("Ratings"), choices=Pool.Method.choices, initial=Pool.Method.FIT
    )

    @classmethod
    def of(cls, league: League) -> "LeagueForm":
        """Return the form filled with a league's terms."""
        terms = terms_of(league)
        return cls(
            initial={
                "name": terms.name,
                "about": terms.about,
                "rules": terms.rules.name,
                "blocks": terms.blocks,
                "cron": terms.cron,
                "time_zone": terms.time_zone,
                "method": terms.method,
            }
        )

    def terms(self, league: League | None = None) -> LeagueTerms:
        """Return what a valid form says; a league keeps its own changes to a preset."""
        values = dict(self.cleaned_data)
        rules: Rules = PRESETS[values.pop("rules")]
        if league is not None and league.rules["name"] == rules.name:
            rules = Rules.from_json(league.rules)
        return LeagueTerms(rules=rules, **values)

    def add_refusals(self, errors: dict[str, str]) -> None:
        """Show what the services refused beside the fields it is about."""
        for field, message in errors.items():
            self.add_error(field if field in self.fields else None, message)


def time_zones() -> list[str]:
    """Return the names that a time zone may have, for the suggestions."""
    return sorted(name for name in available_timezones() if "/" in name or name == "UTC")
