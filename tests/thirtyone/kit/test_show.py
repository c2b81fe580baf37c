"""How a record reads in a terminal: every hand, or what one seat sees of them."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.thirtyone.policies import played_match
from tests.thirtyone.stacking import SEED, stack, stacked
from thirtyone.kit.command_line import main
from thirtyone.match import MatchPlan
from thirtyone.record import Record, encode
from thirtyone.rules import Rules, preset
from thirtyone.view import View

FIRE = ("7S 8H KH", "AS AH AD", "9D TC JC")


def played(
    monkeypatch: pytest.MonkeyPatch, rules: Rules, hands: tuple[str, ...], *actions: str
) -> Record:
    """Return a record of games on these hands: the first one with these actions, and the rest of
    them by passing, or by drawing and putting the card down."""
    left = list(actions)

    def answer(seen: View) -> str:
        if left:
            return left.pop(0)
        return "pass" if "pass" in seen.legal else seen.legal[-1]

    stack(monkeypatch, stacked(hands, deck=rules.deck))
    return played_match(MatchPlan("shown", rules, len(hands), 1, SEED), answer)


def shown(capsys: pytest.CaptureFixture[str], file: Path, record: Record, *options: str) -> str:
    """Return what ``show`` prints of the first game."""
    file.write_bytes(encode(record))
    assert main(["show", str(file), *options]) == 0
    return capsys.readouterr().out


def short(name: str, **overrides: object) -> Rules:
    """Return rules under which the first loss ends a game of two."""
    return preset(name, lives=1, grace=False, **overrides)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a path for a record."""
    return tmp_path / "a.rec"


@pytest.mark.parametrize("options", [(), ("--seat", "1"), ("--seat", "2")])
def test_fire_is_called_fire(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    file: Path,
    options: tuple[str, ...],
) -> None:
    """Its number, 32, serves to compare hands and is shown to nobody."""
    record = played(monkeypatch, short("dutch-a7"), FIRE[:2], "keep")

    text = shown(capsys, file, record, *options)

    assert "AS AH AD  worth fire" in text.split("\n\n")[-1]
    assert not re.search(r"\b32\b", text)


def test_a_special_hand_that_is_shown_is_seen_by_all_and_the_others_stay_hidden(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    record = played(monkeypatch, short("dutch-a7"), FIRE, "keep")

    deal, choice, *_ = shown(capsys, file, record, "--seat", "1").split("\n\n")[1:]

    assert deal.splitlines()[1:4] == [
        "  1 bot 0  lives 1  7S 8H KH  worth 18",
        "  2 bot 1  lives 1  -- -- --",
        "  3 bot 2  lives 1  -- -- --  <- to act",
    ]
    assert choice.splitlines() == [
        "Seat 3 keeps the hand dealt. On the table: 7C 8C 9C. Seat 2 shows AS AH AD.",
        "    (0 ms)",
        "  1 bot 0  lives 1  7S 8H KH  worth 18  <- to act",
        "  2 bot 1  lives 1  AS AH AD  worth fire",
        "  3 bot 2  lives 1  -- -- --",
        "  table 7C 8C 9C, stock 20",
    ]


def test_a_special_hand_that_nobody_declared_is_shown_as_what_it_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    hands = ("AS KS QS", "KH 5H 2C")
    record = played(monkeypatch, short("norwegian"), hands, "pass", "knock", "stock")

    text = shown(capsys, file, record)

    assert "AS KS QS  worth 31" in text.split("\n\n")[1]
    assert "AS KS QS  worth 30  knocked" in text.split("\n\n")[-1]


def test_a_seat_is_not_told_who_else_was_dealt_a_special_hand_while_they_are_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    hands = ("AS KS QS", "KH 5H 2C")
    record = played(monkeypatch, short("norwegian"), hands, "pass", "knock", "stock")

    assert "to act" in shown(capsys, file, record).split("\n\n")[1]
    assert "to act" in shown(capsys, file, record, "--seat", "1").split("\n\n")[1]
    assert "to act" not in shown(capsys, file, record, "--seat", "2").split("\n\n")[1]


def test_no_line_is_wider_than_a_terminal_whatever_the_bots_are_called(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    record = played(monkeypatch, preset("dutch-a7"), FIRE, "replace", "swap three")
    named = replace(record, entrants=tuple(f"{number} {'W' * 38}" for number in range(3)))

    lines = shown(capsys, file, named).splitlines()

    assert len(lines) > 50
    assert max(map(len, lines)) <= 80
    assert any("…" in line for line in lines)
    assert all(" ms)" in line for line in lines if "(" in line)
