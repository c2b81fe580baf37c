"""Write one game of each rule set as text, decision by decision.

``python -m tests.golden.transcripts`` writes the files anew; what changed in them is then to be
read line by line before it is kept.
"""

from collections.abc import Iterator
from pathlib import Path

from tests.thirtyone.policies import at_random, at_threshold, played_match
from thirtyone.game import actor
from thirtyone.match import MatchPlan
from thirtyone.record import Step, replay
from thirtyone.rules import PRESETS, preset
from thirtyone.view import View, view

FOLDER = Path(__file__).parent
SEATS = 3


def transcript(name: str) -> str:
    """Return one game of a rule set as text."""
    plan = MatchPlan(f"golden {name}", preset(name), SEATS, 1, bytes(range(32)))
    careful, wild = at_threshold(24), at_random(name)
    record = played_match(plan, lambda seen: wild(seen) if seen.seat == 1 else careful(seen))
    return "\n".join([*_rules(name), *_lines(list(replay(record, 0, 0)))]) + "\n"


def _rules(name: str) -> Iterator[str]:
    for key, value in preset(name).to_json().items():
        yield f"{key}: {value}"


def _lines(steps: list[Step]) -> Iterator[str]:
    for step in steps:
        if step.action is None:
            yield ""
        yield step.text
        if step.state.round_result is not None:
            yield f"  values {_row(step.state.round_result.values)}"
            yield f"  lives {_row(step.state.lives)}"
        seat = actor(step.state)
        if seat is not None:
            yield _asked(view(step.state, seat))
    yield f"places {_row(steps[-1].state.standing.places or ())}"


def _asked(seen: View) -> str:
    middle = (
        f"table {' '.join(seen.table)}" if seen.rules.form == "exchange" else f"pile {seen.discard}"
    )
    parts = [
        f"  seat {(seen.seat or 0) + 1} {seen.request}",
        f"holds {' '.join(seen.hand)}",
        f"{middle} stock {seen.stock} lap {seen.lap}",
        "may " + ", ".join(seen.legal),
    ]
    return " | ".join(parts)


def _row(values: tuple[object, ...]) -> str:
    return " ".join("-" if value is None else str(value) for value in values)


if __name__ == "__main__":
    for each in PRESETS:
        (FOLDER / f"{each}.txt").write_text(transcript(each))
