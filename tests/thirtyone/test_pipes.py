"""A plain process behind pipes: what it may do to the referee, which is nothing."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from thirtyone.channel import ChannelFault, OurFault
from thirtyone.faults import FaultName
from thirtyone.pipes import PipeChannel

Start = Callable[..., PipeChannel]


@pytest.fixture
def start() -> Iterator[Start]:
    with contextlib.ExitStack() as stack:

        def start(program: str, **options: int) -> PipeChannel:
            channel = PipeChannel([sys.executable, "-I", "-S", "-c", program], **options)
            stack.callback(channel.close)
            return channel

        yield start


def test_lines_go_in_and_come_back(start: Start) -> None:
    channel = start("while 1: print(input().upper(), flush=True)")

    channel.write_line(b"one")
    channel.write_line(b"two")

    assert [channel.read_line(5), channel.read_line(5)] == [b"ONE", b"TWO"]
    assert channel.read_line(0) is None


def test_half_a_line_is_no_line(start: Start) -> None:
    channel = start("print('half', end='', flush=True); import time; time.sleep(60)")

    assert channel.read_line(0.5) is None


@pytest.mark.parametrize(
    ("program", "exit_code", "signal"),
    [
        ("raise SystemExit(0)", 0, None),
        ("raise SystemExit(7)", 7, None),
        ("import os; os.abort()", None, 6),
        ("import os; os.close(1); import time; time.sleep(60)", None, 9),
    ],
)
def test_a_program_that_ends_has_crashed_and_its_exit_is_known(
    start: Start, program: str, exit_code: int | None, signal: int | None
) -> None:
    channel = start(f"import sys; sys.stderr.write('last words'); sys.stderr.flush(); {program}")

    with pytest.raises(ChannelFault) as caught:
        channel.read_line(5)

    assert caught.value.name == FaultName.CRASHED
    assert (exit_code, signal) == (caught.value.detail.exit_code, caught.value.detail.signal)
    assert caught.value.detail.stderr_tail == b"last words"


@pytest.mark.parametrize(
    "program",
    [
        "import os\nwhile 1: os.write(1, b'x' * 65536)",
        "import os\nos.write(1, b'x' * 8193); input()",
        "import os\nos.write(1, b'x' * 9000 + bytes([10])); input()",
    ],
)
def test_a_line_without_an_end_is_too_much_output_and_ends_the_program(
    start: Start, program: str
) -> None:
    channel = start(program)

    with pytest.raises(ChannelFault) as caught:
        channel.read_line(5)

    assert caught.value.name == FaultName.TOO_MUCH_OUTPUT
    assert caught.value.detail.signal == 9


def test_the_output_of_a_game_is_limited_and_a_new_game_begins_anew(start: Start) -> None:
    channel = start(
        "import os\nwhile 1: os.write(1, input().encode() * 100 + bytes([10]))", output_bytes=1500
    )

    def echo() -> bytes | None:
        channel.write_line(b"0123456789")
        return channel.read_line(5)

    echo()
    channel.reset_output()
    assert echo() == b"0123456789" * 100
    with pytest.raises(ChannelFault) as caught:
        echo()

    assert caught.value.name == FaultName.TOO_MUCH_OUTPUT


def test_a_program_that_never_reads_does_not_block_the_writer(start: Start) -> None:
    channel = start("import time; time.sleep(60)")

    for _ in range(8):
        channel.write_line(b"x" * 100_000)

    assert channel.read_line(0) is None


def test_what_waited_to_be_written_arrives_once_the_program_reads(start: Start) -> None:
    channel = start(
        "import sys, time; time.sleep(0.3)\nfor line in sys.stdin: print(len(line), flush=True)"
    )
    sizes = [300_000, 5, 200_000]

    for size in sizes:
        channel.write_line(b"x" * size)

    assert [channel.read_line(5) for _ in sizes] == [b"300001", b"6", b"200001"]


def test_a_flood_on_standard_error_is_read_and_only_its_end_is_kept(start: Start) -> None:
    channel = start(
        "import sys\nfor n in range(40000): print('line', n, file=sys.stderr)\nprint('done')"
    )

    assert channel.read_line(10) == b"done"
    with pytest.raises(ChannelFault):
        channel.read_line(5)
    channel.close()
    assert len(channel.stderr()) == 65536
    assert channel.stderr().endswith(b"line 39999\n")


def test_cpu_time_is_counted(start: Start) -> None:
    channel = start(
        "import time\nwhile time.process_time() < 0.3: pass\nprint('done', flush=True); input()"
    )
    before = channel.cpu_s()
    channel.read_line(10)

    assert before < 0.3 <= channel.cpu_s() + 0.02


def test_closing_leaves_no_process_of_the_group_behind(start: Start) -> None:
    channel = start(
        "import os, time\npid = os.fork()\nif pid: print(pid, flush=True)\ntime.sleep(60)"
    )
    line = channel.read_line(5)
    assert line is not None
    channel.close()
    channel.close()

    assert not _runs(int(line))


def test_a_machine_that_cannot_start_the_program_is_at_fault_and_not_the_bot() -> None:
    with pytest.raises(OurFault, match="no-such-program"):
        PipeChannel(["/no-such-program"])


def _runs(pid: int) -> bool:
    for _ in range(100):
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return False
        except (ProcessLookupError, FileNotFoundError):
            return False
        time.sleep(0.05)
    return True
