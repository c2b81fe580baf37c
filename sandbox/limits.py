"""How much of the machine one program may use."""

from __future__ import annotations

from dataclasses import dataclass

_MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Bound one program with everything that it starts.

    ``memory_mb``, ``tmp_mb``, ``shm_mb`` and ``file_mb`` are MiB; ``output_bytes`` counts from the
    start or from the last ``Process.reset_output()``. ``lifetime_s`` is the wall time after which
    a sandbox ends itself, should nobody end it before. How long one answer may take is no limit
    of the sandbox: the caller says it with each read.
    """

    memory_mb: int = 256
    processes: int = 64
    tmp_mb: int = 16
    shm_mb: int = 1
    file_mb: int = 16
    open_files: int = 64
    line_bytes: int = 8192
    output_bytes: int = _MIB
    stderr_bytes: int = 64 * 1024
    lifetime_s: int = 3600

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")

    @property
    def memory_bytes(self) -> int:
        """Return the memory limit in bytes."""
        return self.memory_mb * _MIB
