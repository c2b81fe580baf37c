"""What may be uploaded, and what a person is told about everything else."""

import random
import stat
import zipfile

import pytest
from django.test import override_settings

from tests.tournament.bots.zips import (
    BOT,
    flagged,
    link_zip,
    renamed,
    resized,
    zip_of,
    zip_with_mode,
)
from tournament.bots.archives import ArchiveLimits, read_archive
from tournament.bots.uploads import UploadLimits, UploadRefused, digest, read_upload

MIB = 1024 * 1024
SMALL = UploadLimits(source_bytes=2000, zip_bytes=100_000, unpacked_bytes=200_000, entries=10)


def refusal(name: str, content: bytes, limits: UploadLimits | None = None) -> str:
    """Return the message that the upload is refused with."""
    with pytest.raises(UploadRefused) as caught:
        read_upload(name, content, limits)
    return caught.value.message


def test_a_single_source_becomes_bot_py() -> None:
    upload = read_upload("My Bot.PY", BOT)

    assert dict(upload.files) == {"bot.py": BOT}
    assert (upload.language, upload.forms, upload.size) == ("python", ("draw",), len(BOT))


def test_a_zip_keeps_its_files_and_loses_what_tools_left_behind() -> None:
    """A folder packed on a Mac, with an editor's settings and Python's caches in it."""
    content = zip_of(
        [
            ("mybot/", b""),
            ("mybot/bot.py", b"\xef\xbb\xbfimport data\r\n"),
            ("mybot/data/table.json", b"{}"),
            ("mybot/.idea/workspace.xml", b"<x/>"),
            ("mybot/__pycache__/bot.cpython-311.pyc", b"\0"),
            ("mybot/.DS_Store", b"\0"),
            ("__MACOSX/mybot/._bot.py", b"\0"),
        ]
    )

    upload = read_upload("bot.zip", content)

    assert dict(upload.files) == {
        "bot.py": b"\xef\xbb\xbfimport data\r\n",
        "data/table.json": b"{}",
    }


def test_a_folder_beside_bot_py_stays_where_it_is() -> None:
    upload = read_upload("bot.zip", zip_of([("bot.py", BOT), ("bot/helper.py", b"X = 1\n")]))

    assert sorted(upload.files) == ["bot.py", "bot/helper.py"]


def test_the_forms_come_from_bot_toml() -> None:
    about = b'\xef\xbb\xbfforms = ["draw"]\r\nmotto = "unknown keys are ignored"\r\n'

    upload = read_upload("bot.zip", zip_of([("bot.py", BOT), ("bot.toml", about)]))

    assert upload.forms == ("draw",)


@pytest.mark.parametrize(
    ("about", "told"),
    [
        (b"forms = [", "bot.toml cannot be read"),
        (b"\xff", "bot.toml cannot be read"),
        (b"forms = " + b"[" * 4000, "bot.toml cannot be read"),
        (b'forms = "draw"', "a list of what the bot plays"),
        (b"forms = []", "a list of what the bot plays"),
        (b'forms = ["poker"]', "out of: draw"),
        (b"forms = [{}]", "a list of what the bot plays"),
    ],
)
def test_a_bot_toml_that_says_nothing_sensible_is_refused(about: bytes, told: str) -> None:
    assert told in refusal("bot.zip", zip_of([("bot.py", BOT), ("bot.toml", about)]))


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("bot.rs", BOT, "one .py file, or a .zip"),
        ("bot", BOT, "one .py file, or a .zip"),
        ("bot.py", b"", "empty"),
        ("bot.py", b"\xef\xbb\xbf \n", "empty"),
        ("bot.py", b"x = 1\ny = '\xe9'\n", "not UTF-8 text (see line 2)"),
        ("bot.py", "x = 1".encode("utf-16"), "not UTF-8 text"),
        ("bot.py", b"x = 1\0\n", "NUL bytes"),
        ("bot.py", zip_of([("bot.py", BOT)]), "“bot.py”"),
        ("bot.zip", b"", "damaged or incomplete"),
        ("bot.zip", BOT, "damaged or incomplete"),
        ("bot.zip", zip_of([]), "no bot.py"),
        ("bot.zip", zip_of([("main.py", BOT)]), "no bot.py"),
        ("bot.zip", zip_of([("a/bot.py", BOT), ("b/other.py", BOT)]), "no bot.py"),
        ("bot.zip", zip_of([("bot.py", b"\xff")]), "not UTF-8 text"),
        ("bot.zip", zip_of([("bot.py", BOT), ("lib/x.py", b"\xff")]), "lib/x.py"),
    ],
)
def test_what_is_no_bot_is_refused_with_its_reason(name: str, content: bytes, told: str) -> None:
    assert told in refusal(name, content)


