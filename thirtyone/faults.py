"""Name what can go wrong with a program, the same in logs, pages, records and tests."""

from enum import StrEnum


class FaultName(StrEnum):
    """One way in which a bot, an upload or the arena itself can fail."""

    ILLEGAL_ACTION = "illegal_action"
    UNREADABLE_REPLY = "unreadable_reply"
    LATE = "late"
    OUT_OF_TIME = "out_of_time"
    CRASHED = "crashed"
    OUT_OF_MEMORY = "out_of_memory"
    TOO_MUCH_OUTPUT = "too_much_output"
    DID_NOT_START = "did_not_start"
    UPLOAD_REFUSED = "upload_refused"
    BUILD_FAILED = "build_failed"
    OUR_FAULT = "our_fault"
