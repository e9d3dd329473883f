"""The native half; use the package tagview."""

import os
from typing import Any, Iterator

import numpy as np

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
    def run(self, request: dict[str, Any]) -> dict[str, Any]: ...
    def summary(self) -> dict[str, Any]: ...
    def columns(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]: ...
    def microtimes(self) -> np.ndarray[Any, Any]: ...
    def stream(self, rows: int) -> TagStream: ...

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
