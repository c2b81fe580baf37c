"""Bots and versions: who may, what is numbered how, and what never changes."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, IntegrityError, connections, transaction

from tests.tournament.bots.zips import BOT
from tournament.accounts.models import User
from tournament.bots import active, house
from tournament.bots.active import newest_active_version, when_activated
from tournament.bots.house import folder_of, house_files, house_folders
from tournament.bots.models import Bot, BotVersion, Source, VersionIsImmutable
from tournament.bots.refusals import (
    AboutRefused,
    NameRefused,
    NameTaken,
    NotAHouseBot,
    NotTheOwner,
)
from tournament.bots.services import (
    add_version,
    create_bot,
    mark_checking,
    read_report,
    read_source,
    record_check,
    sync_house_bots,
)
from tournament.bots.uploads import Upload, read_upload

State = BotVersion.State


def upload(text: bytes = BOT) -> Upload:
    """Return an upload of one source."""
    return read_upload("bot.py", text)


@pytest.fixture
def ann(db: None) -> User:
    """A person."""
    return User.objects.create_user("ann")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[BotVersion]:
    """The versions that higher apps are told of; nobody else listens."""
    heard: list[BotVersion] = []
    monkeypatch.setattr(active, "_CALLBACKS", [])
    when_activated(heard.append)
    return heard


def test_a_new_bot_waits_for_the_check_of_its_first_version(ann: User) -> None:
    version = create_bot(ann, "  Card   Shark ", "Bites.\nHard.", upload())

    assert (version.number, version.state, version.forms) == (1, State.WAITING, ["draw"])
    assert (version.bot.name, version.bot.slug) == ("Card Shark", "card-shark")
    assert version.bot.about == "Bites. Hard."
    assert version.bot.owner == ann
    assert newest_active_version(version.bot) is None


@pytest.mark.parametrize("name", ["", "x", " x ", "y" * 41, "--", "a\0b", "a\u202eb", "\ud800x"])
def test_a_name_that_cannot_be_shown_or_told_apart_is_refused(ann: User, name: str) -> None:
    with pytest.raises(NameRefused):
        create_bot(ann, name, "", upload())

    assert not Bot.objects.exists()


def test_a_name_is_given_once_in_any_case(ann: User) -> None:
    create_bot(ann, "Shark", "", upload())

    with pytest.raises(NameTaken) as caught:
        create_bot(ann, "SHARK", "", upload())

    assert caught.value.message == "There is a bot called “SHARK” already."


def test_the_names_of_house_bots_are_kept_for_them(ann: User) -> None:
    with pytest.raises(NameTaken):
        create_bot(ann, "threshold", "", upload())


def test_a_description_has_an_end(ann: User) -> None:
    with pytest.raises(AboutRefused):
        create_bot(ann, "Shark", "x" * 281, upload())


def test_different_names_get_different_addresses(ann: User) -> None:
    names = ["Shark", "Shark!", "Shark?", "New", "骗子"]

    slugs = [create_bot(ann, name, "", upload()).bot.slug for name in names]

    assert slugs == ["shark", "shark-2", "shark-3", "new-1", "bot"]


def test_equal_files_are_stored_once(ann: User) -> None:
    first = create_bot(ann, "Shark", "", upload())
    second = create_bot(ann, "Whale", "", upload())

    assert first.source == second.source
    assert Source.objects.count() == 1
    assert first.source_sha256 == second.source_sha256 == first.source.sha256


def test_a_version_never_changes(ann: User) -> None:
    version = create_bot(ann, "Shark", "", upload())
    other = add_version(version.bot, upload(b"x = 2\n"))
    version.source = other.source

    with pytest.raises(VersionIsImmutable):
        version.save()
    with pytest.raises(VersionIsImmutable):
        version.save(update_fields=["source"])
    with pytest.raises(VersionIsImmutable):
        BotVersion.objects.filter(pk=version.pk).update(source=other.source)

    version.refresh_from_db()
    assert version.source != other.source


@pytest.mark.django_db(transaction=True)
def test_versions_uploaded_at_the_same_time_are_numbered_one_by_one() -> None:
    bot = create_bot(User.objects.create_user("ann"), "Shark", "", upload()).bot
    together = threading.Barrier(4)

    def another(number: int) -> int:
        together.wait()
        try:
            return add_version(bot, upload(b"x = %d\n" % number)).number
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(another, range(4)))

    assert sorted(numbers) == [2, 3, 4, 5]


def test_a_check_that_passes_makes_the_version_active(ann: User, told: list[BotVersion]) -> None:
    version = create_bot(ann, "Shark", "", upload())
    assert mark_checking(version)

    assert record_check(version, {"findings": []}, passed=True)

    assert newest_active_version(version.bot) == version
    assert told == [version]
    assert told[0].state == State.ACTIVE


def test_a_check_that_fails_leaves_the_version_before_it_playing(
    ann: User, told: list[BotVersion]
) -> None:
    first = create_bot(ann, "Shark", "", upload())
    record_check(first, {}, passed=True)
    second = add_version(first.bot, upload(b"x = 2\n"))

    record_check(second, {"findings": ["bad"]}, passed=False)

    second.refresh_from_db()
    assert second.state == State.REJECTED
    assert newest_active_version(first.bot) == first
    assert [version.state for version in told] == [State.ACTIVE, State.REJECTED]


def test_a_version_is_decided_once(ann: User, told: list[BotVersion]) -> None:
    version = create_bot(ann, "Shark", "", upload())
    record_check(version, {}, passed=True)

    assert not record_check(version, {"late": True}, passed=False)

    version.refresh_from_db()
    assert (version.state, version.report, len(told)) == (State.ACTIVE, {}, 1)


def test_a_decision_that_a_listener_cannot_follow_is_undone(
    ann: User, told: list[BotVersion]
) -> None:
    def refuse(version: BotVersion) -> None:
        raise RuntimeError("no room")

    version = create_bot(ann, "Shark", "", upload())
    when_activated(refuse)

    with pytest.raises(RuntimeError):
        record_check(version, {}, passed=True)

    version.refresh_from_db()
    assert version.state == State.WAITING


def test_reports_and_sources_are_for_the_owner_alone(ann: User) -> None:
    version = create_bot(ann, "Shark", "", upload())
    record_check(version, {"findings": ["line 1"]}, passed=False)
    version.refresh_from_db()
    admin = User.objects.create_superuser("root")

    assert read_report(ann, version) == {"findings": ["line 1"]}
    assert BOT in read_source(ann, version)
    for person in (admin, User.objects.create_user("bob"), AnonymousUser()):
        for read in (read_report, read_source):
            with pytest.raises(NotTheOwner):
                read(person, version)  # type: ignore[operator]


# House bots


def test_every_house_folder_has_a_bot_that_plays(db: None) -> None:
    versions = sync_house_bots()

    assert [version.bot.house_folder for version in versions] == sorted(house_folders())
    assert {"random", "greedy", "threshold", "card_counting", "odds"} <= set(house_folders())
    assert all(version.state == State.ACTIVE and version.source is None for version in versions)
    assert sync_house_bots() == versions
    assert all(version.bot.about for version in versions)


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation whose bots_examples/ has one bot, `tiny`, and can be changed."""
    monkeypatch.setattr(house, "house_root", lambda: tmp_path)
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "bot.py").write_bytes(BOT)
    return tmp_path


