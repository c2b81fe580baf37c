"""When rounds are due."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.leagues.calendar import ScheduleRefused, read_schedule

OSLO = ZoneInfo("Europe/Oslo")
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
SPRING = datetime(2027, 3, 28, tzinfo=OSLO)  # 02:00 becomes 03:00
AUTUMN = datetime(2027, 10, 31, tzinfo=OSLO)  # 03:00 becomes 02:00


def due(cron: str, start: datetime, days: int = 1, zone: str = "Europe/Oslo") -> list[datetime]:
    """Return the moments from a midnight on, in local time."""
    schedule = read_schedule(cron, zone)
    end = (start + timedelta(days=days)).astimezone(UTC)
    moment, moments = start.astimezone(UTC) - timedelta(seconds=1), []
    while (moment := schedule.next_after(moment)) < end:
        moments.append(moment.astimezone(start.tzinfo))
    return moments


def clock(moments: list[datetime]) -> list[str]:
    """Return moments as the clock on the wall shows them."""
    return [f"{moment:%H:%M}" for moment in moments]


@pytest.mark.parametrize(
    ("cron", "spring", "autumn"),
    [
        ("30 2 * * *", ["03:00"], ["02:30"]),
        ("0 2 * * *", ["03:00"], ["02:00"]),
        ("0 3 * * *", ["03:00"], ["03:00"]),
        ("*/30 2 * * *", ["03:00"], ["02:00", "02:30"]),
        ("0 1-3 * * *", ["01:00", "03:00"], ["01:00", "02:00", "03:00"]),
        ("0 */12 * * *", ["00:00", "12:00"], ["00:00", "12:00"]),
    ],
)
def test_a_named_hour_is_neither_skipped_nor_doubled(
    cron: str, spring: list[str], autumn: list[str]
) -> None:
    """Left out by the clock: right after the change. There twice: the first time."""
    assert clock(due(cron, SPRING)) == spring
    assert clock(due(cron, AUTUMN)) == autumn
    assert all(moment.fold == 0 for moment in due(cron, AUTUMN))


def test_every_other_hour_keeps_its_hours_through_both_changes() -> None:
    """Even hours are twelve on any day, also where 02:00 is missing or comes twice."""
    assert [len(due("0 */2 * * *", day)) for day in (SPRING, AUTUMN)] == [12, 12]


@pytest.mark.parametrize("cron", ["* * * * *", "*/20 * * * *", "15 * * * *", "0 */1 * * *"])
def test_a_schedule_for_every_hour_follows_the_real_hours(cron: str) -> None:
    """The day of 23 hours has 23 hours' rounds, the day of 25 has 25, evenly apart."""
    for day, hours in ((SPRING, 23), (AUTUMN, 25)):
        moments = [moment.astimezone(UTC) for moment in due(cron, day)]

        steps = {after - before for before, after in pairwise(moments)}
        assert len(steps) == 1
        assert len(moments) * steps.pop() == timedelta(hours=hours)


def test_a_start_in_the_hour_that_comes_twice_looks_ahead() -> None:
    """At the second 02:10 the 02:30 of the first is over: the next is tomorrow's."""
    second_ten_past = datetime(2027, 10, 31, 2, 10, tzinfo=OSLO, fold=1)

    moment = read_schedule("30 2 * * *", "Europe/Oslo").next_after(second_ten_past)

    assert moment == datetime(2027, 11, 1, 2, 30, tzinfo=OSLO)


@settings(deadline=None)
@given(
    st.integers(0, 2 * 366 * 86_400).map(lambda s: BEGINNING + timedelta(seconds=s)),
    st.sampled_from(["* * * * *", "*/7 * * * *", "30 2 * * *", "0 */6 * * *", "0 9 1 * *"]),
    st.sampled_from(["UTC", "Europe/Oslo", "America/New_York", "Australia/Lord_Howe"]),
)
def test_the_next_moment_is_the_next(now: datetime, cron: str, zone: str) -> None:
    """It lies ahead, and looking from just before it finds it again."""
    schedule = read_schedule(cron, zone)

    moment = schedule.next_after(now)

    assert moment > now
    assert schedule.next_after(moment - timedelta(microseconds=1)) == moment


@pytest.mark.parametrize(
    ("cron", "says"),
    [
        ("* * * *", "this one has 4"),
        ("", "this one has 0"),
        ("0 0 20 * * MON", "this one has 6"),
        ("61 * * * *", "minute, “61”"),
        ("0 25 * * *", "hour, “25”"),
        ("0 0 32 * *", "day of the month, “32”"),
        ("0 0 * FOO *", "month, “FOO”"),
        ("0 0 * * 8", "day of the week, “8”"),
        ("every day at ten o'clock", "minute, “every”"),
        ("*/0 * * * *", "minute, “*/0”"),
        ("5-1 * * * *", "minute, “5-1”"),
        ("* * * * <b>", "day of the week, “<b>”"),
        ("٣ * * * *", "minute, “٣”"),
        ("0 0 31 2 *", "never comes"),
        ("0 0 30 FEB *", "never comes"),
    ],
)
def test_a_wrong_schedule_says_what_is_wrong_and_gives_an_example(cron: str, says: str) -> None:
    """The message names the field and shows a schedule that works."""
    with pytest.raises(ScheduleRefused) as refused:
        read_schedule(cron, "UTC")

    assert refused.value.field == "cron"
    assert says in refused.value.message
    assert "0 20 * * MON" in refused.value.message


@pytest.mark.parametrize(
    "zone", ["", "Oslo", "Europe/Osl", "../../etc/passwd", "UTC\n", "a\0b", "Europe"]
)
def test_an_unknown_time_zone_is_refused(zone: str) -> None:
    """The message names a zone that works."""
    with pytest.raises(ScheduleRefused, match="Europe/Oslo") as refused:
        read_schedule("* * * * *", zone)

    assert refused.value.field == "time_zone"
