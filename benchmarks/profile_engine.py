"""Print where the engine's time goes when players choose at random.

python3 benchmarks/profile_engine.py [--decisions N]

The shares are of the time under Python's profiler, which makes short calls look longer than they
are; they tell what to look at, not how long it takes.
"""

import argparse
import cProfile
import pstats
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import random_play  # noqa: E402

SEATS: Final = 2
PARTS: Final = {
    "view": ("view.py", "view"),
    "apply, settling left out": ("game.py", "apply"),
    "settling a round": ("game.py", "_settled"),
    "dealing a round": ("game.py", "_dealt"),
    "of which shuffling": ("deal.py", "_shuffled"),
}
"""What is timed, with the file and the function whose time, callees included, is meant."""


def main(argv: Sequence[str] | None = None) -> int:
    """Profile both forms and print the share of each part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=50_000, help="in each form (50,000)")
    options = parser.parse_args(argv)
    for form, rules in random_play.rules_of_forms().items():
        found = shares(rules, options.decisions)
        print(f"{form.value}, {SEATS} seats")
        for part, share in found.items():
            print(f"  {part:<26}{share:6.0%}")
    return 0


def shares(rules: random_play.Rules, decisions: int) -> dict[str, float]:
    """Return each part's share of all the time."""
    random_play.play_decisions(rules, SEATS, decisions // 10, seed=1)
    profile = cProfile.Profile()
    profile.runcall(random_play.play_decisions, rules, SEATS, decisions, 2)
    stats = pstats.Stats(profile)
    timed = {
        (Path(file).name, function): times[3]
        for (file, _, function), times in stats.stats.items()  # type: ignore[attr-defined]
        if Path(file).parent.name == "thirtyone"
    }
    total = stats.total_tt  # type: ignore[attr-defined]
    found = {part: timed[where] / total for part, where in PARTS.items()}
    found["apply, settling left out"] -= found["settling a round"]
    return found


if __name__ == "__main__":
    raise SystemExit(main())
