"""Write what came of a match at home: for people as a table, for programs as JSON."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from thirtyone.channel import Evidence, readable
from thirtyone.kit.explained import EXPLAINED
from thirtyone.match import Fault
from thirtyone.offline import Strength, strengths
from thirtyone.outcome import MatchOutcome
from thirtyone.sprt import elo_of

_SHOWN_FAULTS: Final = 3
"""How many faults of a kind and bot are shown one by one."""


def to_json(outcome: MatchOutcome, stderr: bool = False) -> dict[str, Any]:
    """Return what came of a match, with the evidence of all faults, ready for JSON."""
    record = outcome.record
    bots = []
    for name, strength, place, log in zip(
        record.entrants,
        strengths(outcome.result),
        outcome.result.placings,
        outcome.logs,
        strict=True,
    ):
        bot: dict[str, Any] = {
            "name": name,
            "score": strength.score,
            "interval": None if strength.low is None else [strength.low, strength.high],
            "place": place,
            "cpu_s": round(log.cpu_s, 3),
        }
        if stderr:
            bot["stderr"] = readable(log.stderr)
        bots.append(bot)
    return {
        "rules": record.rules.to_json(),
        "seed": record.seed,
        "blocks": record.blocks,
        "bots": bots,
        "faults": [
            {
                **fault.to_json(),
                "block": fault.block,
                "rotation": fault.rotation,
                "evidence": evidence.to_json(),
            }
            for fault, evidence in outcome.evidence
        ],
    }


def to_text(outcome: MatchOutcome, stderr: bool = False) -> str:
    """Return what came of a match as lines for a terminal."""
    record = outcome.record
    games = f"{record.blocks * len(record.entrants)} games"
    lines = [f"{record.rules.name}, {record.blocks} blocks, {games}, seed {record.seed}", ""]
    lines += _table(outcome)
    lines += _faults(outcome)
    if stderr:
        for name, log in zip(record.entrants, outcome.logs, strict=True):
            lines += ["", f"Standard error of {name} (its end):"]
            lines += [f"  {line}" for line in readable(log.stderr).splitlines()] or ["  nothing"]
    return "\n".join(lines)


def _table(outcome: MatchOutcome) -> list[str]:
    two = len(outcome.record.entrants) == 2
    head = ["", "bot", "score", "95% interval"] + ["Elo difference"] * two + ["faults", "CPU"]
    rows = [head]
    faults = Counter(fault.entrant for fault, _ in outcome.evidence)
    found = strengths(outcome.result)
    order = sorted(range(len(found)), key=lambda entrant: outcome.result.placings[entrant])
    for entrant in order:
        strength = found[entrant]
        rows.append(
            [
                str(outcome.result.placings[entrant]),
                outcome.record.entrants[entrant],
                f"{strength.score:.2%}",
                _interval(strength),
                *([_elo(strength)] * two),
                str(faults[entrant]),
                f"{outcome.logs[entrant].cpu_s:.1f} s",
            ]
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _interval(strength: Strength) -> str:
    if strength.low is None or strength.high is None:
        return "too few blocks"
    return f"{strength.low:.2%} to {strength.high:.2%}"


def _elo(strength: Strength) -> str:
    if strength.low is None or strength.high is None:
        return "-"
    found = [elo_of(score) for score in (strength.score, strength.low, strength.high)]
    middle, low, high = (f"{elo:+.0f}".replace("inf", "∞") for elo in found)
    return f"{middle} ({low} to {high})"


def _faults(outcome: MatchOutcome) -> list[str]:
    lines: list[str] = []
    kinds: dict[tuple[int, str], list[tuple[Fault, Evidence]]] = {}
    for fault, evidence in outcome.evidence:
        kinds.setdefault((fault.entrant, fault.name.value), []).append((fault, evidence))
    for (entrant, name), found in kinds.items():
        times = "once" if len(found) == 1 else f"{len(found)} times"
        explained = EXPLAINED[found[0][0].name]
        lines += ["", f"{outcome.record.entrants[entrant]}: {name}, {times}. {explained}"]
        for fault, evidence in found[:_SHOWN_FAULTS]:
            lines += _fault(fault, evidence)
        if len(found) > _SHOWN_FAULTS:
            lines.append(f"  and {len(found) - _SHOWN_FAULTS} more")
    return lines


def _fault(fault: Fault, evidence: Evidence) -> list[str]:
    said = evidence.to_json()
    lines = [
        f"  block {fault.block + 1}, game {fault.rotation + 1}, round {fault.round + 1}"
        f"{', which forfeits the game' if fault.forfeits else ''}"
        f"{': ' + said['why'] if said['why'] else ''}"
    ]
    for label, value in (
        ("sent", said["line_sent"]),
        ("allowed", ", ".join(said["allowed"])),
        ("received", said["line_received"]),
        ("exit code", said["exit_code"]),
        ("signal", said["signal"]),
        ("stderr", said["stderr_tail"]),
    ):
        if value not in (None, ""):
            lines.append(f"    {label}: " + str(value).strip().replace("\n", "\n      "))
    return lines
