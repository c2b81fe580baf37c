"""Say in words what a fault is and what to do about it."""

from typing import Final

from thirtyone.faults import FaultName

EXPLAINED: Final[dict[FaultName, str]] = {
    FaultName.ILLEGAL_ACTION: (
        "It answered with an action that is not in `legal`; the default move was played."
    ),
    FaultName.UNREADABLE_REPLY: (
        "It wrote a line that is no reply; the default move was played. Standard output is for "
        "replies alone: print notes to standard error."
    ),
    FaultName.LATE: (
        "No whole line came within the limit; the default move was played. Flush after each line."
    ),
    FaultName.OUT_OF_TIME: "It used up the CPU time of the game, which is forfeited.",
    FaultName.CRASHED: "The program ended or closed its output; the game is forfeited.",
    FaultName.OUT_OF_MEMORY: "It used more memory than allowed; the game is forfeited.",
    FaultName.TOO_MUCH_OUTPUT: "A line, or a game's output, was too long; the game is forfeited.",
    FaultName.DID_NOT_START: (
        "It did not answer `ready` in time; the game is forfeited. Load what takes long faster, or "
        "look at its standard error: --stderr."
    ),
    FaultName.UPLOAD_REFUSED: "The upload was refused.",
    FaultName.BUILD_FAILED: "It could not be built.",
    FaultName.OUR_FAULT: "The arena failed, not the bot.",
}
