"""Time `play --jobs 2` beside `--jobs 1`, and what two processes gain on this machine at most."""

import multiprocessing
import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
BOTS: Final = ("threshold", "card_counting")
_ROUNDS_OF_A_LOOP: Final = 20_000_000


def play_s(jobs: int, blocks: int) -> float:
    """Return the wall time of a match of two example bots, each in a process of its own."""
    bots = [str(ROOT / "bots_examples" / name) for name in BOTS]
    command = [sys.executable, "-m", "thirtyone", "play", *bots, "--json", "--seed", "jobs"]
    started = perf_counter()
    subprocess.run(
        [*command, "--blocks", str(blocks), "--jobs", str(jobs)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return perf_counter() - started


def _loop() -> None:
    for _ in range(_ROUNDS_OF_A_LOOP):
        pass


def loops_s(processes: int) -> float:
    """Return the wall time in which two plain loops end, in so many processes."""
    started = perf_counter()
    with multiprocessing.Pool(processes) as pool:
        for loop in [pool.apply_async(_loop) for _ in range(2)]:
            loop.get()
    return perf_counter() - started


def speedups(blocks: int, repeats: int) -> tuple[float, float]:
    """Return how much faster two jobs are than one, and two loops in two processes than in one.

    All four kinds take turns; the medians of the ratios count.
    """
    played, looped = [], []
    for _ in range(repeats):
        looped.append(loops_s(1) / loops_s(2))
        played.append(play_s(1, blocks) / play_s(2, blocks))
    return statistics.median(played), statistics.median(looped)
