"""Answers of Python to the page in a notebook: the page itself, and ranges of a recording."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, TypeGuard
from urllib.parse import urlencode

from ._errors import TagviewError, usage

if TYPE_CHECKING:
    from ._recording import Recording

MAX_LENGTH = 4 << 20
"""Maximum number of bytes of a request."""
_MAX_NAME = 64
"""Maximum length of the name of a view."""
_MAX_NUMBER = 2**53
"""Integers below are exact in JavaScript."""
_PAGE = Path(__file__).with_name("page.html.gz")

Send = Callable[[dict[str, Any], list[bytes]], object]
"""Sends a message with its buffers to the browser."""


class RangeServer:
    """Answers the requests of a page for the bytes of a recording.

    A request is ``{"type": "open"}`` or ``{"type": "read", "offset": ..., "length": ...}``, each with ``view``, the name
    of a view, and ``id``, a number. It has exactly one answer with the same ``view`` and ``id``: ``page`` or ``bytes``
    with one buffer, or ``error``. Requests come from a browser: everything in them is checked.
    """

    def __init__(self, recording: Recording, send: Send) -> None:
        if not _PAGE.exists():
            raise usage("this installation of tagview lacks the page", "install a wheel from npm run python")
        self._recording: Recording | None = recording
        self._send = send

    def close(self) -> None:
        """Releases the recording; later requests are refused."""
        self._recording = None

    def receive(self, request: object) -> None:
        """Answers a request; ignores a message without a valid ``view`` and ``id``."""
        if not isinstance(request, dict):
            return
        view, number = request.get("view"), request.get("id")
        if not (isinstance(view, str) and len(view) <= _MAX_NAME and _is_count(number)):
            return
        to = {"view": view, "id": number}
        try:
            answer, buffer = self._answer(request)
        except Exception as raised:  # Without an answer, the page would wait forever.
            error = raised if isinstance(raised, TagviewError) else TagviewError("internal", repr(raised))
            self._send({**to, "type": "error", "error": {"message": error.message, "remedy": error.remedy}}, [])
        else:
            self._send({**to, **answer}, [buffer])

    def _answer(self, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        recording = self._recording
        if recording is None:
            raise TagviewError("cancelled", "the view was closed", "run the cell again")
        if request.get("type") == "open":
            return {"type": "page", "file": file_of(recording)}, _PAGE.read_bytes()
        if request.get("type") == "read":
            return {"type": "bytes"}, _read(recording, request.get("offset"), request.get("length"))
        raise usage("the page sent an unknown request")


def file_of(recording: Recording) -> dict[str, Any]:
    """Facts that the page needs to read the recording as Python does."""
    native = recording._native
    file: dict[str, Any] = {"name": recording.name, "byteLength": native.readable_length, "format": "tags"}
    if native.read_as is not None:
        file["readAs"] = native.read_as
    if native.tick != native.own_tick:
        file["view"] = urlencode({"tick": native.tick})
    return file


def _read(recording: Recording, offset: object, length: object) -> bytes:
    native = recording._native
    if not (_is_count(offset) and _is_count(length)) or offset + length > native.readable_length:
        raise usage("the page requested bytes outside the recording")
    if length > MAX_LENGTH:
        raise usage(f"the page requested more than {MAX_LENGTH} bytes at once")
    read = native.read(offset, length)
    if len(read) != length:
        end = offset + len(read)
        raise TagviewError("changed", f"{recording.name} now ends at byte {end}", "open it again", end)
    return read


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MAX_NUMBER
