"""How much one person may store, and how many uploads may wait."""

import random
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from pytest_django import Settings

from tests.tournament.bots.zips import BOT, zip_of
from tournament.accounts.models import User
from tournament.bots.models import Bot, BotVersion, Source
from tournament.bots.refusals import NoRoomLeft, TooManyWaiting
from tournament.bots.services import add_version, create_bot, read_source, record_check
from tournament.bots.uploads import digest, read_upload

MIB = 1024 * 1024


def noise(seed: int, size: int) -> bytes:
    """Return bytes of a zip whose second file no compressor makes smaller."""
    return zip_of([("bot.py", BOT), ("data.bin", random.Random(seed).randbytes(size))])


def checked(version: BotVersion) -> BotVersion:
    assert record_check(version, {}, passed=True)
    return version


@pytest.mark.django_db
def test_only_so_many_uploads_of_one_person_wait_and_a_check_makes_room(
    settings: Settings,
) -> None:
    settings.KNOCK_WAITING_UPLOADS = 2
    ann, bob = User.objects.create_user("ann"), User.objects.create_user("bob")
    first = create_bot(ann, "First", "", read_upload("bot.py", BOT))
    create_bot(ann, "Second", "", read_upload("bot.py", BOT + b"#2"))

    with pytest.raises(TooManyWaiting, match="2 of your uploads wait"):
        add_version(first.bot, read_upload("bot.py", BOT + b"#3"))
    with pytest.raises(TooManyWaiting):
        create_bot(ann, "Third", "", read_upload("bot.py", BOT + b"#3"))
    assert not Bot.objects.filter(name="Third").exists()

    create_bot(bob, "Another", "", read_upload("bot.py", BOT))
    checked(first)
    add_version(first.bot, read_upload("bot.py", BOT + b"#3"))


@pytest.mark.django_db
def test_a_person_stores_no_more_than_the_site_keeps(settings: Settings) -> None:
    settings.KNOCK_STORED_BYTES = 3 * MIB
    ann = User.objects.create_user("ann")
    version = checked(create_bot(ann, "Large", "", read_upload("a.zip", noise(1, 2 * MIB))))

    with pytest.raises(NoRoomLeft, match=r"take 2(\.0\d+)? MiB already, and the site keeps 3 MiB"):
        add_version(version.bot, read_upload("a.zip", noise(2, 2 * MIB)))

    checked(add_version(version.bot, read_upload("bot.py", BOT)))
    assert Source.objects.count() == 2


@pytest.mark.django_db
def test_a_source_that_shrinks_is_stored_small_and_comes_back_whole() -> None:
    ann = User.objects.create_user("ann")
    upload = read_upload("a.zip", zip_of([("bot.py", BOT), ("zeros", bytes(8 * MIB))]))

    version = create_bot(ann, "Zeros", "", upload)

    assert version.source is not None
    assert len(version.source.archive) < 16 * 1024
    assert read_source(ann, version) == upload.archive
    assert version.source_sha256 == digest(upload.archive)


@pytest.mark.django_db
@pytest.mark.parametrize("stored", [b"no zlib", zlib.compress(b"another archive")])
def test_a_damaged_source_is_noticed(stored: bytes) -> None:
    ann = User.objects.create_user("ann")
    version = create_bot(ann, "Hurt", "", read_upload("bot.py", BOT))
    assert version.source is not None
    version.source.archive = stored

    with pytest.raises(ValueError, match="the archive of"):
        version.source.unpacked()


@pytest.mark.django_db(transaction=True)
def test_uploads_at_the_same_moment_are_counted_one_by_one(settings: Settings) -> None:
    settings.KNOCK_WAITING_UPLOADS = 3
    ann = User.objects.create_user("ann")
    together = threading.Barrier(6)

    def upload(number: int) -> bool:
        try:
            together.wait()
            create_bot(ann, f"Bot {number}", "", read_upload("bot.py", BOT + b"#%d" % number))
        except TooManyWaiting:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(6) as people:
        made = list(people.map(upload, range(6)))

    assert sum(made) == BotVersion.objects.count() == 3