@pytest.mark.parametrize(
    "name",
    [
        "../bot.py",
        "a/../../bot.py",
        "/etc/cron.d/x",
        "a//b",
        "./a",
        "a\\b.py",
        "..\\b.py",
        "C:/b.py",
        "c:b.py",
        "a\nb.py",
        "a\u202eyp.py",
        " a.py",
        "a /b.py",
        "x" * 201,
        "..",
        ".",
    ],
)
def test_a_name_that_leads_astray_is_refused(name: str) -> None:
    assert "not allowed" in refusal("bot.zip", zip_of([("bot.py", BOT), (name, b"x")]))


def test_a_name_with_a_nul_byte_is_refused() -> None:
    content = renamed(
        zip_of([("bot.py", BOT), ("bot.pyXtxt", b"x")]), b"bot.pyXtxt", b"bot.py\0txt"
    )

    assert "not allowed" in refusal("bot.zip", content)


def test_two_entries_of_one_name_are_refused() -> None:
    assert "two entries" in refusal("bot.zip", zip_of([("bot.py", BOT), ("bot.py", b"evil()")]))


def test_two_spellings_of_one_name_are_refused() -> None:
    entries = [("bot.py", BOT), ("caf\u00e9.txt", b"1"), ("cafe\u0301.txt", b"2")]

    assert "two entries" in refusal("bot.zip", zip_of(entries))


def test_a_name_that_is_a_file_and_a_folder_is_refused() -> None:
    content = zip_of([("bot.py", BOT), ("a", b"1"), ("a/b", b"2")])

    assert "both a file and a folder" in refusal("bot.zip", content)


def test_a_link_is_refused() -> None:
    assert "link" in refusal("bot.zip", link_zip())


@pytest.mark.parametrize("kind", [stat.S_IFIFO, stat.S_IFCHR, stat.S_IFSOCK, stat.S_IFBLK])
def test_a_special_file_is_refused(kind: int) -> None:
    assert "special file" in refusal("bot.zip", zip_with_mode("x", b"", kind | 0o644))


@pytest.mark.parametrize("flag", [0x1, 0x40, 0x2000])
def test_an_encrypted_zip_is_refused(flag: int) -> None:
    assert "encrypted" in refusal("bot.zip", flagged(zip_of([("bot.py", BOT)]), flag))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_unusual_compression_is_refused(method: int) -> None:
    assert "unusual method" in refusal("bot.zip", zip_of([("bot.py", BOT)], method))


@pytest.mark.parametrize("length", [10, 60, 100, -1, -10, -22])
def test_a_truncated_zip_is_refused(length: int) -> None:
    assert "damaged or incomplete" in refusal("bot.zip", zip_of([("bot.py", BOT)])[:length])


@pytest.mark.parametrize("size", [0, 5, len(BOT) - 1, len(BOT) + 1, 10**9])
def test_a_zip_that_lies_about_a_size_is_refused(size: int) -> None:
    assert "damaged or incomplete" in refusal("bot.zip", resized(zip_of([("bot.py", BOT)]), size))


