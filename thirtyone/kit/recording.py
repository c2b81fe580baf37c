"""Write a record to a file in one go, and find out before play whether that will be possible."""

from __future__ import annotations

import errno
import os
import secrets
from pathlib import Path
from types import TracebackType
from typing import Self

from thirtyone.record import Record, encode


class Recording:
    """Keep a place for a record; without a file nothing is written."""

    def __init__(self, file: str | None) -> None:
        self._file = None if file is None else Path(file)
        self._draft: Path | None = None

    def __enter__(self) -> Self:
        """Open a draft beside the file; raises OSError where none can be written."""
        if self._file is not None:
            if self._file.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(self._file))
            if self._file.exists() and not self._file.is_file():
                raise OSError(errno.EINVAL, "is no plain file", str(self._file))
            draft = self._file.with_name(f".{self._file.name}.{secrets.token_hex(4)}")
            try:
                draft.touch(exist_ok=False)
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(self._file)) from None
            self._draft = draft
        return self

    def keep(self, record: Record) -> None:
        """Write the record and give it its name."""
        if self._draft is not None and self._file is not None:
            self._draft.write_bytes(encode(record))
            self._draft.replace(self._file)
            self._draft = None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave no draft behind."""
        if self._draft is not None:
            self._draft.unlink(missing_ok=True)
