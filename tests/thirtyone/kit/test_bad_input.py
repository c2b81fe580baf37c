"""Whatever is wrong with a command line is named in one line, with status 2 and no traceback."""

import bz2
import json
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
    (("rules", "norwegian", "--set", "lives="), "lives"),
    (("rules", "norwegian", "--set", "lives=\n3"), "lives"),
    (("rules", "norwegian", "--set", "lives=٣"), "lives"),
    (("rules", "norwegian", "--set", "max_laps=1_0"), "max_laps"),
    (("rules", "norwegian", "--set", "max_laps=9" * 3000), "max_laps"),
    (("rules", "norwegian", "--set", "three_of_a_kind=3.05e1"), "three_of_a_kind"),
    (("rules", "norwegian", "--set", "swap=two"), "swap"),
    (("rules", "dutch-a7", "--set", "swap=two"), "one,three"),
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
    (("settle", "norwegian", "--declared", "1,1", "AH KH QH", "KS 5H 2C"), "twice"),
    (("settle", "norwegian", "--declared", "", *HANDS), "''"),
    (("settle", "norwegian", "--knocker", "-1", *HANDS), "'-1'"),
    (("settle", "norwegian", "--knocker", "²", *HANDS), "'²'"),
    (("settle", "norwegian", "--lives", "-1,3,3", *HANDS), "'-1'"),
    (("settle", "norwegian", "KH 5H 2C", ""), "''"),
    (("settle", "norwegian", "--declared", "7", *HANDS), "'7'"),
    (("settle", "norwegian", "--lives", "3,3", *HANDS), "3 numbers"),
    (("settle", "norwegian", "--lives", "3,3,-1", *HANDS), "-1"),
    (("settle", "norwegian", "--lives", "3,,3", *HANDS), "''"),
    (("settle", "norwegian", "--set", "grace=no", "--lives", "3,0,3", *HANDS), "'0'"),
    (("settle", "ride-the-bus", "--lives", "4,0,0", *HANDS), "'4'"),
    (("settle", "dutch-a9", *(f"{r}{s} T{s} 9{s}" for r, s in ("AC", "AD", "AH", "AS")), "KC KD KH",
      "KS QC QD", "QH QS JC"), "7 seats"),
    (("play", "nobody", "random"), "nobody"),
    (("play", "", "random"), "''"),
    (("play", "no/such/bot.py", "random"), "no/such/bot.py"),
    (("play", "/dev/null", "random"), "/dev/null"),
    (("play", "'python3 bot.py", "random"), "No closing quotation"),
    (("play", "random"), "1 seats"),
    (("play", *["random"] * 7, "--rules", "dutch-a7"), "7 seats"),
    (("play", "random", "random", "--rules", "poker"), "poker"),
    (("play", "random", "random", "--blocks", "0"), "--blocks"),
    (("play", "random", "random", "--blocks", "many"), "many"),
    (("play", "random", "random", "--blocks", "-1"), "'-1'"),
    (("play", "random", "random", "--blocks", "1.5"), "'1.5'"),
    (("play", "random", "random", "--jobs", "0"), "--jobs"),
    (("play", "random", "random", "--jobs", "-1"), "'-1'"),
    (("play", "random", "random", "--jobs", ""), "--jobs"),
    (("play", "random", "random", "--seed"), "--seed"),
    (("play", "random", "random", "--seed", ""), "--seed"),
    (("play", "random", "random", "--sprt", ""), "--sprt"),
    (("play", "random", "random", "--sprt", "5,5"), "'5,5'"),
    (("play", "random", "random", "--sprt", "1,2,3"), "'1,2,3'"),
    (("play", "random", "random", "--sprt", "nan,1"), "nan"),
    (("play", "random", "random", "--sprt", "0,inf"), "inf"),
    (("play", "random", "random", "--sprt", "0,1e1"), "'0,1e1'"),
    (("play", "random", "random", "--sprt", "-5,-9"), "'-5,-9'"),
    (("play", "random", "random", "--sprt", "10,0"), "--sprt"),
    (("play", "random", "random", "--sprt", "ten"), "ten"),
    (("play", "random", "random", "--set", "bogus=1"), "bogus"),
    (("play", "random", "random", "--record", "/nowhere/a.rec"), "/nowhere/a.rec"),
    (("play", "random", "random", "--record", "/"), "/"),
    (("play", "random", "random", "--record", ""), "''"),
    (("play", "random", "random", "--record", "README.md/a.rec"), "README.md/a.rec"),
    (("play", "random", "random", "--record", "/dev/null"), "/dev/null"),
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
    (("show", ""), "''"),
    (("show", "/dev/null"), "/dev/null"),
    (("show", "/proc/self/mem"), "/proc/self/mem"),
    (("show", str(GOLDEN), "--seat", "-1"), "'-1'"),
    (("show", str(GOLDEN), "--seat", "9"), "'9'"),
    (("show", str(GOLDEN), "--block", "99"), "--block"),
    (("show", str(GOLDEN), "--game", "0"), "--game"),
    (("verify", "no-such.rec"), "no-such.rec"),
    (("verify", "docs"), "docs"),
    (("verify", "README.md"), "no record"),
    (("new", "bots_examples"), "bots_examples"),
    (("new", "9 lives"), "9 lives"),
    (("new", "no/where/at/all"), "no/where/at/all"),
    (("new", ""), "''"),
    (("new", "greedy"), "greedy"),
    (("new", "docs/thirtyone"), "thirtyone"),
]  # fmt: skip


