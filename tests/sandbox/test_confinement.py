"""What every backend promises, tried with programs that try to break it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from sandbox import Backend, Process, Program, ProgramEnded, SandboxUnavailable, Verdict
from tests.sandbox.conftest import LIMITS
from tests.sandbox.leftovers import groups, processes_with, seats, uids_of, wait_until_gone

Start = Callable[..., Process]
_SOON_S = 10.0  # far more than anything here needs

ECHO = """
    import sys
    for line in sys.stdin:
        print(line.strip(), flush=True)
"""


def verdict_of(process: Process, lines: int = 5000) -> ProgramEnded:
    """Read until the program has ended, and return how."""
    for _ in range(lines):
        try:
            assert process.read_line(_SOON_S) is not None
        except ProgramEnded as ended:
            return ended
    pytest.fail("it is still there")


def without_group(backend: Backend) -> bool:
    """Say whether a backend has told that it can make no control group."""
    return any("control group" in lapse for lapse in backend.lapses())


@pytest.fixture
def word() -> str:
    """Return a word by which a program's processes are recognised."""
    return f"knock-{uuid4().hex}"


def test_every_needed_promise_holds(backend: Backend) -> None:
    broken = [promise for promise in backend.selftest() if promise.needed and not promise.holds]

    assert broken == []


def test_a_line_comes_back(start: Start) -> None:
    process = start(ECHO)
    process.write_line(b"hello")

    assert process.read_line(_SOON_S) == b"hello"


def test_the_wall_limit_is_the_callers_and_the_program_lives_on(start: Start) -> None:
    process = start(ECHO)

    assert process.read_line(0.05) is None
    process.write_line(b"still here")
    assert process.read_line(_SOON_S) == b"still here"


def test_half_a_line_is_no_line(start: Start) -> None:
    process = start("""
        import sys
        print("half", end="", flush=True)
        sys.stdin.readline()
        print(" and half", flush=True)
        sys.stdin.readline()
    """)

    assert process.read_line(0.5) is None
    process.write_line(b"go on")
    assert process.read_line(_SOON_S) == b"half and half"


@pytest.mark.parametrize(
    "source",
    [
        "import os, time\nwhile True: os.write(1, b'x'); time.sleep(0.01)",
        "import os\nwhile True: os.write(2, b'x' * 65536)",
    ],
    ids=["byte by byte", "on standard error"],
)
def test_noise_does_not_lengthen_the_limit(start: Start, source: str) -> None:
    process = start(source)

    assert process.read_line(0.3) is None
    assert process.read_line(0.1) is None
    assert process.read_line(0) is None


def test_the_cpu_of_children_counts(start: Start) -> None:
    process = start("""
        import os, sys, time
        child = os.fork()
        if child == 0:
            while time.process_time() < 0.4: pass
            os._exit(0)
        os.waitpid(child, 0)
        print("done", flush=True)
        sys.stdin.readline()
    """)

    assert process.read_line(_SOON_S) == b"done"
    assert process.cpu_s() >= 0.35
    process.close()
    assert process.cpu_s() >= 0.35


def test_taking_memory_bit_by_bit_is_out_of_memory(start: Start) -> None:
    process = start("""
        held = []
        while True:
            held.append(b"x" * 4_000_000)
    """)

    assert verdict_of(process).verdict is Verdict.OUT_OF_MEMORY


def test_taking_a_gigabyte_at_once_is_out_of_memory(start: Start) -> None:
    ended = verdict_of(start("b'x' * 1_000_000_000"))

    assert ended.verdict is Verdict.OUT_OF_MEMORY


def test_children_that_take_memory_together_are_out_of_memory(start: Start) -> None:
    process = start("""
        import os, time
        for _ in range(8):
            if os.fork() == 0:
                held = os.urandom(20_000_000)
                time.sleep(60)
        time.sleep(60)
    """)

    with pytest.raises(ProgramEnded) as caught:
        process.read_line(_SOON_S)
    assert caught.value.verdict is Verdict.OUT_OF_MEMORY


def test_memory_without_a_name_counts(backend: Backend, start: Start) -> None:
    if without_group(backend):
        pytest.skip("without a control group this lapses, and the backend says so")
    process = start("""
        import os, time
        held = []
        while True:
            held.append(os.memfd_create("more"))
            os.write(held[-1], bytes(8_000_000))
    """)

    assert verdict_of(process).verdict is Verdict.OUT_OF_MEMORY


