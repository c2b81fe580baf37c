"""Names and numbers as people say them."""

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thirtyone.hands import FIRE
from thirtyone.report import Finding

register = template.Library()

FAULTS = {
    "illegal_action": gettext_lazy("an action that was not allowed"),
    "unreadable_reply": gettext_lazy("a reply that could not be read"),
    "late": gettext_lazy("no reply in time"),
    "out_of_time": gettext_lazy("out of time"),
    "crashed": gettext_lazy("the program ended"),
    "out_of_memory": gettext_lazy("out of memory"),
    "too_much_output": gettext_lazy("too much output"),
    "did_not_start": gettext_lazy("the program did not start"),
    "build_failed": gettext_lazy("the program could not be built"),
    "our_fault": gettext_lazy("a failure of ours"),
}


@register.filter
def fault(name: str) -> str:
    """Say a fault's name in the reader's language."""
    return str(FAULTS.get(name, name))


@register.filter
def to_paste(finding: dict[str, Any]) -> str:
    """Return what shows a check's finding again when it is pasted into a shell."""
    return Finding.from_json(finding).to_paste()


@register.filter
def percent(share: float | None) -> str:
    """Write a share between 0 and 1 as a percentage with one decimal."""
    return "–" if share is None else f"{number_format(100 * share, 1)} %"


def worth(value: float | str | None) -> str:
    """Write what a hand is worth in the reader's language: a number, or fire by its name."""
    if value is None:
        return ""
    return _("fire") if value == FIRE else number_format(value)


@register.filter
def rating(value: float | None) -> str:
    """Write a rating as a whole number."""
    return "–" if value is None else f"{value:.0f}"


@register.filter
def one_up(index: int) -> int:
    """Count from one, as people do."""
    return index + 1


@register.simple_tag
def moment(at: datetime | None) -> SafeString | str:
    """Write a moment in UTC; the browser shows it in the reader's own time zone."""
    if at is None:
        return "–"
    text = timezone.localtime(at, timezone.get_default_timezone()).strftime("%Y-%m-%d %H:%M")
    return format_html('<time datetime="{}">{} UTC</time>', at.isoformat(), text)


@register.filter
def seats_said(seats: list[int]) -> str:
    """List seats, counted from 1."""
    return ", ".join(_("seat %d") % (seat + 1) for seat in seats)
