"""What each command of the kit prints when all is well."""

import json
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parts import require
from tests.thirtyone.kit.commands import ROOT, thirtyone
from thirtyone.record import decode

GOLDEN = ROOT / "tests" / "golden" / "records" / "1-norwegian.record"


@pytest.mark.parametrize(
    ("argv", "printed"),
    [
        (("score", "norwegian", "AH", "KH", "QH"), "31"),
        (("score", "norwegian", "AS", "4H", "3H"), "11"),
        (("score", "dutch-a7", "7H", "7S", "7C"), "30.5"),
        (("score", "dutch-a7", "AH", "AS", "AC"), "fire"),
        (("score", "norwegian", "7H", "7S", "7C", "--set", "three_of_a_kind=30"), "30"),
    ],
)
def test_score_prints_the_value_alone(argv: tuple[str, ...], printed: str) -> None:
    assert thirtyone(*argv).out == printed + "\n"


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (
            ("norwegian", "--knocker", "1", "KH 5H 2C", "AS 9S 3D", "QD 8D 4C"),
            {"values": [15, 20, 18], "lost": [2, 0, 0], "lives": [1, 3, 3]},
        ),
        (
            ("norwegian", "--declared", "2", "KH 5H 2C", "AS KS QS", "QD 8D 4C"),
            {"values": [15, 31, 18], "lost": [1, 0, 1], "lives": [2, 3, 2]},
        ),
        (
            ("norwegian", "--lives", "0,3", "KH 5H 2C", "AS 9S 3D"),
            {"values": [15, 20], "lost": [1, 0], "lives": [0, 3], "out": [1]},
        ),
        (
            ("norwegian", "--lives", "0,0", "KH 8H 2C", "QS 8S 3D"),
            {"values": [18, 18], "lost": [1, 1], "lives": [0, 0], "void": True},
        ),
        (
            ("ride-the-bus", "--knocker", "1", "--lives", "2,1", "KH 5H 2C", "AS 9S 3D"),
            {"values": [15, 20], "lost": [2, 0], "position": [4, 1], "out": [1]},
        ),
        (
            ("dutch-a7", "AC AD AH", "KS 8S 9D", "QH 8H 7C"),
            {"values": ["fire", 18, 18], "lost": [0, 0, 1], "lives": [3, 3, 2]},
        ),
        (
            ("swedish", "--set", "lives=5", "KH 8H 5H", "QD TD JC"),
            {"values": [23, 20], "lost": [0, 1], "lives": [5, 4]},
        ),
    ],
)
def test_settle_says_in_json_what_a_round_costs(
    argv: tuple[str, ...], expected: dict[str, object]
) -> None:
    assert json.loads(thirtyone("settle", *argv).out) == {"out": [], "void": False, **expected}


