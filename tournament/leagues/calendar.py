"""Turn a cron expression in a time zone into the moments at which rounds are due.

Pure: the clock comes in as an argument. The promise about daylight saving time: a wall-clock
moment that a change of the clock leaves out is due right after the change, and one that occurs
twice is due the first time only; an expression for every hour follows the real hours.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cronsim import CronSim, CronSimError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class ScheduleRefused(Exception):
    """A schedule that cannot be followed; `field` is cron or time_zone, `message` to be shown."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


_FIELDS = (
    (gettext_lazy("minute"), "0–59"),
    (gettext_lazy("hour"), "0–23"),
    (gettext_lazy("day of the month"), "1–31"),
    (gettext_lazy("month"), "1–12"),
    (gettext_lazy("day of the week"), "0–7, SUN–SAT"),
)
_CHARACTERS = re.compile(r"[0-9A-Za-z*,/#-]+")
_A_DATE = datetime(2024, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Schedule:
    """A checked cron expression and the time zone that it is read in."""

    cron: str
    zone: ZoneInfo

    def next_after(self, moment: datetime) -> datetime:
        """Return the first due moment strictly after an aware moment, in UTC."""
        for due in CronSim(_follow_wall_clock(self.cron), moment.astimezone(self.zone)):
            # Compared as UTC: within the hour that occurs twice, a local time may lie behind us.
            if (due_utc := due.astimezone(UTC)) > moment:
                return due_utc
        raise AssertionError(f"{self.cron!r} was checked to come again")


def read_schedule(cron: str, time_zone: str) -> Schedule:
    """Read a cron expression of five fields and an IANA time zone; raises ScheduleRefused."""
    zone = _read_zone(time_zone)
    cron = " ".join(cron.split())
    fields = cron.split()
    if len(fields) != len(_FIELDS):
        raise _cron_refused(
            _(
                "A schedule has five fields (minute, hour, day of the month, month, day of the "
                "week); this one has %(count)d."
            )
            % {"count": len(fields)}
        )
    for position, field in enumerate(fields):
        if not _reads(" ".join(field if n == position else "*" for n in range(len(_FIELDS)))):
            name, values = _FIELDS[position]
            raise _cron_refused(
                _("The field for the %(name)s, “%(field)s”, cannot be read; it takes %(values)s.")
                % {"name": name, "field": field, "values": values}
            )
    if not _reads(cron) or next(CronSim(cron, _A_DATE), None) is None:
        raise _cron_refused(_("This schedule names a day that never comes."))
    return Schedule(cron, zone)


def _read_zone(time_zone: str) -> ZoneInfo:
    try:
        return ZoneInfo(time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ScheduleRefused(
            "time_zone",
            _("“%(name)s” is not a time zone. Use a name like Europe/Oslo or UTC.")
            % {"name": time_zone},
        ) from None


def _cron_refused(what: str) -> ScheduleRefused:
    example = _(
        "For example, “0 20 * * MON” is every Monday at 20:00 and “*/5 * * * *” every 5 minutes."
    )
    return ScheduleRefused("cron", f"{what} {example}")


def _reads(cron: str) -> bool:
    if not all(_CHARACTERS.fullmatch(field) for field in cron.split()):
        return False
    try:
        CronSim(cron, _A_DATE)
    except CronSimError:
        return False
    return True


def _follow_wall_clock(cron: str) -> str:
    """Write stars as ranges where hours are named, so that cronsim reads the hours off the wall.

    It takes a leading star of the minute or hour for "every real minute or hour", which would leave
    out `*/30 2 * * *` on the day that has no 02:00 and play it twice on the day that has two.
    """
    minute, hour, *rest = cron.split()
    if hour in {"*", "*/1"}:
        return " ".join([minute, "*", *rest])
    minute = ",".join(re.sub(r"^\*", "0-59", term) for term in minute.split(","))
    hour = ",".join(re.sub(r"^\*", "0-23", term) for term in hour.split(","))
    return " ".join([minute, hour, *rest])