@pytest.mark.parametrize(("argv", "named"), CASES, ids=lambda part: ascii(" ".join(part))[:60])
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


def files_that_are_no_bot(folder: Path) -> list[tuple[str, str]]:
    """Make paths that lead to no bot, each with a word that the refusal must have."""
    for name in ("empty", "unreadable", "unknown", "text"):
        (folder / name).mkdir()
    (folder / "unreadable" / "bot.py").write_text("")
    (folder / "unreadable" / "bot.toml").write_text("forms = [")
    (folder / "unknown" / "bot.py").write_text("")
    (folder / "unknown" / "bot.toml").write_text('rule_sets = ["poker"]')
    (folder / "text" / "bot").write_text("not to be run")
    (folder / "loop").symlink_to("loop")
    (folder / "alien").write_text("#!/no/such/interpreter\n")
    (folder / "alien").chmod(0o755)
    return [
        ("empty", "no bot.py"),
        ("unreadable", "bot.toml"),
        ("unknown", "rule_sets"),
        ("text", "executable"),
        ("loop", "loop"),
        ("alien", "cannot start"),
    ]


@pytest.mark.parametrize("command", [("check",), ("play", "random"), ("play", "random", "--json")])
def test_what_is_no_bot_is_refused_by_its_path(command: tuple[str, ...], tmp_path: Path) -> None:
    for name, named in files_that_are_no_bot(tmp_path):
        said = thirtyone(command[0], name, *command[1:], folder=tmp_path)

        assert (said.status, said.out, said.err.count("\n")) == (2, "", 1), said
        assert name in said.err
        assert named in said.err


def test_a_record_never_takes_the_place_of_what_is_no_plain_file(tmp_path: Path) -> None:
    """Whoever may write to /dev could else lose a device to ``--record``."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    said = thirtyone("play", "random", "random", "--blocks", "1", "--record", str(pipe))

    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert "pipe: is no plain file" in said.err
    assert pipe.is_fifo()


@pytest.mark.parametrize("seed", ["-5", "\udcff", "tea  ", "0x1", "f" * 64, "F" * 65, "茶"])
def test_any_text_is_a_seed(seed: str) -> None:
    said = thirtyone(
        "play", "greedy", "greedy", "--blocks", "1", "--in-process", "--json", "--seed", seed
    )

    assert (said.status, said.err) == (0, "")
    assert len(json.loads(said.out)["seed"]) == 64


def test_a_difference_below_zero_is_a_value_and_no_option() -> None:
    said = thirtyone("play", "greedy", "greedy", "--blocks", "1", "--in-process", "--json",
                     "--sprt", "-5.5,0")  # fmt: skip

    assert json.loads(said.out)["sprt"]["elo0"] == -5.5


def test_a_program_that_is_no_python_is_refused_in_process(tmp_path: Path) -> None:
    broken = tmp_path / "bot.py"
    broken.write_text("class Bot(:\n")

    said = thirtyone("play", str(broken), "random", "--in-process")

    assert (said.status, said.err.count("\n")) == (2, 1)
    assert "SyntaxError" in said.err


@pytest.mark.parametrize(
    "command",
    ["rules norwegian", f"show {GOLDEN}", "play greedy greedy --in-process", "--help", "play -h"],
)
@pytest.mark.parametrize(
    ("redirection", "status", "words"),
    [(">&-", 2, "closed"), (">/dev/full", 2, "No space left"), ("| true", 141, "")],
)
def test_an_output_that_takes_nothing_is_no_traceback(
    command: str, redirection: str, status: int, words: str
) -> None:
    line = f"{sys.executable} -m thirtyone {command} {redirection}; exit ${{PIPESTATUS[0]}}"
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
