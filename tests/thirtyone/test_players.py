"""One request, one reply: what a line player makes of whatever a program writes."""

from collections import deque

import pytest

from thirtyone.channel import ChannelFault, Evidence, OurFault
from thirtyone.faults import FaultName
from thirtyone.in_process import InProcessPlayer
from thirtyone.players import LinePlayer
from thirtyone.protocol import decode

LEGAL = ("knock", "stock")
TURN = {"type": "turn"}


class ScriptedChannel:
    """A program whose lines are given: early ones lie there before the request is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.early: deque[bytes] = deque()
        self.replies: deque[bytes | Exception] = deque()
        self.closed = 0
        self.waits: list[float] = []

    def write_line(self, line: bytes) -> None:
        self.written.append(line)

    def read_line(self, timeout_s: float) -> bytes | None:
        if timeout_s == 0:
            return self.early.popleft() if self.early else None
        self.waits.append(timeout_s)
        if not self.replies:
            return None
        reply = self.replies.popleft()
        if isinstance(reply, Exception):
            raise reply
        return reply

    def cpu_s(self) -> float:
        return len(self.written) / 10

    def reset_output(self) -> None:
        pass

    def close(self) -> None:
        self.closed += 1

    def stderr(self) -> bytes:
        return b"last words"


@pytest.fixture
def channel() -> ScriptedChannel:
    return ScriptedChannel()


@pytest.fixture
def player(channel: ScriptedChannel) -> LinePlayer:
    player = LinePlayer(lambda: channel)
    player.open()
    return player


def reply(number: int, action: str = "stock") -> bytes:
    return f'{{"id":{number},"action":"{action}"}}'.encode()


def test_requests_are_numbered_by_one_and_carry_what_is_legal(
    player: LinePlayer, channel: ScriptedChannel
) -> None:
    channel.replies.extend([reply(1), reply(2, "knock")])

    actions = [player.ask(TURN, LEGAL, 1).action for _ in range(2)]

    assert actions == ["stock", "knock"]
    assert [decode(line) for line in channel.written] == [
        {"type": "turn", "id": 1, "legal": ["knock", "stock"]},
        {"type": "turn", "id": 2, "legal": ["knock", "stock"]},
    ]


def test_silence_is_late_and_the_reply_that_comes_afterwards_costs_nothing(
    player: LinePlayer, channel: ScriptedChannel
) -> None:
    late = player.ask(TURN, LEGAL, 1)
    channel.early.append(reply(1))
    channel.replies.append(reply(2))

    answer = player.ask(TURN, LEGAL, 1)

    assert late.fault == FaultName.LATE
    assert (answer.action, answer.fault) == ("stock", None)


def test_a_late_reply_that_comes_during_the_next_request_does_not_win_it_more_time(
    player: LinePlayer, channel: ScriptedChannel
) -> None:
    player.ask(TURN, LEGAL, 1)
    channel.replies.extend([reply(1, "knock"), reply(2, "stock")])

    answer = player.ask(TURN, LEGAL, 1)

    assert answer.action == "stock"
    assert channel.waits[2] < channel.waits[1] <= 1


@pytest.mark.parametrize("number", [0, -1, 2, 3, 999_999_999])
def test_a_reply_to_a_number_that_was_not_asked_is_unreadable(
    player: LinePlayer, channel: ScriptedChannel, number: int
) -> None:
    channel.replies.append(reply(number))

    answer = player.ask(TURN, LEGAL, 1)

    assert answer.fault == FaultName.UNREADABLE_REPLY
    assert answer.action is None


def test_a_second_answer_to_one_request_is_one_unreadable_reply_and_no_more(
    player: LinePlayer, channel: ScriptedChannel
) -> None:
    channel.replies.extend([reply(1), reply(1), reply(2), reply(3)])

    faults = [player.ask(TURN, LEGAL, 1).fault for _ in range(3)]

    assert faults == [None, FaultName.UNREADABLE_REPLY, None]


def test_a_late_number_answered_twice_is_unreadable_the_second_time(
    player: LinePlayer, channel: ScriptedChannel
) -> None:
    player.ask(TURN, LEGAL, 1)
    channel.replies.extend([reply(1), reply(1)])

    assert player.ask(TURN, LEGAL, 1).fault == FaultName.UNREADABLE_REPLY


def test_a_line_that_lies_there_before_the_question_is_unreadable_even_with_the_right_number(
    player: LinePlayer, channel: ScriptedChannel
) -> None:
    channel.early.append(reply(1))

    answer = player.ask(TURN, LEGAL, 1)

    assert answer.fault == FaultName.UNREADABLE_REPLY
    assert channel.written == []
    assert answer.evidence is not None
    assert reply(1) == answer.evidence.line_received


def test_a_flood_of_lines_costs_one_fault_a_request_and_is_not_read_ahead(
    player: LinePlayer, channel: ScriptedChannel
) -> None:
    channel.early.extend(reply(1) for _ in range(100_000))

    for _ in range(3):
        assert player.ask(TURN, LEGAL, 1).fault == FaultName.UNREADABLE_REPLY

    assert len(channel.early) == 100_000 - 3


def test_a_lawful_looking_but_unlawful_action_is_illegal_and_the_owner_sees_why(
    player: LinePlayer, channel: ScriptedChannel
) -> None:
    channel.replies.append(reply(1, "take"))

    answer = player.ask(TURN, LEGAL, 1)

    assert answer.fault == FaultName.ILLEGAL_ACTION
    assert answer.evidence is not None
    assert channel.written[0] == answer.evidence.line_sent
    assert reply(1, "take") == answer.evidence.line_received
    assert answer.evidence.allowed == LEGAL
    assert answer.evidence.cpu_ms == 100
    assert answer.evidence.stderr_tail == b"last words"


def test_a_program_that_ended_is_closed_and_can_be_opened_again(channel: ScriptedChannel) -> None:
    second = ScriptedChannel()
    second.replies.append(reply(1))
    channels = [channel, second]
    player = LinePlayer(lambda: channels.pop(0))
    player.open()
    channel.replies.append(ChannelFault(FaultName.OUT_OF_MEMORY, Evidence(memory_peak_bytes=9)))

    ended = player.ask(TURN, LEGAL, 1)
    running = player.running
    player.open()
    answer = player.ask(TURN, LEGAL, 1)

    assert ended.fault == FaultName.OUT_OF_MEMORY
    assert ended.evidence is not None
    assert ended.evidence.memory_peak_bytes == 9
    assert (running, channel.closed) == (False, 1)
    assert answer.action == "stock"


def test_a_program_that_does_not_start_is_a_fault_of_its_own(channel: ScriptedChannel) -> None:
    def refuse() -> ScriptedChannel:
        raise ChannelFault(FaultName.DID_NOT_START)

    player = LinePlayer(refuse)
    player.open()

    assert player.ask(TURN, LEGAL, 1).fault == FaultName.DID_NOT_START


def test_a_failure_of_ours_is_never_turned_into_a_fault_of_the_bot(
    player: LinePlayer, channel: ScriptedChannel
) -> None:
    channel.replies.append(OurFault("the daemon is gone"))

    with pytest.raises(OurFault):
        player.ask(TURN, LEGAL, 1)


class Raising:
    """A bot that raises at every request."""

    def receive(self, message: object) -> str:
        raise SystemExit("I give up")


def test_a_bot_that_raises_in_process_has_crashed_and_its_traceback_is_kept() -> None:
    player = InProcessPlayer(Raising)
    player.open()

    answer = player.ask(TURN, LEGAL, 1)

    assert answer.fault == FaultName.CRASHED
    assert b"I give up" in player.stderr()
    assert not player.running
