"""Recordings: opened, read and analysed."""

from __future__ import annotations

import os
import sys
import warnings
from functools import cached_property
from typing import IO, TYPE_CHECKING, Any, Iterable, Iterator, Mapping, NoReturn, Sequence, TypeVar, overload

from . import _requests as requests
from ._analyses import RecordingAnalyses, check_request, error_of, with_order
from ._errors import DamagedWarning, NoFileError, TagviewError, usage
from ._results import Correlation, Delay, DelaySlices
from ._tagview import NativeRecording, TagStream, save_simulated
from ._units import Tick, Time, TimeRange

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from ._view import View


class Batches:
    """Batches of tags: an iterator of numpy arrays, and an Arrow stream for any library that reads one."""

    def __init__(self, recording: Recording, rows: int) -> None:
        self._recording = recording
        self._rows = rows

    def _stream(self) -> TagStream:
        recording = self._recording
        return recording._native.stream(self._rows, lambda findings: recording._warn(findings))

    def __iter__(self) -> Iterator[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
        return iter(self._stream())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._stream().__arrow_c_stream__(requested_schema)


R = TypeVar("R", bound="Recording")

_SUMMARY = {"analyses": [{"name": "summary"}]}


class _Closed:
    """What a closed recording has instead of its file."""

    def __getattr__(self, name: str) -> NoReturn:
        raise usage("the recording is closed", "open it again")


class Recording(RecordingAnalyses):
    """A recording of time tags. Times are ticks unless their name ends in ``_s``."""

    def __init__(self, native: NativeRecording, name: str) -> None:
        self._native = native
        self._tick = Tick(native.tick)
        self._has_warned = False
        self.name = name
        """The path, or ``<bytes>``."""

    def close(self) -> None:
        """Closes the file; what was read before stays. ``with tv.open(...) as r:`` closes it at the end."""
        self.__dict__["_native"] = _Closed()

    def __enter__(self: R) -> R:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Facts about the file.

    @property
    def tick(self) -> str:
        """Length of a tick with its unit."""
        return self._native.tick

    @property
    def meta(self) -> dict[str, Any]:
        """Contents of the header: format, device, mode, resolution, sync period, start, comment and more, by format."""
        native = self._native
        known = {"format": native.format_id, "name": native.format_name, "tick": native.own_tick}
        return {**known, "bytes": native.byte_length, **native.facts, **(native.meta or {})}

    @property
    def header(self) -> dict[str, Any]:
        """All tags of the header and their values; empty for a format without such a header."""
        return {one["tag"]: one["value"] for one in self._native.header}

    # Tags.

    def _summary(self) -> dict[str, Any]:
        return with_order(self._native.summary(), _SUMMARY, self._tick)

    @property
    def counts(self) -> dict[int, int]:
        """Number of tags of each channel."""
        return {one["channel"]: one["tags"] for one in self._summary()["results"]["summary"]["channels"]}

    @property
    def channels(self) -> list[int]:
        """The channels that have tags."""
        return list(self.counts)

    @property
    def complete(self) -> bool:
        """Whether nothing is damaged or missing, as the command line prints it; see ``findings`` for times that go back."""
        return not self._native.summary()["findings"]

    @property
    def findings(self) -> list[TagviewError]:
        """The damage, in file order, and where times go back, as when files are joined."""
        return [error_of(one) for one in self._summary()["findings"]]

    def __len__(self) -> int:
        return int(self._summary()["tags"])

    def __bool__(self) -> bool:
        return True

    def numpy(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Times as int64 and channels as uint16 (uint64 if one is above 65535), in file order."""
        columns, findings = self._native.columns()
        self._warn(findings)
        return columns

    def microtimes(self) -> np.ndarray[Any, Any]:
        """Delays of the records in ticks as int32, parallel to ``numpy()``; -1 for syncs and markers. T3 mode only."""
        microtimes, findings = self._native.microtimes()
        self._warn(findings)
        return microtimes

    def batches(self, rows: int = 1_000_000) -> Batches:
        """Batches of ``rows`` tags, decoded in the background; see ``arrow``."""
        if rows < 1:
            raise usage("a batch has no rows", "give 1 or more")
        return Batches(self, rows)

    def arrow(self, rows: int = 1_000_000) -> Any:
        """A ``pyarrow.RecordBatchReader`` of the columns time and channel; needs pyarrow."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self.batches(rows))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.batches().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> pd.DataFrame:
        """All tags as a data frame; needs pandas."""
        import pandas

        times, channels = self.numpy()
        return pandas.DataFrame({"time": times, "channel": channels}, copy=False)

    # Analyses.

    def run(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Runs a request in the form of the core: ``{"analyses": [{"name": ..., ...}], ...}``. Times are ticks."""
        outcome = with_order(self._native.run(dict(request)), request, self._tick)
        self._warn(outcome["findings"])
        return outcome

    def _outcome(self, request: dict[str, Any]) -> dict[str, Any]:
        is_summary = request == _SUMMARY
        outcome = self._summary() if is_summary else with_order(self._native.run(request), request, self._tick)
        check_request(outcome["findings"])
        self._warn(outcome["findings"])
        return outcome

    @property
    def _scan_meta(self) -> dict[str, Any] | None:
        return (self._native.meta or {}).get("image")

    @property
    def _sync_period(self) -> float | None:  # type: ignore[override]
        return self._native.sync_period

    def _warn(self, findings: list[dict[str, Any]]) -> None:
        """Warns of damage once for each recording, and of times that go back in each call."""
        found = [one for one in findings if not self._has_warned or one["code"] == "order"]
        if found:
            self._has_warned = True
            warn_of_damage(self.name, found)

    def coincidences(
        self,
        patterns: Iterable[Sequence[int]] | None = None,
        *,
        window: Time,
        delays: Mapping[int, Time] | None = None,
        accidentals: str = "measured",
        displaced: Time = requests.DISPLACED,
        period: str | float | None = None,
        by: Time | None = None,
        start: Time | None = None,
        stop: Time | None = None,
        define: str | Sequence[str] | None = None,
        channels: Iterable[int] | int | None = None,
    ) -> Any:
        """Tags of several channels within a window, with accidentals, CAR and efficiencies.

        ``patterns`` such as ``[(3, 15)]``: every pair by default. ``delays`` are subtracted from a channel's times. With
        ``by``, each slice of that length is counted.
        """
        listed = None if patterns is None else list(patterns)
        if by is None:
            return super().coincidences(
                listed,
                window=window,
                delays=delays,
                accidentals=accidentals,
                displaced=displaced,
                period=period,
                start=start,
                stop=stop,
                define=define,
                channels=channels,
            )
        analysis = requests.coincidence(
            self._tick,
            listed,
            window,
            delays=delays,
            accidentals=accidentals,
            displaced=displaced,
            period_of=period,
        )
        from ._slices import coincidence_slices

        return coincidence_slices(self, self._request([analysis], channels, start, stop, define), by)

    @overload
    def delay(
        self,
        a: int,
        b: int,
        range: TimeRange | None = None,
        bin: Time | None = None,
        period: str | float | None = None,
        by: None = None,
        **selected: Any,
    ) -> Delay: ...
    @overload
    def delay(
        self,
        a: int,
        b: int,
        range: TimeRange | None = None,
        bin: Time | None = None,
        period: str | float | None = None,
        *,
        by: Time,
        **selected: Any,
    ) -> DelaySlices: ...
    def delay(
        self,
        a: int,
        b: int,
        range: TimeRange | None = None,
        bin: Time | None = None,
        period: str | float | None = None,
        by: Time | None = None,
        **selected: Any,
    ) -> Delay | DelaySlices:
        """The delay between two channels, from -1 us to 1 us by default.

        With ``by``, the delay in each slice, and how it drifts. ``by`` is a length, ``"file"``, or ``"ch7"`` for slices
        that begin at the tags of channel 7.
        """
        if by is None:
            return super().delay(a, b, range, bin, period, **selected)
        from ._slices import delay_slices

        requests.check_selected(selected)
        analysis = requests.delay(self._tick, a, b, range=range, bin=bin, period_of=period)
        return delay_slices(self, self._request([analysis], **selected), by)

    def g2(
        self,
        a: int,
        b: int,
        range: TimeRange | None = None,
        bin: Time | None = None,
        log: int | None = None,
        fit: str | None = None,
        period: str | float | None = None,
        structure: float | None = None,
        blocks: int | None = None,
        **selected: Any,
    ) -> Correlation:
        """The second-order correlation of two channels, from -10 ns to 10 ns by default.

        ``range`` is ``"-10ns..10ns"`` or ``"10ns"``; ``log`` is the number of bins per decade; ``fit`` the name of a
        model; ``period`` that of pulsed light: ``"12.5ns"``, ``"ch7"``, ``"ch7/8"`` or ``"none"``; ``structure`` the
        length of the focus over its width, 5 by default, for the fit of diffusion. With ``blocks``, errors are those of
        the mean over this number of equal blocks, instead of those of Poisson counts.
        """
        from ._slices import check_blocks, set_block_errors

        if blocks is not None:
            check_blocks(blocks)
        result = super().g2(a, b, range, bin, log, fit, period, structure, **selected)
        if blocks is not None:
            analysis = requests.correlation(
                self._tick, a, b, range=range, bin=bin, log=log, fit=fit, structure=structure, period_of=period,
                sync_period=self._sync_period,
            )
            set_block_errors(self, result, self._request([analysis], **selected), blocks)
        return result

    # Writing.

    def slice(
        self,
        start: Time | None = None,
        stop: Time | None = None,
        *,
        channels: Iterable[int] | int | None = None,
        define: str | Sequence[str] | None = None,
    ) -> Recording:
        """The tags from ``start`` to ``stop`` after the first tag, as a recording: ``r.slice("1s", "2s").save(path)``.

        ``save`` writes while it reads. All other methods hold the tags in memory. A slice has times and channels alone: to
        analyse the microtimes of a T3 recording, give ``start`` and ``stop`` to the analysis.
        """
        tags = requests.tags(self._tick, self.tick, channels, start, stop, define)
        return _Slice(self, tags)

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        level: int | None = None,
        frame_tags: int | None = None,
        overwrite: bool = False,
    ) -> None:
        """Writes the recording as a ``.tags.zst`` file; an existing one is replaced only with ``overwrite``.

        ``level`` is that of zstd, from -7 to 19, 3 by default; ``frame_tags`` the number of tags of a frame, 524288 by
        default.
        """
        check_ending(path)
        self._save(path, {"level": level, "frameTags": frame_tags}, overwrite)

    def _save(self, path: str | os.PathLike[str], request: dict[str, Any], overwrite: bool) -> None:
        self._warn(self._native.save(path, request, overwrite))

    # Display in a notebook.

    def view(self, height: int = 700) -> View:
        """The page with its panels for this recording, as a widget of ``height`` pixels; needs anywidget.

        The page runs in the browser and requests the bytes that it needs from this process. ``close`` ends it.
        """
        try:
            from ._view import View
        except ModuleNotFoundError as failure:
            message = f"view() needs {failure.name}"
            raise usage(message, "install it: pip install 'tagview[notebook]'") from None
        return View(self, height)

    def __repr__(self) -> str:
        if isinstance(self.__dict__.get("_native"), _Closed):
            return f"{self.name}   closed"
        from ._tables import recording_text

        return recording_text(self)

    def _repr_html_(self) -> str:
        from ._tables import recording_html

        return recording_html(self)


class _Slice(Recording):
    """Selected tags of a recording, read into memory on demand."""

    def __init__(self, source: Recording, tags: dict[str, Any]) -> None:
        self._source = source
        self._tags = tags
        self._tick = source._tick
        self._has_warned = False
        self.name = f"part of {source.name}"

    @cached_property
    def _native(self) -> NativeRecording:  # type: ignore[override]
        native, findings = self._source._native.slice(self._tags)
        self._source._warn(findings)
        return native

    def microtimes(self) -> NoReturn:
        """Raises an error: a slice has times and channels alone."""
        raise usage("a slice has no microtimes", "take those of the recording, or give start and stop to the analysis")

    def _save(self, path: str | os.PathLike[str], request: dict[str, Any], overwrite: bool) -> None:
        findings = self._source._native.save(path, {**self._tags, **request}, overwrite)
        self._source._warn(findings)


class SimulatedRecording(Recording):
    """A simulated recording, made in memory on demand."""

    def __init__(self, tick: Tick, request: dict[str, Any]) -> None:
        self._request_of_source = request
        self._tick = tick
        self._has_warned = False
        self.name = "<simulated>"

    @cached_property
    def _native(self) -> NativeRecording:  # type: ignore[override]
        return NativeRecording.simulated(self._request_of_source)

    def _save(self, path: str | os.PathLike[str], request: dict[str, Any], overwrite: bool) -> None:
        save_simulated(path, {**self._request_of_source, **request}, overwrite)


def warn_of_damage(name: str, findings: list[dict[str, Any]]) -> None:
    """Warns at the line that called the package."""
    more = f", and {len(findings) - 1} more: see findings" if len(findings) > 1 else ""
    level, caller = 2, sys._getframe(1)
    while caller.f_back is not None and os.path.dirname(caller.f_code.co_filename) == os.path.dirname(__file__):
        level, caller = level + 1, caller.f_back
    warnings.warn(f"{name}: {error_of(findings[0])}{more}", DamagedWarning, stacklevel=level)


_OTHER_FORMATS = ".parquet .arrow .feather .csv .tsv .txt .npy .npz .h5 .hdf5 .ptu .pt3 .ht3".split()


def check_ending(path: str | os.PathLike[str]) -> None:
    """Refuses a name whose ending is that of another format."""
    ending = os.path.splitext(os.fspath(path))[1].lower()
    if ending in _OTHER_FORMATS:
        remedy = "end the name in .tags.zst, or run 'tagview export' for Parquet, Arrow, CSV, NumPy and HDF5"
        raise usage(f"{os.fspath(path)}: a recording is not written as {ending}", remedy)


def is_url(path: str) -> bool:
    return "://" in path


def open_one(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes],
    *options: str | None,
) -> Recording:
    """Opens one source; ``options`` are ``tick``, ``columns``, ``unit``, ``microtime``, ``delay_unit``, ``read_as``."""
    tick = options[0] if options else None
    if tick is not None and not isinstance(tick, str):
        Tick(tick)  # Raises the error about a tick without a unit.
    recording = _opened(source, options)
    own = recording._native.own_tick
    if tick is not None and own is not None and Tick(own).exact != recording._tick.exact:
        message = f"{recording.name}: the file states a tick of {own}; tick={tick!r} replaces it, and times are not converted"
        warnings.warn(message, stacklevel=3)
    return recording


def _opened(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes], options: tuple[str | None, ...]
) -> Recording:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Recording(NativeRecording.open_bytes(bytes(source), options), "<bytes>")
    if hasattr(source, "read"):
        from ._remote import FileBytes

        name = str(getattr(source, "name", "<file>"))
        native = NativeRecording.open_reader(FileBytes(source), name, options)
        return Recording(native, os.path.basename(name))
    try:
        path = os.fspath(source)
    except TypeError:
        message = f"{type(source).__name__} is not a recording"
        raise usage(message, "give a path, an address, bytes or an open file; tv.write makes a file of arrays") from None
    if is_url(path):
        from ._remote import opened_url

        name = path.partition("?")[0].rpartition("/")[2]
        native = NativeRecording.open_reader(opened_url(path), name, options)
        return Recording(native, name)
    if not os.path.exists(path):
        raise NoFileError("open-failed", f"there is no file {path}", "check the path")
    try:
        native = NativeRecording.open_path(path, options)
    except TagviewError as error:
        if path in error.message:
            raise
        raise TagviewError(error.code, f"{path}: {error.message}", error.remedy, error.offset) from None
    return Recording(native, os.path.basename(path))


__all__ = ["Batches", "Recording", "TagStream", "open_one"]
