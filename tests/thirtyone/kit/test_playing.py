"""Matches at home: jobs, records, Ctrl-C, faults, and the sequential test."""

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.thirtyone.kit.commands import ROOT, thirtyone
from thirtyone.record import Decision, Record, decode, encode, verify

BURNING = """
import json, sys
print("I burn", file=sys.stderr)
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        action = "burn" if message["type"] == "discard" else message["legal"][-1]
        print(json.dumps({"id": message["id"], "action": action}), flush=True)
"""


def without_times(file: Path) -> Record:
    """Return a record with every time set to 0: times are all that may differ."""
    record = decode(file.read_bytes())
    games = tuple(
        dataclasses.replace(g, decisions=tuple(Decision(d.action, 0) for d in g.decisions))
        for g in record.games
    )
    return dataclasses.replace(record, games=games)


@pytest.mark.parametrize("bots", [("greedy", "threshold"), ("random", "greedy", "threshold")])
def test_two_jobs_come_to_the_same_result_and_record_as_one(
    bots: tuple[str, ...], tmp_path: Path
) -> None:
    told = []
    for jobs in ("1", "2"):
        said = thirtyone("play", *bots, "--blocks", "23", "--seed", "tea", "--jobs", jobs,
                         "--record", str(tmp_path / jobs), "--json", "--in-process")  # fmt: skip
        assert said.status == 0, said
        told.append(json.loads(said.out))

    for result in told:
        for bot in result["bots"]:
            del bot["cpu_s"]
    assert told[0] == told[1]
    assert without_times(tmp_path / "1") == without_times(tmp_path / "2")
    verify(decode((tmp_path / "2").read_bytes()))


def test_bots_that_draw_random_numbers_play_the_same_match_on_the_same_seed(
    tmp_path: Path,
) -> None:
    for name, jobs in (("a", "1"), ("b", "2")):
        thirtyone("play", "random", "card_counting", "--blocks", "12", "--seed", "tea",
                  "--jobs", jobs, "--record", str(tmp_path / name))  # fmt: skip

    assert without_times(tmp_path / "a") == without_times(tmp_path / "b")


@pytest.mark.parametrize("rules", ["norwegian", "finnish", "swedish", "dutch-a7"])
def test_a_record_of_a_match_takes_at_most_three_bytes_a_decision(
    rules: str, tmp_path: Path
) -> None:
    file = tmp_path / "a.rec"
    thirtyone("play", "greedy", "threshold", "--rules", rules, "--blocks", "20", "--jobs", "2",
              "--record", str(file))  # fmt: skip
    record = decode(file.read_bytes())
    decisions = sum(len(game.decisions) for game in record.games)

    assert decisions > 1000
    assert len(file.read_bytes()) <= 3 * decisions
    assert encode(record) == file.read_bytes()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_with_what_was_played_and_leaves_no_process(jobs: str, tmp_path: Path) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(
        "import time\nfrom thirtyone import Bot\nclass Slow(Bot):\n"
        "    def turn(self, view):\n        time.sleep(0.002)\n        return view.legal[0]\n"
        "    def discard(self, view):\n        return view.legal[-1]\nSlow().run()\n"
    )
    file = tmp_path / "a.rec"
    running = subprocess.Popen(
        [sys.executable, "-m", "thirtyone", "play", str(slow), "threshold", "--blocks", "90000",
         "--jobs", jobs, "--record", str(file)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    time.sleep(6)

    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)

    assert running.returncode == 130
    assert "Traceback" not in err
    left = subprocess.run(["pgrep", "-f", str(slow)], capture_output=True, text=True, check=False)
    assert left.stdout == ""
    assert list(tmp_path.glob(".a.rec*")) == []
    if "Stopped" in out:
        verify(decode(file.read_bytes()))
    else:
        assert "before a block was complete" in err


def test_faults_are_explained_and_what_a_bot_wrote_is_shown_on_request(tmp_path: Path) -> None:
    file = tmp_path / "burning.py"
    file.write_text(BURNING)

    said = thirtyone("play", str(file), "greedy", "--blocks", "2", "--stderr")

    assert said.status == 0
    assert "burning: illegal_action" in said.out
    assert "not in `legal`" in said.out
    assert "which forfeits the game" in said.out
    assert 'received: {"id"' in said.out
    assert "Standard error of burning" in said.out
    assert "I burn" in said.out
    assert "\r" not in said.err


def test_a_test_stops_when_it_is_decided_and_says_how(tmp_path: Path) -> None:
    argv = ("greedy", "random", "--seed", "tea", "--sprt", "0,100", "--in-process")

    one = thirtyone("play", *argv, "--json", "--record", str(tmp_path / "a.rec"))
    two = thirtyone("play", *argv, "--json", "--jobs", "2")
    text = thirtyone("play", *argv)

    test = json.loads(one.out)["sprt"]
    assert test["verdict"] == "H1"
    assert test["llr"] >= test["upper"]
    assert sum(test["counts"]) == test["blocks"] == decode((tmp_path / "a.rec").read_bytes()).blocks
    assert json.loads(two.out)["sprt"] == test
    assert "H1 accepted: greedy is rather +100 Elo than +0." in text.out
    assert "both games on the same cards" in text.out


def test_a_test_between_three_says_what_it_observes() -> None:
    argv = ("play", "greedy", "random", "random", "--sprt", "0,50", "--blocks", "3", "--in-process")

    said = thirtyone(*argv)

    assert "greedy's mean score against the 2 others" in said.out
    assert "Undecided" in said.out
    assert "random (2)" in said.out
