"""Exceptions and warnings."""

from __future__ import annotations

import re


class TagviewError(Exception):
    """A failure with its kind, message, remedy and, if known, byte of the file."""

    code: str
    """Short word in lower case and hyphens, stable for scripts."""
    message: str
    """The problem."""
    remedy: str
    """The remedy."""
    offset: int | None
    """Byte offset in the file."""

    def __init__(self, code: str, message: str, remedy: str = "", offset: int | None = None) -> None:
        # The core names an option and its value, as in `columns: "channel,time"`.
        remedy = re.sub(r'`(\w+): ("[^"]*")`', r"\1=\2", remedy)
        place = "" if offset is None else f" (at byte {offset})"
        super().__init__(f"{code}: {message}{place}" + (f": {remedy}" if remedy else ""))
        self.code = code
        self.message = message
        self.remedy = remedy
        self.offset = offset

    def __reduce__(self) -> tuple[type, tuple[str, str, str, int | None]]:
        return (type(self), (self.code, self.message, self.remedy, self.offset))


class NoFileError(TagviewError, FileNotFoundError):
    """The file does not exist."""


class DamagedWarning(UserWarning):
    """A part of a recording could not be read, its times go back, or an analysis ended early."""


def usage(message: str, remedy: str = "") -> TagviewError:
    return TagviewError("usage", message, remedy)