def test_a_changed_house_folder_makes_a_new_version(db: None, shipped: Path) -> None:
    (first,) = sync_house_bots()
    (shipped / "tiny" / "README.md").write_text("Now explained.")

    (second,) = sync_house_bots()

    assert (first.number, second.number) == (1, 2)
    assert second.source_sha256 != first.source_sha256
    first.refresh_from_db()
    assert first.state == State.SUSPENDED
    with pytest.raises(NotAHouseBot, match="has changed"):
        house_files(first)


def test_a_house_bot_whose_folder_is_gone_plays_no_more(db: None, shipped: Path) -> None:
    (version,) = sync_house_bots()
    (shipped / "tiny" / "bot.py").unlink()

    assert sync_house_bots() == []
    assert newest_active_version(version.bot) is None


def test_a_house_bot_gives_way_to_a_person_with_its_name(ann: User, shipped: Path) -> None:
    (shipped / "tiny" / "bot.py").rename(shipped / "kept.py")
    theirs = create_bot(ann, "Tiny", "", upload()).bot
    (shipped / "kept.py").rename(shipped / "tiny" / "bot.py")

    (version,) = sync_house_bots()

    assert theirs.name == "Tiny"
    assert version.bot.name == "Tiny (house)"


def test_nobody_uploads_a_version_of_a_house_bot(db: None, shipped: Path) -> None:
    (version,) = sync_house_bots()

    with pytest.raises(NotTheOwner):
        add_version(version.bot, upload())


def test_the_database_refuses_an_owned_bot_in_a_house_folder(ann: User) -> None:
    bot = create_bot(ann, "Shark", "", upload()).bot

    with pytest.raises(IntegrityError), transaction.atomic():
        Bot.objects.filter(pk=bot.pk).update(house_folder="threshold")
    with pytest.raises(IntegrityError), transaction.atomic():
        Bot.objects.filter(pk=bot.pk).update(owner=None)


def test_a_stored_source_is_never_taken_for_a_house_bot(ann: User) -> None:
    """Even where the row of the bot was turned into a house bot's as far as the database allows."""
    version = create_bot(ann, "Shark", "", upload())
    Bot.objects.filter(pk=version.bot_id).update(house_folder="threshold", owner=None)
    version = BotVersion.objects.select_related("bot").get(pk=version.pk)

    with pytest.raises(NotAHouseBot, match="stored source"):
        house_files(version)


@pytest.mark.parametrize(
    "folder",
    [
        "../secrets",
        "..",
        ".",
        "/etc",
        "threshold/..",
        "Threshold",
        "linked",
        "linked_entry",
        "none",
    ],
)
def test_a_house_folder_is_one_of_those_that_are_shipped(
    shipped: Path, tmp_path_factory: pytest.TempPathFactory, folder: str
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "bot.py").write_bytes(BOT)
    (shipped / "linked").symlink_to(elsewhere)
    (shipped / "linked_entry").mkdir()
    (shipped / "linked_entry" / "bot.py").symlink_to(elsewhere / "bot.py")

    assert list(house_folders()) == ["tiny"]
    with pytest.raises(NotAHouseBot):
        folder_of(Bot(name="Sneaky", house_folder=folder))


def test_a_link_inside_a_house_folder_is_refused(db: None, shipped: Path) -> None:
    (shipped / "tiny" / "data.txt").symlink_to("/etc/passwd")

    with pytest.raises(NotAHouseBot, match="a link"):
        sync_house_bots()


def test_a_user_name_is_given_once_in_any_case(ann: User) -> None:
    attempt: Callable[[], object] = lambda: User.objects.create_user("ANN")  # noqa: E731

    with pytest.raises(DatabaseError), transaction.atomic():
        attempt()
