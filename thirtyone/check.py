"""Check that a bot keeps to the protocol and the rules; how well it plays does not matter.

The same check runs at an author's desk (``python3 -m thirtyone check BOT``) and on the site, where
the players given stand for sandboxed programs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

from thirtyone.game import actor, apply, default_action, forfeit, returns
from thirtyone.manifest import Plays
from thirtyone.match import Fault, MatchPlan
from thirtyone.noting import Noting
from thirtyone.outcome import FORFEITS_TO_GIVE_UP
from thirtyone.players import Player
from thirtyone.positions import POSITIONS, RULES, Position
from thirtyone.programs import find
from thirtyone.referee import play_match
from thirtyone.report import CheckReport, Finding
from thirtyone.rules import PRESETS, Form, Rules
from thirtyone.sitting import ClockLimits, Failure, Sitting
from thirtyone.view import view

__all__ = ["CheckReport", "Finding", "check", "house_opponent"]

BLOCKS: Final = 2
_SEED: Final = hashlib.sha256(b"the check plays the same decks each time").digest()


def house_opponent() -> Player:
    """Return the house bot that a check is played against, the one that knocks at a threshold."""
    return find("threshold").in_process_player()


def check(
    open_player: Callable[[], Player],
    plays: Plays | None = None,
    *,
    limits: ClockLimits | None = None,
    opponent: Callable[[], Player] = house_opponent,
) -> CheckReport:
    """Play two blocks and every scripted position of each form; each fault is a finding.

    ``open_player`` makes a fresh player of the bot, not yet opened; the check closes it. ``plays``
    says which forms are tried, and by which rules where the bot names some; without it that is
    the draw form. A bot that forfeits three games is tried no further. Raises OurFault.
    """
    plays = plays or Plays()
    clock = limits or ClockLimits()
    findings: list[Finding] = []
    games = positions = 0
    for form in plays.forms:
        named = [PRESETS[name] for name in plays.rule_sets if PRESETS[name].form is form]
        chosen = tuple(named) or RULES[form]
        played, found, gave_up = _blocks(open_player, opponent, chosen[0], clock)
        games += played
        findings += found
        if gave_up:
            break
        for rules in chosen:
            tried, found = _positions(open_player, form, rules, clock)
            positions += tried
            findings += found
    forms = tuple(form.value for form in plays.forms)
    return CheckReport(forms, games, positions, tuple(findings))


def _blocks(
    open_player: Callable[[], Player],
    opponent: Callable[[], Player],
    rules: Rules,
    clock: ClockLimits,
) -> tuple[int, list[Finding], bool]:
    plan = MatchPlan("check", rules, 2, BLOCKS, _SEED)
    notes: dict[bytes, list[str]] = {}

    def open_players(rotation: int) -> tuple[Player, Player]:
        return Noting(open_player(), notes), opponent()

    outcome = play_match(plan, open_players, limits=clock)
    own = [(fault, evidence) for fault, evidence in outcome.evidence if fault.entrant == 0]
    forfeits = sum(fault.forfeits for fault, _ in own)
    findings = [
        Finding.of(
            fault.name,
            _where(rules, fault),
            evidence,
            notes.get(evidence.line_sent or b"", ()),
        )
        for fault, evidence in own
    ]
    return len(outcome.record.games), findings, forfeits >= FORFEITS_TO_GIVE_UP


def _where(rules: Rules, fault: Fault) -> str:
    return (
        f"{rules.name}, block {fault.block + 1}, seat {fault.rotation + 1}, "
        f"round {fault.round + 1}, decision {fault.decision + 1} of the game"
    )


def _positions(
    open_player: Callable[[], Player], form: Form, rules: Rules, clock: ClockLimits
) -> tuple[int, list[Finding]]:
    """Play the positions of a form, all of one table size with one start of the bot."""
    chosen = [p for p in POSITIONS[form] if p.exists_under(rules)]
    findings = []
    for seats in sorted({position.seats for position in chosen}):
        player = Noting(open_player(), {})
        sitting = Sitting(player, 0, rules, seats, clock)
        try:
            player.open()
            for position in chosen:
                if position.seats == seats:
                    failure = _play(position, rules, sitting, player)
                    if failure is not None:
                        findings.append(_found(position, rules, failure, player))
        finally:
            player.close()
    return len(chosen), findings


def _play(position: Position, rules: Rules, sitting: Sitting, player: Noting) -> Failure | None:
    """Play one position to the end of its round, or to the bot's first fault."""
    state = position.state(rules)
    script = list(position.script)
    player.begin()
    failure = sitting.begin_game()
    if failure is not None:
        return failure
    sitting.deal(view(state, sitting.seat))
    while (seat := actor(state)) is not None:
        if seat == sitting.seat:
            action, _, failure = sitting.decide(view(state, seat))
            if action is None:
                return failure
        else:
            action = script.pop(0) if script else default_action(state)
        state = apply(state, action)
    sitting.round_end(view(state, sitting.seat))
    for seat in range(1, position.seats):
        state = forfeit(state, seat)
    sitting.game_end(returns(state))
    return None


def _found(position: Position, rules: Rules, failure: Failure, player: Noting) -> Finding:
    where = f"{rules.name}, position: {position.name}"
    return Finding.of(failure.name, where, failure.evidence, player.lines)
