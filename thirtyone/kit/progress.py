"""Draw a progress bar on a terminal, and nothing where nobody watches."""

from __future__ import annotations

import shutil
from time import monotonic
from typing import Final, TextIO

_BAR: Final = 24
_EVERY_S: Final = 0.1


class Progress:
    """One line that is drawn over and over, cleared at the end."""

    def __init__(self, stream: TextIO | None, total: int, unit: str) -> None:
        """Count up to ``total`` of ``unit``; nothing is drawn on a stream that is no terminal."""
        self._stream = stream if stream is not None and stream.isatty() else None
        self._total = total
        self._unit = unit
        self._started = monotonic()
        self._drawn = 0.0

    def show(self, done: int, more: str = "") -> None:
        """Draw how far it is, at most ten times a second."""
        now = monotonic()
        if self._stream is None or (now - self._drawn < _EVERY_S and done < self._total):
            return
        self._drawn = now
        filled = _BAR * done // self._total
        line = f"[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{self._total} {self._unit}"
        if done:
            left = (now - self._started) * (self._total - done) / done
            line += f", {left:.0f} s left"
        width = shutil.get_terminal_size().columns - 1
        self._stream.write("\r\x1b[K" + (line + more)[:width])
        self._stream.flush()

    def clear(self) -> None:
        """Leave an empty line behind."""
        if self._stream is not None:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