def test_a_fork_bomb_stays_small_and_leaves_nothing(start: Start, word: str) -> None:
    process = start(
        """
        import os, time
        print("started", flush=True)
        while True:
            try:
                os.fork()
            except OSError:
                time.sleep(0.05)
        """,
        word,
    )

    assert process.read_line(_SOON_S) == b"started"
    assert process.read_line(0.5) is None
    # The rest are the few that hold the program: bubblewrap's own, or the container's first.
    assert len(processes_with(word)) <= LIMITS.processes + 4
    process.close()
    assert wait_until_gone(word) == []


@pytest.mark.parametrize(
    "source",
    [
        "import os\nwhile True: os.write(1, b'x' * 65536)",
        "print('x' * 8193, flush=True)\nimport time\ntime.sleep(60)",
        "while True: print('many short lines')",
    ],
    ids=["without an end", "one byte too long", "many lines"],
)
def test_too_much_output_is_the_end(start: Start, word: str, source: str) -> None:
    process = start(source, word)

    assert verdict_of(process, lines=200_000).verdict is Verdict.TOO_MUCH_OUTPUT
    assert wait_until_gone(word) == []


def test_the_streams_can_be_opened_by_name(start: Start) -> None:
    process = start("""
        with open("/dev/stderr", "w") as errors:
            errors.write("seen")
        with open("/dev/stdout", "w") as output:
            output.write("by name\\n")
        open("/dev/stdin").readline()
    """)

    assert process.read_line(_SOON_S) == b"by name"
    assert process.stderr() == b"seen"


def test_the_longest_line_allowed_passes(start: Start) -> None:
    process = start("print('x' * 8192, flush=True)\ninput()")

    assert process.read_line(_SOON_S) == b"x" * 8192


def test_each_game_has_its_own_output_limit(start: Start) -> None:
    process = start(ECHO, output_bytes=100)
    for _ in range(5):
        process.reset_output()
        process.write_line(b"x" * 70)

        assert process.read_line(_SOON_S) == b"x" * 70

    process.write_line(b"x" * 70)
    assert verdict_of(process).verdict is Verdict.TOO_MUCH_OUTPUT


def test_the_end_of_standard_error_is_kept(start: Start) -> None:
    process = start("""
        import sys
        sys.stderr.write("x" * 3_000_000 + "the end")
        sys.stderr.flush()
        print("done", flush=True)
        sys.stdin.readline()
    """)

    assert process.read_line(_SOON_S) == b"done"
    assert len(process.stderr()) == LIMITS.stderr_bytes
    assert process.stderr().endswith(b"xthe end")
    process.close()
    assert process.stderr().endswith(b"xthe end")


@pytest.mark.parametrize(
    ("folder", "least", "most"), [("/tmp", 1, 16 * 1024 * 1024), ("/dev/shm", 0, 1024 * 1024)]
)
def test_disks_are_small(start: Start, folder: str, least: int, most: int) -> None:
    process = start(
        """
        import os, sys
        written = number = 0
        try:
            while written < 1_000_000_000:
                with open(f"{sys.argv[1]}/{number}", "wb", buffering=0) as file:
                    for _ in range(8):
                        written += file.write(bytes(65536))
                number += 1
        except OSError:
            pass
        print(written, flush=True)
        sys.stdin.readline()
        """,
        folder,
    )
    written = process.read_line(_SOON_S)

    assert written is not None
    assert least <= int(written) <= most


@pytest.fixture
def listening() -> Iterator[tuple[int, str]]:
    """Return a TCP port and an abstract socket's name that somebody listens at on this machine."""
    name = f"knock-{uuid4().hex}"
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as local:
        local.bind(f"\0{name}")
        local.listen()
        yield tcp.getsockname()[1], name


def test_no_socket_of_the_host_can_be_reached(start: Start, listening: tuple[int, str]) -> None:
    port, name = listening
    process = start(
        """
        import socket, sys
        def reached(make):
            try:
                make()
                return "reached"
            except OSError as error:
                return type(error).__name__
        print(reached(lambda: socket.create_connection(("127.0.0.1", int(sys.argv[1])))))
        local = socket.socket(socket.AF_UNIX)
        print(reached(lambda: local.connect(chr(0) + sys.argv[2])))
        sys.stdin.readline()
        """,
        str(port),
        name,
    )

    assert process.read_line(_SOON_S) == b"PermissionError"
    assert process.read_line(_SOON_S) == b"ConnectionRefusedError"


def test_a_program_cannot_signal_another_by_locks(start: Start) -> None:
    process = start("""
        import fcntl, sys
        for lock in (fcntl.flock, fcntl.lockf):
            try:
                lock(open(sys.executable, "rb"), fcntl.LOCK_SH)
                print("locked")
            except OSError as error:
                print(type(error).__name__)
        sys.stdin.readline()
    """)

    assert process.read_line(_SOON_S) == b"PermissionError"
    assert process.read_line(_SOON_S) == b"PermissionError"


