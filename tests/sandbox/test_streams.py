"""Lines in and out of pipes, without a program."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from sandbox.limits import Limits
from sandbox.streams import Streams


class Pipes:
    """Both sides of three pipes."""

    def __init__(self, limits: Limits) -> None:
        self.stdin, to_stdin = os.pipe()
        from_stdout, self.stdout = os.pipe()
        from_stderr, self.stderr = os.pipe()
        self.streams = Streams(to_stdin, from_stdout, from_stderr, limits)

    def close(self) -> None:
        self.streams.close()
        for descriptor in (self.stdin, self.stdout, self.stderr):
            os.close(descriptor)


@pytest.fixture
def pipes() -> Iterator[Pipes]:
    """Return pipes with small limits."""
    made = Pipes(Limits(line_bytes=10, output_bytes=30, stderr_bytes=8))
    yield made
    made.close()


def test_lines_are_cut_at_newlines(pipes: Pipes) -> None:
    os.write(pipes.stdout, b"one\ntwo\nthr")
    pipes.streams.turn(1)

    assert [pipes.streams.next_line() for _ in range(3)] == [b"one", b"two", None]
    os.write(pipes.stdout, b"ee\n")
    pipes.streams.turn(1)
    assert pipes.streams.next_line() == b"three"


def test_a_line_may_be_as_long_as_the_limit(pipes: Pipes) -> None:
    os.write(pipes.stdout, b"x" * 10 + b"\n")
    pipes.streams.turn(1)

    assert pipes.streams.overflow == ""


@pytest.mark.parametrize("output", [b"x" * 11, b"x" * 11 + b"\n", b"ok\n" + b"x" * 11 + b"\n"])
def test_a_longer_line_breaks_the_limit(pipes: Pipes, output: bytes) -> None:
    os.write(pipes.stdout, output)
    pipes.streams.turn(1)

    assert pipes.streams.overflow == "a line of more than 10 bytes"


def test_all_output_together_has_a_limit(pipes: Pipes) -> None:
    os.write(pipes.stdout, b"1234567\n" * 4)
    pipes.streams.turn(1)

    assert pipes.streams.overflow == "more than 30 bytes of output"


def test_the_limit_starts_again(pipes: Pipes) -> None:
    for _ in range(3):
        pipes.streams.reset_output()
        os.write(pipes.stdout, b"1234567\n" * 3)
        pipes.streams.turn(1)

    assert pipes.streams.overflow == ""


def test_only_the_end_of_errors_is_kept(pipes: Pipes) -> None:
    os.write(pipes.stderr, b"0123456789")

    assert pipes.streams.stderr() == b"23456789"


def test_what_does_not_fit_into_a_pipe_waits(pipes: Pipes) -> None:
    pipes.streams.queue(b"x" * 1_000_000)
    assert pipes.streams.unsent > 0
    received = 0
    while pipes.streams.unsent:
        received += len(os.read(pipes.stdin, 65536))
        pipes.streams.turn(1)

    assert received + len(os.read(pipes.stdin, 1_000_000)) == 1_000_001


def test_the_end_of_output_shows(pipes: Pipes) -> None:
    os.close(pipes.stdout)
    pipes.streams.turn(1)
    pipes.stdout = os.open(os.devnull, os.O_RDONLY)

    assert pipes.streams.at_end
    assert not pipes.streams.turn(0)
