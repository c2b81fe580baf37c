"""Print how fast the engine is beside OpenSpiel's gin rummy, and whether its memory grows.

python3 benchmarks/engine.py [--decisions N] [--repeats R] [--skip speed|memory|jobs …]
"""

import argparse
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import random_play, two_jobs  # noqa: E402
from thirtyone.rules import PRESETS  # noqa: E402

SEATS: Final = (2, 4)
PARTS: Final = ("speed", "memory", "jobs")

_GROWTH: Final = """
import sys
from benchmarks.random_play import play_decisions, resident_bytes
from thirtyone.rules import PRESETS
name, early, late = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
play_decisions(PRESETS[name], 2, early, seed=1)
before = resident_bytes()
play_decisions(PRESETS[name], 2, late - early, seed=2)
print(before, resident_bytes())
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the parts that are not skipped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=20_000, help="in each run (20,000)")
    parser.add_argument("--repeats", type=int, default=9, help="runs of each kind (9)")
    parser.add_argument("--late", type=int, default=1_000_000, help="memory is read here (10^6)")
    parser.add_argument("--blocks", type=int, default=200, help="in a match of the jobs (200)")
    parser.add_argument("--skip", nargs="*", choices=PARTS, default=[], help="leave parts out")
    options = parser.parse_args(argv)
    if "speed" not in options.skip:
        print_speed(options.decisions, options.repeats)
    if "memory" not in options.skip:
        print_memory(options.late)
    if "jobs" not in options.skip:
        print_jobs(options.blocks, options.repeats)
    return 0


def print_speed(decisions: int, repeats: int) -> None:
    """Print decisions a second and their ratio to OpenSpiel's.

    All kinds of run take turns, and each ratio is between neighbours in time, so that a machine
    that is slower for a while is slower for both. The median of the ratios is what counts.
    """
    from benchmarks import gin_rummy

    kinds = [
        (form.value, rules, seats)
        for form, rules in random_play.rules_of_forms().items()
        for seats in SEATS
    ]
    spiel: list[float] = []
    rates: dict[tuple[str, int], list[float]] = {}
    ratios: dict[tuple[str, int], list[float]] = {}
    for repeat in range(repeats):
        for form, rules, seats in kinds:
            beside = gin_rummy.rate(decisions, repeat)
            ours = random_play.rate(rules, seats, decisions, repeat)
            spiel.append(beside)
            rates.setdefault((form, seats), []).append(ours)
            ratios.setdefault((form, seats), []).append(ours / beside)
    print(f"decisions a second of one core, medians of {repeats} runs of {decisions}")
    print(f"  OpenSpiel gin rummy  {statistics.median(spiel):9,.0f}")
    for (form, seats), found in ratios.items():
        rate = statistics.median(rates[form, seats])
        low, high = min(found), max(found)
        print(
            f"  {form:<8} {seats} seats    {rate:10,.0f}   "
            f"{statistics.median(found):.2f} times OpenSpiel's ({low:.2f} to {high:.2f})"
        )


def print_memory(late: int) -> None:
    """Print resident memory after a tenth of the decisions and after all, in a new process."""
    early = late // 10
    for form, rules in random_play.rules_of_forms().items():
        command = [sys.executable, "-c", _GROWTH, rules.name, str(early), str(late)]
        done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        before, after = map(int, done.stdout.split())
        assert rules == PRESETS[rules.name]
        print(
            f"memory, {form.value}: {before / 2**20:.1f} MiB after {early:,} decisions, "
            f"{after / 2**20:.1f} MiB after {late:,} ({after / before - 1:+.1%})"
        )


def print_jobs(blocks: int, repeats: int) -> None:
    """Print how much faster two jobs play than one, beside what this machine gives two loops."""
    played, looped = two_jobs.speedups(blocks, repeats)
    print(
        f"play --jobs 2: {played:.2f} times as fast as one job, {blocks} blocks, "
        f"median of {repeats}; two plain loops: {looped:.2f} times"
    )


if __name__ == "__main__":
    raise SystemExit(main())