def test_a_program_sees_nothing_of_other_seats(
    start: Start, runtime_dir: Path, backend: Backend
) -> None:
    start("secret = 'the other one'\ninput()")
    process = start(
        """
        import os, sys
        print(os.path.exists(sys.argv[1]), sorted(os.listdir("/bot")), flush=True)
        print([entry for entry in os.listdir("/proc") if entry.isdigit() and int(entry) > 9])
        sys.stdin.readline()
        """,
        str(runtime_dir),
    )

    assert process.read_line(_SOON_S) == b"False ['bot.py']"
    assert process.read_line(_SOON_S) == b"[]"


def test_only_its_own_environment_is_seen(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOCK_SECRET", "not for bots")
    process = start("import os\nprint(' '.join(sorted(os.environ)), flush=True)\ninput()")
    line = process.read_line(_SOON_S)

    assert line is not None
    assert set(line.decode().split()) - {"HOSTNAME", "PWD", "OLDPWD", "SHLVL", "_", "LC_CTYPE"} == {
        "HOME",
        "LANG",
        "PATH",
        "PYTHONDONTWRITEBYTECODE",
        "PYTHONPATH",
        "PYTHONUNBUFFERED",
    }


def test_killing_everybody_harms_no_other_program(start: Start) -> None:
    other = start(ECHO)
    killer = start("""
        import os, time
        if os.fork() == 0:
            time.sleep(60)
        for target in (-1, 1):
            try:
                os.kill(target, 9)
            except OSError:
                pass
        print("done", flush=True)
        input()
    """)
    assert killer.read_line(_SOON_S) == b"done"
    other.write_line(b"unharmed")

    assert other.read_line(_SOON_S) == b"unharmed"


def test_the_limits_of_another_process_cannot_be_changed(start: Start) -> None:
    """Not even of the first process, which belongs to the same account and holds the sandbox."""
    process = start(
        """
        import os, resource
        for pid in (1, os.getpid(), os.getppid()):
            try:
                print(resource.prlimit(pid, resource.RLIMIT_CPU, (0, 0)), flush=True)
            except PermissionError:
                print("refused", flush=True)
        print(resource.getrlimit(resource.RLIMIT_CPU) != (0, 0), flush=True)
        """
    )

    assert [process.read_line(_SOON_S) for _ in range(4)] == [b"refused"] * 3 + [b"True"]


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user has one account for all")
def test_each_seat_has_an_account_of_its_own(start: Start) -> None:
    words = [f"knock-{uuid4().hex}" for _ in range(2)]
    for word in words:
        assert start("print('started', flush=True)\ninput()", word).read_line(_SOON_S)
    first, second = (
        {uid for pid in processes_with(word) for uid in uids_of(pid)} for word in words
    )

    assert min(first) > 65535
    assert min(second) > 65535
    assert not first & second


def test_daemons_are_gone_after_close(start: Start, runtime_dir: Path, word: str) -> None:
    before = seats(runtime_dir), groups(runtime_dir)
    process = start(
        """
        import os, sys, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(600)
            os._exit(0)
        print("started", flush=True)
        time.sleep(600)
        """,
        word,
    )

    assert process.read_line(_SOON_S) == b"started"
    assert processes_with(word)
    process.close()
    process.close()
    assert wait_until_gone(word) == []
    assert (seats(runtime_dir), groups(runtime_dir)) == before


def test_daemons_do_not_outlive_their_leader(start: Start, runtime_dir: Path, word: str) -> None:
    before = seats(runtime_dir), groups(runtime_dir)
    process = start(
        """
        import os, time
        if os.fork() == 0:
            os.setsid()
            time.sleep(600)
        print("leaving", flush=True)
        """,
        word,
    )

    assert process.read_line(_SOON_S) == b"leaving"
    ended = verdict_of(process)
    assert (ended.verdict, ended.evidence.exit.code) == (Verdict.CRASHED, 0)
    assert wait_until_gone(word) == []
    assert (seats(runtime_dir), groups(runtime_dir)) == before


def test_a_program_that_never_reads_holds_nobody_up(start: Start) -> None:
    process = start("""
        import time
        time.sleep(0.5)
        print("alive", flush=True)
        time.sleep(60)
    """)
    process.write_line(b"x" * 4_000_000, 0.1)

    assert process.read_line(_SOON_S) == b"alive"


def test_what_is_read_late_arrives_whole(start: Start) -> None:
    process = start("""
        import sys, time
        print("waiting", flush=True)
        time.sleep(0.3)
        print(len(sys.stdin.readline()), flush=True)
        sys.stdin.readline()
    """)
    process.write_line(b"x" * 3_000_000)

    assert process.read_line(_SOON_S) == b"waiting"
    assert process.read_line(_SOON_S) == b"3000001"


@pytest.mark.parametrize(
    ("source", "code", "signal"),
    [
        ("raise SystemExit(3)", 3, None),
        ("raise ValueError('a bug')", 1, None),
        ("import os\nos.kill(os.getpid(), 11)", None, 11),
        ("import ctypes\nctypes.string_at(0)", None, 11),
    ],
    ids=["exit", "exception", "signal", "bad memory"],
)
def test_a_death_is_reported(
    backend: Backend, start: Start, source: str, code: int | None, signal: int | None
) -> None:
    process = start(f"import sys\nprint('last words', file=sys.stderr)\n{source}")
    ended = verdict_of(process)

    assert ended.verdict is Verdict.CRASHED
    assert (ended.evidence.exit.code, ended.evidence.exit.signal) == (code, signal)
    assert process.exit == ended.evidence.exit
    assert ended.evidence.stderr.startswith(b"last words\n")
    assert ended.evidence.memory_peak_bytes or without_group(backend)


def test_what_was_said_before_a_death_is_read_first(start: Start) -> None:
    process = start("print('one')\nprint('two')")

    assert process.read_line(_SOON_S) == b"one"
    assert process.read_line(_SOON_S) == b"two"
    assert verdict_of(process).verdict is Verdict.CRASHED


def test_a_command_that_is_not_there_did_not_start(
    backend: Backend, program: Callable[..., Program]
) -> None:
    folder = program("").folder
    process = backend.start(Program(folder, ("/bot/missing",)), LIMITS, {})

    assert verdict_of(process).verdict is Verdict.DID_NOT_START


def test_a_folder_that_is_not_there_is_our_failure(backend: Backend, runtime_dir: Path) -> None:
    missing = Program(runtime_dir / "missing", ("python3", "/bot/bot.py"))
    before = seats(runtime_dir)

    with pytest.raises(SandboxUnavailable):
        backend.start(missing, LIMITS, {}).read_line(_SOON_S)
    assert seats(runtime_dir) == before


def test_libraries_are_there_and_cannot_be_written(
    backend: Backend, program: Callable[..., Program]
) -> None:
    library = program("answer = 42").folder
    bot = program("""
        from kit.bot import answer
        print(answer)
        try:
            open("/opt/lib/kit/bot.py", "a")
        except OSError as error:
            print(type(error).__name__, flush=True)
        input()
    """)
    process = backend.start(Program(bot.folder, bot.argv, {"kit": library}), LIMITS, {})

    assert process.read_line(_SOON_S) == b"42"
    assert process.read_line(_SOON_S) in (b"OSError", b"PermissionError")
    process.close()


def test_a_program_outlives_the_thread_that_started_it(start: Start) -> None:
    started: list[Process] = []
    thread = threading.Thread(target=lambda: started.append(start(ECHO)))
    thread.start()
    thread.join()
    assert started[0].read_line(0.3) is None
    started[0].write_line(b"alive")

    assert started[0].read_line(_SOON_S) == b"alive"


def test_what_a_killed_worker_left_is_swept(
    backend: Backend, program: Callable[..., Program], runtime_dir: Path, word: str
) -> None:
    before = groups(runtime_dir)
    bot = program("import time\nprint('started', flush=True)\ntime.sleep(600)", word)
    worker = f"""
        import os, signal, sys
        from pathlib import Path
        from sandbox import Limits, Program
        from sandbox.choose import BACKENDS
        backend = BACKENDS[{backend.name!r}](Path({str(runtime_dir)!r}))
        bot = Program(Path({str(bot.folder)!r}), {bot.argv!r})
        process = backend.start(bot, Limits(lifetime_s=120), {{"role": "test"}})
        assert process.read_line(10) == b"started"
        os.kill(os.getpid(), signal.SIGKILL)
    """
    lines = "\n".join(line.strip() for line in worker.splitlines())
    killed = subprocess.run([sys.executable, "-c", lines], cwd=Path.cwd(), check=False)

    assert killed.returncode == -9
    assert backend.sweep() >= 1
    assert wait_until_gone(word) == []
    assert groups(runtime_dir) == before


def test_a_sweep_leaves_the_living_alone(backend: Backend, start: Start) -> None:
    process = start(ECHO)

    assert backend.sweep() == 0
    process.write_line(b"alive")
    assert process.read_line(_SOON_S) == b"alive"


def test_a_sweep_ends_what_nobody_wants_any_more(backend: Backend, start: Start) -> None:
    process = start(ECHO)

    assert backend.sweep(lambda labels: labels.get("role") != "test") == 1
    with pytest.raises((ProgramEnded, SandboxUnavailable)):
        process.read_line(_SOON_S)
