"""Control groups: the counters of both versions, and where groups can be made."""

from __future__ import annotations

from pathlib import Path

from sandbox.cgroups import Cgroup, CgroupTree, find_tree
from sandbox.limits import Limits


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_version_1_is_read(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "cpuacct/cpuacct.usage": "1500000000\n",
            "memory/memory.max_usage_in_bytes": "4096\n",
            "memory/memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n",
        },
    )
    group = Cgroup(1, {name: tmp_path / name for name in ("memory", "pids", "cpuacct")})

    assert group.cpu_s() == 1.5
    assert group.memory_peak_bytes() == 4096
    assert group.kills() == 2
    assert len(group.doors) == 3


def test_version_2_is_read(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "cpu.stat": "usage_usec 1500000\nuser_usec 1000000\n",
            "memory.peak": "4096\n",
            "memory.events": "low 0\noom 1\noom_kill 3\n",
        },
    )
    group = Cgroup(2, dict.fromkeys(("memory", "pids", "cpuacct"), tmp_path))

    assert group.cpu_s() == 1.5
    assert group.memory_peak_bytes() == 4096
    assert group.kills() == 3
    assert group.doors == (tmp_path / "cgroup.procs",)


def test_a_group_that_is_gone_says_nothing(tmp_path: Path) -> None:
    group = Cgroup(2, dict.fromkeys(("memory", "pids", "cpuacct"), tmp_path / "gone"))

    assert group.cpu_s() is None
    assert group.memory_peak_bytes() is None
    assert group.kills() is None
    assert group.remove()


def test_version_2_limits_are_written(tmp_path: Path) -> None:
    tree = CgroupTree(2, dict.fromkeys(("memory", "pids", "cpuacct"), tmp_path))
    tree.create("seat-1", Limits(memory_mb=10, processes=5))
    read = {path.name: path.read_text() for path in (tmp_path / "seat-1").iterdir()}

    assert read == {"memory.max": "10485760", "memory.swap.max": "0", "pids.max": "5"}


def test_version_2_is_used_where_its_controllers_can_be_handed_on(tmp_path: Path) -> None:
    write(tmp_path, {"cgroup.controllers": "cpu memory pids\n", "cgroup.subtree_control": ""})
    tree = find_tree(tmp_path)

    assert tree is not None
    assert tree.version == 2
    assert (tmp_path / "cgroup.subtree_control").read_text() == "+memory +pids"


def test_without_the_controllers_there_is_no_tree(tmp_path: Path) -> None:
    assert find_tree(tmp_path) is None
