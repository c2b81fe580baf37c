"""The engine needs nothing but Python itself."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import thirtyone

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    module.name for module in pkgutil.walk_packages(thirtyone.__path__, "thirtyone.")
    if not module.name.endswith("__main__")
)  # fmt: skip


def run_isolated(code):
    """Run code without site packages, environment and user folders."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_engine_is_imported_where_nothing_is_installed():
    done = run_isolated("import sys; sys.path.insert(0, '.'); import thirtyone")

    assert (done.returncode, done.stderr) == (0, "")


def test_every_module_of_it_is_too_and_brings_in_only_the_standard_library():
    done = run_isolated(
        "import sys; sys.path.insert(0, '.')\n"
        f"for name in {MODULES!r}: __import__(name)\n"
        "names = {name.partition('.')[0] for name in sys.modules}\n"
        "print(sorted(names - set(sys.stdlib_module_names) - {'__main__', '__mp_main__'}))"
    )

    assert done.stderr == ""
    assert done.stdout.strip() == "['thirtyone']"