def test_a_zip_bomb_is_refused_by_what_it_unpacks_to() -> None:
    """A thousand to one, over the limit all together though no entry is by itself."""
    bomb = zip_of([("bot.py", BOT), *((f"{i}.dat", bytes(60_000)) for i in range(4))])
    assert len(bomb) < SMALL.unpacked_bytes / 200

    assert "larger than 195.3 KiB when unpacked" in refusal("bot.zip", bomb, SMALL)


def test_a_zip_with_too_many_entries_is_refused() -> None:
    entries = [("bot.py", BOT), *((f"{i}/", b"") for i in range(10))]

    assert "has 11 entries; 10 are allowed" in refusal("bot.zip", zip_of(entries), SMALL)


def test_a_file_over_its_limit_is_refused_before_it_is_opened() -> None:
    assert "2 KiB; a .py file may have 1.953 KiB" in refusal("bot.py", b"#" * 2048, SMALL)
    assert "a .zip file may have 97.66 KiB" in refusal("bot.zip", b"PK" * 60_000, SMALL)


def test_the_limits_are_settings() -> None:
    """The defaults are 1 MiB of source, 8 MiB packed, 32 MiB unpacked, 500 entries."""
    fine = b"#" * MIB

    assert read_upload("bot.py", fine).size == MIB
    assert "1 MiB" in refusal("bot.py", fine + b"#")
    assert "8 MiB" in refusal("bot.zip", bytes(8 * MIB + 1))
    assert "32 MiB" in refusal("b.zip", zip_of([("bot.py", BOT), ("x", bytes(32 * MIB))]))
    assert "500" in refusal("b.zip", zip_of([(f"{i}/", b"") for i in range(501)]))
    with override_settings(KNOCK_SOURCE_BYTES=10):
        assert "10 B" in refusal("bot.py", fine)


def test_what_is_stored_depends_on_the_files_alone() -> None:
    one = read_upload("a.zip", zip_of([("bot.py", BOT), ("a.txt", b"x")]))
    two = read_upload(
        "b.zip", zip_of([("top/a.txt", b"x"), ("top/bot.py", BOT)], zipfile.ZIP_STORED)
    )

    assert one.archive == two.archive
    assert digest(one.archive) == "e1cf5d0ee9a0d8a2" or len(digest(one.archive)) == 64
    assert read_archive(one.archive, ArchiveLimits(10_000, 10)) == dict(one.files)


def test_no_damage_to_a_zip_raises_anything_but_a_refusal() -> None:
    """Bytes are overwritten at random places, the headers most of all."""
    chance = random.Random(31)
    whole = zip_of([("bot.py", BOT * 20), ("data/a.txt", b"x" * 500), ("bot.toml", b"")])
    refused = 0
    for _ in range(3000):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(damaged))] = chance.choice(
                (0, 1, 255, chance.randrange(256))
            )
        try:
            read_upload("bot.zip", bytes(damaged))
        except UploadRefused:
            refused += 1

    assert refused > 1000


def test_a_name_is_checked_in_the_form_in_which_it_is_kept() -> None:
    """One letter may become several code points, so a name may grow when it is made uniform."""
    grows = "\N{HEBREW LETTER SHIN WITH DAGESH AND SHIN DOT}" * 60 + ".txt"
    assert len(grows.encode()) < 200

    message = refusal("a.zip", zip_of([("bot.py", BOT), (grows, b"")]))

    assert "name is not allowed" in message


def test_whatever_is_accepted_can_be_read_back_from_what_is_stored() -> None:
    names = ["é.txt", "e\N{COMBINING ACUTE ACCENT}a.txt", "데이터/표.json", "x" * 196 + ".txt"]
    upload = read_upload("a.zip", zip_of([("bot.py", BOT), *((name, b"1") for name in names)]))

    assert read_archive(upload.archive, ArchiveLimits(10_000, 10)) == dict(upload.files)


def test_a_bot_toml_that_takes_a_parser_long_is_not_parsed() -> None:
    slow = "".join(f"a{'.a' * 30}{number} = 1\n" for number in range(500)).encode()

    assert "bot.toml has" in refusal("a.zip", zip_of([("bot.py", BOT), ("bot.toml", slow)]))
