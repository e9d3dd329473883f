"""Bytes of URLs and file objects, read by ranges."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, Protocol
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from ._errors import NoFileError, TagviewError

_BLOCK = 4 << 20
"""Number of bytes per request."""
_MAX_BLOCKS = 16
"""Maximum number of blocks in memory."""
_TIMEOUT_S = 60


class Readable(Protocol):
    """Bytes with random access, which the core reads from several threads."""

    size: int

    def read_at(self, offset: int, length: int) -> bytes: ...


class UrlBytes:
    """The bytes of a URL, from a server that supports range requests."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._blocks: OrderedDict[int, bytes] = OrderedDict()
        self._lock = threading.Lock()
        headers, first = self._request(0)
        whole = headers.get("Content-Range", "").rpartition("/")[2]
        if whole.isdecimal():
            self.size = int(whole)
        elif len(first) <= _BLOCK:
            self.size = len(first)
        else:
            raise TagviewError("open-failed", f"{url}: the server sends no ranges", "download the file")
        self._blocks[0] = first

    def read_at(self, offset: int, length: int) -> bytes:
        number, start = divmod(offset, _BLOCK)
        return self._block(number)[start : start + length]

    def _block(self, number: int) -> bytes:
        with self._lock:
            if number in self._blocks:
                self._blocks.move_to_end(number)
                return self._blocks[number]
        _, block = self._request(number * _BLOCK)
        with self._lock:
            self._blocks[number] = block
            while len(self._blocks) > _MAX_BLOCKS:
                self._blocks.popitem(last=False)
        return block

    def _request(self, start: int) -> tuple[Any, bytes]:
        asked = {"Range": f"bytes={start}-{start + _BLOCK - 1}"}
        try:
            with urlopen(Request(self._url, headers=asked), timeout=_TIMEOUT_S) as answer:
                if start > 0 and answer.status != 206:
                    raise OSError("the server sends no ranges")
                # One additional byte detects a server that ignored the range.
                return answer.headers, answer.read(_BLOCK + 1)
        except HTTPError as failure:
            failure.close()
            if failure.code == 416 and start == 0:
                return {}, b""
            kind = NoFileError if failure.code in (404, 410) else TagviewError
            message = f"{self._url}: the server answers {failure.code} {failure.reason}"
            raise kind("open-failed", message, "check the address") from None
        except URLError as failure:
            raise TagviewError("open-failed", f"{self._url}: {failure.reason}", "check the address") from None


class FileBytes:
    """The bytes of a file object that can seek."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._lock = threading.Lock()
        self.size = int(file.seek(0, 2))

    def read_at(self, offset: int, length: int) -> bytes:
        with self._lock:
            self._file.seek(offset)
            return bytes(self._file.read(length))


def opened_url(url: str) -> Readable:
    """The bytes of a URL: HTTP by this module, any other scheme by fsspec."""
    scheme = url.partition("://")[0].lower()
    if scheme in ("http", "https"):
        return UrlBytes(url)
    try:
        import fsspec
    except ImportError:
        message = f"{url}: addresses of {scheme} need fsspec"
        raise TagviewError("open-failed", message, "install it with its package for this scheme") from None
    try:
        return FileBytes(fsspec.open(url, "rb").open())
    except FileNotFoundError:
        raise NoFileError("open-failed", f"there is no file {url}", "check the address") from None
