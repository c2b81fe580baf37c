"""The author's commands: what they print, what they refuse, and what a check finds."""

import json
from pathlib import Path

import pytest

from tests.thirtyone.scripted import BrokenPlayer, ScriptedPlayer
from thirtyone.__main__ import main
from thirtyone.channel import OurFault, readable
from thirtyone.check import check
from thirtyone.faults import FaultName
from thirtyone.game import actor, legal_actions
from thirtyone.players import Answer
from thirtyone.positions import POSITIONS, RULES
from thirtyone.programs import Program
from thirtyone.report import CheckReport
from thirtyone.rules import PRESETS, Form, preset

Out = pytest.CaptureFixture[str]


def run(capsys: Out, *argv: str) -> tuple[int, str, str]:
    code = main(argv)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_match_on_one_seed_comes_out_the_same_as_processes_and_in_process(capsys: Out) -> None:
    argv = ("play", "greedy", "threshold", "--blocks", "10", "--seed", "tea", "--json")

    code, apart, _ = run(capsys, *argv)
    _, together, _ = run(capsys, *argv, "--in-process")

    first, second = json.loads(apart), json.loads(together)
    assert code == 0
    assert [bot["score"] for bot in first["bots"]] == [bot["score"] for bot in second["bots"]]
    assert first["seed"] == second["seed"]
    assert first["faults"] == []
    low, high = first["bots"][0]["interval"]
    assert low < first["bots"][0]["score"] < high


def test_a_short_match_tells_scores_and_its_seed_but_no_interval(capsys: Out) -> None:
    code, said, _ = run(
        capsys, "play", "greedy", "random", "--blocks", "2", "--seed", "tea", "--in-process"
    )

    assert code == 0
    assert "norwegian, 2 blocks, 4 games, seed " in said
    assert "100.00%" in said
    assert "too few blocks" in said


def test_the_rules_are_listed_and_shown(capsys: Out) -> None:
    assert run(capsys, "rules")[1].split() == list(PRESETS)
    assert json.loads(run(capsys, "rules", "swedish", "--json")[1]) == preset("swedish").to_json()
    assert "knocker_tied_lowest   pays" in run(capsys, "rules", "swedish")[1]


CHEAT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        action = message["legal"][-1]
        if message["type"] == "discard" and message["from"] == "take":
            action = "discard " + message["drawn"]
        print(json.dumps({"id": message["id"], "action": action}), flush=True)
"""


def test_a_check_shows_the_line_the_choices_the_reply_and_how_to_get_there(
    capsys: Out, tmp_path: Path
) -> None:
    file = tmp_path / "bot.py"
    file.write_text(CHEAT)

    code, said, _ = run(capsys, "check", str(file), "--json")

    report = CheckReport.from_json(json.loads(said))
    finding = report.findings[0]
    taken = json.loads(finding.evidence["line_sent"])["drawn"]
    assert code == 1
    assert not report.passed
    assert finding.name.value == "illegal_action"
    assert f"discard {taken}" in finding.evidence["line_received"]
    assert f"discard {taken}" not in finding.evidence["allowed"]


def test_the_lines_of_a_finding_bring_a_bot_to_the_same_fault(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        CHEAT.replace('message["from"] == "take"', 'message["stock"] < 2').replace(
            '"discard " + message["drawn"]', '"burn"'
        )
    )
    program = Program("burning", file)
    report = check(program.player)
    found = [finding for finding in report.findings if finding.reproduce]
    assert found

    channel = program.open_channel()
    try:
        replies = []
        for line in found[0].reproduce:
            channel.write_line(line.encode())
            if "id" in json.loads(line):
                replies.append(channel.read_line(10))
    finally:
        channel.close()

    assert replies[-1] is not None
    assert replies[-1].decode() == found[0].evidence["line_received"]


def test_a_bot_that_gives_up_is_tried_no_further_and_says_what_it_last_said() -> None:
    report = check(lambda: ScriptedPlayer(lambda m, legal: Answer(None, 0, FaultName.CRASHED)))

    assert [finding.name for finding in report.findings] == [FaultName.CRASHED] * 3
    assert report.positions == 0


def test_a_failure_of_ours_during_a_check_is_no_finding() -> None:
    with pytest.raises(OurFault):
        check(BrokenPlayer)


def test_a_report_survives_being_stored() -> None:
    report = check(lambda: ScriptedPlayer(lambda m, legal: Answer(None, 0, FaultName.LATE)))

    assert report.findings
    assert CheckReport.from_json(json.loads(json.dumps(report.to_json()))) == report
    assert "late: norwegian, block 1" in report.to_text()


def test_the_positions_are_what_their_names_say() -> None:
    rules = preset("norwegian")
    legal = {p.name: legal_actions(p.state(rules)) for p in POSITIONS[Form.DRAW]}

    assert legal["a special hand is dealt"] == ("declare", "pass")
    assert legal["the last turn after a knock"] == ("stock", "take")
    assert legal["the last turn after a knock, with nothing but the discard to draw"] == ("take",)
    assert legal["a discard worth taking"] == ("knock", "stock", "take")
    for form, rule_sets in RULES.items():
        for position in POSITIONS[form]:
            for chosen in rule_sets:
                if position.declare in (None, chosen.declare):
                    state = position.state(chosen)
                    assert state.round_over or actor(state) is not None


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"plain \xc3\xa9\n", "plain é\n"),
        (b"a\0b", "a\\x00b"),
        (b"\xff\xfe", "\\xff\\xfe"),
        (b"\x1b[31m", "\\x1b[31m"),
        ("\u202e".encode(), "\\u202e"),
    ],
)
def test_what_a_program_wrote_is_made_fit_to_store_and_show(raw: bytes, text: str) -> None:
    assert readable(raw) == text
