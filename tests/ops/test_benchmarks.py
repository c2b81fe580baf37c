"""What measures the project runs; what it finds is for docs/performance.md to say."""

import re
import subprocess
import sys

import pytest

from tests.settings import ROOT

RUNS = {
    "engine.py --skip speed jobs --late 2000": r"memory, exchange: .* MiB after 2,000",
    "engine.py --skip speed memory --blocks 20 --repeats 1": r"two plain loops: \d\.\d\d times",
    "profile_engine.py --decisions 2000": r"exchange, 2 seats\n  view +\d+%",
}


@pytest.mark.parametrize("command", RUNS)
def test_a_benchmark_runs_and_prints_what_it_found(command: str) -> None:
    script, *arguments = command.split()
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / script, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(RUNS[command], done.stdout)


def test_the_page_on_performance_names_every_part_of_the_engine_benchmark() -> None:
    page = (ROOT / "docs" / "performance.md").read_text()

    for command in ("benchmarks/engine.py", "benchmarks/profile_engine.py"):
        assert f"python3 {command}" in page