def test_a_new_bot_passes_its_own_test_and_the_check_and_is_not_written_over(
    tmp_path: Path,
) -> None:
    made = thirtyone("new", "late-riser", folder=tmp_path)
    folder = tmp_path / "late-riser"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    tested = subprocess.run(
        [sys.executable, "-S", "-m", "unittest"],
        cwd=folder,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    again = thirtyone("new", "late-riser", folder=tmp_path)

    assert made.status == 0
    assert set(before) == {"bot.py", "bot.toml", "README.md", "test_bot.py"}
    assert (tested.returncode, "Ran 1 test" in tested.stderr) == (0, True), tested
    assert "passed" in thirtyone("check", "late-riser", folder=tmp_path).out
    assert (again.status, "late-riser is there already" in again.err) == (2, True)
    assert {name: (folder / name).read_bytes() for name in before} == before


def test_a_check_of_every_form_that_a_bot_says_it_plays(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text((ROOT / "bots_examples/greedy/bot.py").read_text())

    both = json.loads(thirtyone("check", str(tmp_path), "--json").out)
    (tmp_path / "bot.toml").write_text('rule_sets = ["finnish", "scat"]\n')
    one = json.loads(thirtyone("check", str(tmp_path), "--json").out)

    assert (both["forms"], one["forms"]) == (["draw", "exchange"], ["draw"])
    refused = thirtyone("play", str(tmp_path), "random", "--rules", "swedish")
    assert (refused.status, "only finnish, scat" in refused.err) == (2, True)


def test_what_a_check_says_to_paste_shows_the_fault_again(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if 'id' in m:\n"
        "        a = 'burn' if m.get('lap') == 1 else m['legal'][-1]\n"
        "        print(json.dumps({'id': m['id'], 'action': a}), flush=True)\n"
    )

    said = thirtyone("check", str(bot))

    assert said.status == 1
    first, rest = said.out.split("paste this into a shell:\n", 1)
    paste = rest.split("\nEND\n")[0] + "\nEND\n"
    again = subprocess.run(["bash", "-c", paste], capture_output=True, text=True, check=True)
    received = first.split("received: ")[1].split("\n")[0]
    assert "burn" in received
    assert again.stdout.splitlines()[-1] == received


def test_a_replay_shows_every_card_or_what_one_seat_sees() -> None:
    record = decode(GOLDEN.read_bytes())
    whole = thirtyone("show", str(GOLDEN), "--game", "2")
    mine = thirtyone("show", str(GOLDEN), "--game", "2", "--seat", "1")

    decisions = len(record.game(0, 1).decisions)
    assert whole.out.count(" ms)") == decisions == mine.out.count(" ms)")
    assert "-- -- --" not in whole.out
    assert "-- -- --" in mine.out
    assert "draws a card from the stock" in mine.out
    assert "faulty: illegal_action" in whole.out
    dealt = whole.out.split("\n\n")[1].splitlines()
    assert mine.out.split("\n\n")[1].splitlines()[1] == dealt[1]
    assert mine.out.split("\n\n")[1].splitlines()[2] != dealt[2]


def test_a_replay_on_a_terminal_waits_for_a_key() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "thirtyone", "show", str(GOLDEN)]
    running = subprocess.Popen(command, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    os.write(ours, b"\n\nq\n")
    said = b""
    try:
        while chunk := os.read(ours, 65536):
            said += chunk
    except OSError:  # the terminal is gone with the command
        pass
    os.close(ours)

    assert running.wait(30) == 0
    assert said.count(b"Enter: next step") == 3
    assert b"Place 1" not in said


def build(language: str, folder: Path) -> str:
    """Return the command line of the example bot in a language, built where it has to be."""
    source = ROOT / "bots_examples" / f"in_{language}"
    if language == "javascript":
        require("node")
        return f"{shutil.which('node')} {source / 'bot.js'}"
    compiler = {"c": ("gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-o"),
                "rust": ("rustc", "--edition", "2021", "-O", "-o")}[language]  # fmt: skip
    require(compiler[0])
    program = folder / f"bot_in_{language}"
    file = source / {"c": "bot.c", "rust": "bot.rs"}[language]
    subprocess.run([*compiler, str(program), str(file)], check=True, timeout=120)
    return str(program)


@pytest.mark.real
@pytest.mark.parametrize("language", ["c", "javascript", "rust"])
def test_a_bot_in_another_language_passes_the_check_and_plays_a_match(
    language: str, tmp_path: Path
) -> None:
    bot = build(language, tmp_path)

    checked = thirtyone("check", bot)
    said = thirtyone("play", bot, "greedy", "--blocks", "10", "--seed", "tea", "--json")

    result = json.loads(said.out)
    assert (checked.status, "passed" in checked.out) == (0, True), checked
    assert (result["faults"], result["blocks"]) == ([], 10)


@pytest.mark.real
def test_the_bots_in_other_languages_play_exactly_alike(tmp_path: Path) -> None:
    played = set()
    for language in ("c", "javascript", "rust"):
        file = tmp_path / f"{language}.rec"
        bot = build(language, tmp_path)
        thirtyone("play", bot, "greedy", "--blocks", "10", "--seed", "tea", "--record", str(file))
        games = decode(file.read_bytes()).games
        played.add(tuple(decision.action for game in games for decision in game.decisions))

    assert len(played) == 1
