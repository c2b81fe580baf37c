"""Whatever is wrong with a command line is named in one line, with status 2 and no traceback."""

import bz2
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.thirtyone.kit.commands import ROOT, thirtyone

HANDS = ("KH 5H 2C", "AS 9S 3D", "QD 8D 4C")
GOLDEN = ROOT / "tests" / "golden" / "records" / "2-norwegian.record"

CASES = [
    ((), "COMMAND"),
    (("dance",), "dance"),
    (("rules", "poker"), "poker"),
    (("rules", "--set", "lives=4"), "--set"),
    (("rules", "norwegian", "--set", "lives"), "lives"),
    (("rules", "norwegian", "--set", "lives=12"), "lives"),
    (("rules", "norwegian", "--set", "lives=x"), "lives"),
    (("rules", "norwegian", "--set", "lifes=3"), "lifes"),
    (("rules", "norwegian", "--set", "name=swedish"), "name"),
    (("rules", "norwegian", "--set", "lives=3", "--set", "lives=4"), "twice"),
    (("rules", "norwegian", "--set", "overflow_kills=yes", "--set", "grace=no"), "overflow_kills"),
    (("rules", "norwegian", "--set", "players=2-30"), "players"),
    (("score", "poker", "AH", "KH", "QH"), "poker"),
    (("score", "norwegian", "AH", "KH"), "three cards"),
    (("score", "norwegian", "AH", "KH", "1X"), "1X"),
    (("score", "norwegian", "AH", "KH", "KH"), "twice"),
    (("score", "dutch-a7", "AH", "KH", "5H"), "5H"),
    (("settle", "norwegian", "KH 5H 2C"), "1 seats"),
    (("settle", "norwegian", "KH 5H", "AS 9S 3D"), "three cards"),
    (("settle", "norwegian", "KH 5H 2C", "KH 9S 3D"), "KH"),
    (("settle", "dutch-a7", "KH 8H 2C", "AS 9S TD"), "2C"),
    (("settle", "norwegian", "--knocker", "0", *HANDS), "'0'"),
    (("settle", "norwegian", "--knocker", "4", *HANDS), "'4'"),
    (("settle", "norwegian", "--knocker", "one", *HANDS), "one"),
    (("settle", "norwegian", "--declared", "1", *HANDS), "no special"),
    (("settle", "finnish", "--declared", "1", *HANDS), "no special"),
    (("settle", "norwegian", "--declared", "7", *HANDS), "'7'"),
    (("settle", "norwegian", "--lives", "3,3", *HANDS), "3 numbers"),
    (("settle", "norwegian", "--lives", "3,3,-1", *HANDS), "-1"),
    (("settle", "norwegian", "--lives", "3,,3", *HANDS), "''"),
    (("settle", "norwegian", "--set", "grace=no", "--lives", "3,0,3", *HANDS), "'0'"),
    (("settle", "ride-the-bus", "--lives", "4,0,0", *HANDS), "'4'"),
    (("settle", "dutch-a9", *(f"{r}{s} T{s} 9{s}" for r, s in ("AC", "AD", "AH", "AS")), "KC KD KH",
      "KS QC QD", "QH QS JC"), "7 seats"),
    (("play", "nobody", "random"), "nobody"),
    (("play", "random"), "1 seats"),
    (("play", "random", "random", "--rules", "poker"), "poker"),
    (("play", "random", "random", "--blocks", "0"), "--blocks"),
    (("play", "random", "random", "--blocks", "many"), "many"),
    (("play", "random", "random", "--jobs", "0"), "--jobs"),
    (("play", "random", "random", "--sprt", "10,0"), "--sprt"),
    (("play", "random", "random", "--sprt", "ten"), "ten"),
    (("play", "random", "random", "--set", "bogus=1"), "bogus"),
    (("play", "random", "random", "--record", "/nowhere/a.rec"), "/nowhere/a.rec"),
    (("play", "random", "random", "--record", "/"), "/"),
    (("play", "card_counting", "random", "--rules", "dutch-a7"), "card_counting"),
    (("play", "random", "random", "--spirit"), "--spirit"),
    (("play", *["random"] * 10), "10 seats"),
    (("play", "python3 no_such_bot.py", "random"), "no_such_bot.py"),
    (("play", "cat -u", "random", "--in-process"), "in process"),
    (("check", "docs"), "bot.py"),
    (("check", "README.md"), "executable"),
    (("check", "no-such-bot"), "no-such-bot"),
    (("check", "random", "--form", "chess"), "chess"),
    (("show", "no-such.rec"), "no-such.rec"),
    (("show", "README.md"), "README.md"),
    (("show", str(GOLDEN), "--seat", "9"), "'9'"),
    (("show", str(GOLDEN), "--block", "99"), "--block"),
    (("show", str(GOLDEN), "--game", "0"), "--game"),
    (("verify", "no-such.rec"), "no-such.rec"),
    (("verify", "docs"), "docs"),
    (("verify", "README.md"), "no record"),
    (("new", "bots_examples"), "bots_examples"),
    (("new", "9 lives"), "9 lives"),
    (("new", "no/where/at/all"), "no/where/at/all"),
]  # fmt: skip


@pytest.mark.parametrize(("argv", "named"), CASES, ids=lambda part: " ".join(part)[:60])
def test_bad_input_is_refused_in_one_line_that_names_it(argv: tuple[str, ...], named: str) -> None:
    said = thirtyone(*argv)

    assert (said.status, said.out) == (2, ""), said
    assert said.err.count("\n") == 1
    assert named in said.err


def test_a_damaged_record_and_one_that_differs_are_told_apart(tmp_path: Path) -> None:
    whole = GOLDEN.read_bytes()
    cut, changed, odd = tmp_path / "cut", tmp_path / "changed", tmp_path / "odd"
    cut.write_bytes(whole[:-20])
    changed.write_bytes(bz2.compress(bz2.decompress(whole).replace(b"knock,", b"stock,", 1)))
    odd.write_bytes(bz2.compress(bz2.decompress(whole).replace(b'"blocks":2', b'"blocks":[]')))

    assert thirtyone("verify", str(GOLDEN)).status == 0
    for damaged in (cut, odd):
        for command in ("verify", "show"):
            said = thirtyone(command, str(damaged))
            assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    said = thirtyone("verify", str(changed))
    assert (said.status, said.err) == (1, "")
    assert "differs at block" in said.out


def test_a_program_that_is_no_python_is_refused_in_process(tmp_path: Path) -> None:
    broken = tmp_path / "bot.py"
    broken.write_text("class Bot(:\n")

    said = thirtyone("play", str(broken), "random", "--in-process")

    assert (said.status, said.err.count("\n")) == (2, 1)
    assert "SyntaxError" in said.err


@pytest.mark.parametrize(
    ("redirection", "status", "words"),
    [(">&-", 2, "closed"), (">/dev/full", 2, "No space left"), ("| true", 141, "")],
)
def test_an_output_that_takes_nothing_is_no_traceback(
    redirection: str, status: int, words: str
) -> None:
    line = f"{sys.executable} -m thirtyone rules norwegian {redirection}; exit ${{PIPESTATUS[0]}}"
    if redirection.startswith("|"):  # wait until the reader is gone
        line = line.replace(f"{sys.executable} ", f"(sleep 0.3; exec {sys.executable} ", 1)
        line = line.replace(" |", ") |", 1)

    done = subprocess.run(
        ["bash", "-c", line],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert done.returncode == status, done
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == (1 if words else 0)
