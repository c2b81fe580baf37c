"""Tell higher apps of a finished match, inside the transaction that stores its result."""

from collections.abc import Callable
from typing import Final

from tournament.matches.models import Match

Callback = Callable[[Match], None]

_CALLBACKS: Final[list[Callback]] = []


def on_finished(callback: Callback) -> None:
    """Register a function that is given each match that has just finished, seats and all.

    It runs inside the transaction of the result: what it raises undoes the result, and the match
    is played again. Registering a function twice has no effect.
    """
    if callback not in _CALLBACKS:
        _CALLBACKS.append(callback)


def tell_finished(match: Match) -> None:
    """Call every registered function; the caller holds the transaction open."""
    for callback in _CALLBACKS:
        callback(match)
