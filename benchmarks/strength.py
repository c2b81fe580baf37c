"""Print how the strong house bot does against the best thresholds, or rate all house bots.

python3 benchmarks/strength.py [--rules R …] [--seats N …] [--blocks N] [--sweep N] [--jobs J]
python3 benchmarks/strength.py --ratings [--rules R …] [--blocks N] [--jobs J]

A sweep gives every threshold its mean score against a field of thresholds; at a table of more
than two, one sits among copies of the other. The strong bot then meets the best of the sweep and
the two that follow it, each on fresh decks. Intervals are of 95%, a block is one observation.
"""

import argparse
import itertools
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.elo import Pairing, elo_of, intervals  # noqa: E402
from benchmarks.entrants import Entrant, match, plays  # noqa: E402
from thirtyone.offline import strengths  # noqa: E402
from thirtyone.programs import house_bots  # noqa: E402
from thirtyone.rules import Form, Rules, preset  # noqa: E402

STRONG: Final = Entrant("odds")
RULES: Final = ("norwegian", "finnish", "swedish", "dutch-a7")
SEATS: Final = (2, 4)
THRESHOLDS: Final = {Form.DRAW: range(15, 30), Form.EXCHANGE: range(15, 32)}
FIELD: Final = {Form.DRAW: (20, 22, 24, 26), Form.EXCHANGE: (23, 27, 29, 30)}
MEASURED: Final = 3


def main(argv: Sequence[str] | None = None) -> int:
    """Measure what was asked for, and print it line by line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="+", default=RULES, help="rule sets")
    parser.add_argument("--seats", nargs="+", type=int, default=SEATS, help="table sizes (2 4)")
    parser.add_argument("--blocks", type=int, default=400, help="blocks of a match (400)")
    parser.add_argument("--sweep", type=int, default=60, help="blocks of a match in a sweep (60)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--seed", default="strength", help="any text")
    parser.add_argument("--ratings", action="store_true", help="rate all house bots instead")
    options = parser.parse_args(argv)
    for name in options.rules:
        rules = preset(name)
        if options.ratings:
            print_ratings(rules, options)
            continue
        for seats in options.seats:
            print_strength(rules, seats, options)
    return 0


def print_strength(rules: Rules, seats: int, options: argparse.Namespace) -> None:
    """Print the best thresholds of a sweep, and the strong bot's score among each."""
    swept = sweep(rules, seats, options)
    best = sorted(swept, key=swept.__getitem__, reverse=True)[:MEASURED]
    for place, knock_at in enumerate(best, start=1):
        others = [Entrant("threshold", knock_at)] * (seats - 1)
        played = match(
            [STRONG, *others], rules, options.blocks, f"{options.seed} odds", options.jobs
        )
        found = strengths(played)[0]
        if found.low is None or found.high is None:
            raise SystemExit("an interval needs ten blocks")
        print(
            f"{rules.name}, {seats} seats: number {place} of the sweep is threshold {knock_at} "
            f"({swept[knock_at]:.1%}); {STRONG.name} scores {found.score:.1%}, "
            f"95% interval {found.low:.1%} to {found.high:.1%}",
            flush=True,
        )


def sweep(rules: Rules, seats: int, options: argparse.Namespace) -> dict[int, float]:
    """Return the mean score of every threshold against the field."""
    field = FIELD[rules.form]
    return {
        knock_at: sum(
            match(
                [Entrant("threshold", knock_at), *[Entrant("threshold", other)] * (seats - 1)],
                rules,
                options.sweep,
                f"{options.seed} sweep",
                options.jobs,
            ).scores[0]
            for other in field
        )
        / len(field)
        for knock_at in THRESHOLDS[rules.form]
    }


def print_ratings(rules: Rules, options: argparse.Namespace) -> None:
    """Print the ratings of the house bots that play by the rules, each pair met at two seats."""
    entrants = [Entrant(name) for name in house_bots() if plays(name, rules)]
    pairings = []
    for (one, first), (two, second) in itertools.combinations(enumerate(entrants), 2):
        played = match([first, second], rules, options.blocks, options.seed, options.jobs)
        scores = tuple(played.block_scores(block)[0] for block in played.complete_blocks)
        pairings.append(Pairing(one, two, scores))
    ratings = elo_of(len(entrants), pairings)
    for place in sorted(range(len(entrants)), key=ratings.__getitem__, reverse=True):
        low, high = intervals(len(entrants), pairings)[place]
        print(
            f"{rules.name}: {entrants[place].label} {ratings[place]:.0f}, "
            f"95% interval {low:.0f} to {high:.0f}",
            flush=True,
        )


if __name__ == "__main__":
    raise SystemExit(main())
