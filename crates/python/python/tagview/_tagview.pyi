"""The native half; use the package tagview."""

import os
from typing import Any, Callable, Iterator

import numpy as np

from ._remote import Readable

Range = tuple[int, int | None, bytes | None]
"""First byte, the byte behind the last one, and the state of the reader."""

class NativeRecording:
    tick: str
    tick_s: float
    own_tick: str | None
    format_name: str
    format_id: str
    byte_length: int
    sync_period: float | None
    facts: dict[str, Any]
    meta: dict[str, Any] | None
    header: list[dict[str, Any]]
    @staticmethod
    def open_path(
        path: str | os.PathLike[str],
        tick: str | None = None,
        columns: str | None = None,
        unit: str | None = None,
        microtime: str | None = None,
    ) -> NativeRecording: ...
    @staticmethod
    def open_bytes(
        bytes: bytes,
        tick: str | None = None,
        columns: str | None = None,
        unit: str | None = None,
        microtime: str | None = None,
    ) -> NativeRecording: ...
    @staticmethod
    def open_reader(
        reader: Readable,
        name: str,
        tick: str | None = None,
        columns: str | None = None,
        unit: str | None = None,
        microtime: str | None = None,
    ) -> NativeRecording: ...
    def run(self, request: dict[str, Any]) -> dict[str, Any]: ...
    def summary(self) -> dict[str, Any]: ...
    def columns(
        self,
    ) -> tuple[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]], list[dict[str, Any]]]: ...
    def microtimes(self) -> tuple[np.ndarray[Any, Any], list[dict[str, Any]]]: ...
    def stream(self, rows: int, warn: Callable[[list[dict[str, Any]]], None]) -> TagStream: ...
    first_time: int | None
    def partial(self, request: dict[str, Any]) -> tuple[bytes, list[dict[str, Any]]]: ...
    def ranges(self, bytes: int) -> list[Range]: ...
    def range_partial(self, range: Range, request: dict[str, Any]) -> tuple[bytes, bool]: ...
    def range_columns(
        self, range: Range
    ) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], bool, list[dict[str, Any]]]: ...
    def save(
        self, path: str | os.PathLike[str], request: dict[str, Any], overwrite: bool
    ) -> list[dict[str, Any]]: ...
    def slice(self, request: dict[str, Any]) -> tuple[NativeRecording, list[dict[str, Any]]]: ...
    @staticmethod
    def simulated(request: dict[str, Any]) -> NativeRecording: ...

class TagStream:
    def __iter__(self) -> Iterator[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]: ...
    def __next__(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

def offsets(text: str, encoding: str | None = None) -> dict[str, Any]: ...
def index_header(path: str | os.PathLike[str]) -> dict[str, Any]: ...
def icechunk(path: str | os.PathLike[str]) -> dict[str, Any]: ...
def write(
    path: str | os.PathLike[str],
    times: np.ndarray[Any, Any],
    channels: np.ndarray[Any, Any],
    tick: str | None,
    level: int | None,
    overwrite: bool,
) -> None: ...
def save_simulated(path: str | os.PathLike[str], request: dict[str, Any], overwrite: bool) -> None: ...
def merge(request: dict[str, Any], partials: list[bytes], how: str) -> bytes: ...
def conclude(request: dict[str, Any], merged: bytes) -> dict[str, Any]: ...
