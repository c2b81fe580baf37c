"""``verify``: play a record again and say whether it comes to the same."""

from __future__ import annotations

import argparse
import json

from thirtyone.deal import commitment
from thirtyone.kit.command_line import FAILED, OK
from thirtyone.kit.records import read_record
from thirtyone.record import Record, RecordMismatch, verify


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument("record", metavar="RECORD", help="a file that play --record wrote")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(options: argparse.Namespace) -> int:
    """Print what was played again, or the first difference."""
    record = read_record(options.record)
    try:
        verify(record)
    except RecordMismatch as difference:
        if options.json:
            found = {"where": difference.where, "difference": difference.message}
            print(json.dumps({"holds": False, **found}))
        else:
            print(f"differs at {difference}")
        return FAILED
    print(json.dumps({"holds": True, **_told(record)}) if options.json else _text(record))
    return OK


def _told(record: Record) -> dict[str, object]:
    return {
        "rules": record.rules.name,
        "entrants": list(record.entrants),
        "games": len(record.games),
        "decisions": sum(len(game.decisions) for game in record.games),
        "faults": len(record.result.faults),
        "commitment": commitment(bytes.fromhex(record.seed)),
    }


def _text(record: Record) -> str:
    told = _told(record)
    return (
        f"holds: {told['games']} games of {record.rules.name} between "
        f"{', '.join(record.entrants)}, {told['decisions']} decisions, {told['faults']} faults\n"
        f"commitment of its seed: {told['commitment']}"
    )
