"""Recordings: opened, read and analysed."""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Sequence, TypeVar

from . import _requests as requests
from ._errors import DamagedWarning, NoFileError, TagviewError, usage
from ._results import (
    Coincidences,
    CoincidenceSlices,
    Correlation,
    Delay,
    Gaps,
    Heralded,
    Lifetime,
    Pairs,
    Rate,
    Result,
    Stability,
    Stats,
)
from ._tagview import NativeRecording, TagStream
from ._units import Tick, Time, TimeRange

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

R = TypeVar("R", bound=Result)

_SYNC_CHANNEL = 0
_SLICES_AT_ONCE = 1024
_MAX_SLICES = 4096
_REFUSED = ("too-many-bins", "too-many-channels", "range-too-long")
"""Codes of findings that are about the request, not about damage."""


class Batches:
    """Batches of tags: an iterator of numpy arrays, and an Arrow stream for any library that reads one."""

    def __init__(self, native: NativeRecording, rows: int) -> None:
        self._native = native
        self._rows = rows

    def __iter__(self) -> Iterator[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
        return iter(self._native.stream(self._rows))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._native.stream(self._rows).__arrow_c_stream__(requested_schema)


class Recording:
    """A recording of time tags. Times are ticks unless their name ends in ``_s``."""

    def __init__(self, native: NativeRecording, name: str) -> None:
        self._native = native
        self._tick = Tick(native.tick)
        self._has_warned = False
        self.name = name
        """The path, or ``<bytes>``."""

    # What the file states.

    @property
    def tick(self) -> str:
        """Length of a tick with its unit."""
        return self._native.tick

    @property
    def tick_s(self) -> float:
        """Length of a tick in seconds."""
        return self._tick.seconds

    @property
    def meta(self) -> dict[str, Any]:
        """What the header states: format, device, mode, resolution, sync period, start, comment and more, by format."""
        native = self._native
        known = {"format": native.format_id, "name": native.format_name, "tick": native.own_tick}
        return {**known, "bytes": native.byte_length, **native.facts, **(native.meta or {})}

    @property
    def header(self) -> dict[str, Any]:
        """All tags of the header and their values; empty for a format without such a header."""
        return {one["tag"]: one["value"] for one in self._native.header}

    # What the tags are.

    def _summary(self) -> dict[str, Any]:
        return self._native.summary()

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
        """Whether nothing is damaged or missing."""
        return not self._summary()["findings"]

    @property
    def findings(self) -> list[TagviewError]:
        """What is damaged, in file order."""
        return [_error(one) for one in self._summary()["findings"]]

    def __len__(self) -> int:
        return int(self._summary()["tags"])

    def __bool__(self) -> bool:
        return True

    def numpy(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Times as int64 and channels as uint16 (uint64 if one is above 65535), in file order."""
        return self._native.columns()

    def microtimes(self) -> np.ndarray[Any, Any]:
        """Delays of the records in ticks as int32, parallel to ``numpy()``; -1 for syncs and markers. T3 mode only."""
        return self._native.microtimes()

    def batches(self, rows: int = 1_000_000) -> Batches:
        """Batches of ``rows`` tags, decoded meanwhile; see ``arrow``."""
        if rows < 1:
            raise usage("a batch has no rows", "give 1 or more")
        return Batches(self._native, rows)

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
        outcome = self._native.run(dict(request))
        self._warn(outcome["findings"])
        return outcome

    def _analyse(
        self,
        kind: type[R],
        analysis: dict[str, Any],
        *,
        needed: Sequence[int | None] = (),
        **selected: Any,
    ) -> R:
        requests.check_selected(selected)
        outcome = self._native.run(self._request([analysis], **selected))
        for one in outcome["findings"]:
            if one["code"] in _REFUSED:
                raise _error(one)
        self._warn(outcome["findings"])
        fields = outcome["results"][analysis["name"]]
        found = fields.get("channels")
        for one in needed:
            if one is not None and isinstance(found, list) and one not in found:
                remedy = f"choose from {', '.join(map(str, found[:20]))}" if found else "there are none"
                raise TagviewError("no-channel", f"channel {one} has no tags here", remedy)
        result = kind(fields, self._tick)
        result._fields["findings"] = [_error(one) for one in outcome["findings"]]
        return result

    def _request(
        self,
        analyses: list[dict[str, Any]],
        channels: Iterable[int] | int | None = None,
        start: Time | None = None,
        stop: Time | None = None,
        define: str | Sequence[str] | None = None,
    ) -> dict[str, Any]:
        request: dict[str, Any] = {"analyses": analyses}
        selection = requests.selection(self._tick, channels, start, stop)
        if selection is not None:
            request["selection"] = selection
        if define:
            request["define"] = [define] if isinstance(define, str) else list(define)
            request["tick"] = self.tick
        return request

    def _warn(self, findings: list[dict[str, Any]]) -> None:
        if findings and not self._has_warned:
            self._has_warned = True
            more = f", and {len(findings) - 1} more: see findings" if len(findings) > 1 else ""
            warnings.warn(f"{self.name}: {_error(findings[0])}{more}", DamagedWarning, stacklevel=4)

    def stats(self, **selected: Any) -> Stats:
        """Tags, rates and least gaps, in all and by channel."""
        if selected:
            found = self._analyse(Stats, {"name": "summary"}, **selected)
        else:
            outcome = self._summary()
            self._warn(outcome["findings"])
            found = Stats(outcome["results"]["summary"], self._tick)
        span = None if found.first is None else self._tick.to_seconds(found.last - found.first)
        has_rates = span is not None and span > 0 and found.sound_until is None
        for one in found.channels:
            one._fields["rate_hz"] = one.tags / span if has_rates else None
            if one.channel == _SYNC_CHANNEL and self._native.sync_period is not None:
                one._fields["rate_hz"] = 1 / self._tick.to_seconds(self._native.sync_period)
        found._fields["span_s"] = span
        return found

    def rate(self, bin: Time | None = None, **selected: Any) -> Rate:
        """Counts per time bin, by channel; without ``bin``, at most 2048 bins over everything."""
        analysis = {"name": "rate", **requests.bins(self._tick, None, bin)}
        return self._analyse(Rate, analysis, **selected)

    def gaps(
        self,
        range: TimeRange | None = None,
        bin: Time | None = None,
        log: int | None = None,
        **selected: Any,
    ) -> Gaps:
        """Times between successive tags of the same channel: dead time, afterpulsing."""
        return self._analyse(Gaps, requests.gaps(self._tick, range=range, bin=bin, log=log), **selected)

    def g2(
        self,
        a: int,
        b: int,
        range: TimeRange | None = None,
        bin: Time | None = None,
        log: int | None = None,
        fit: str | None = None,
        period: str | float | None = None,
        **selected: Any,
    ) -> Correlation:
        """The second-order correlation of two channels, from -10 ns to 10 ns by default.

        ``range`` is ``"-10ns..10ns"`` or ``"10ns"``; ``log`` is the number of bins per decade; ``fit`` the name of a
        model; ``period`` that of pulsed light: ``"12.5ns"``, ``"ch7"``, ``"ch7/8"`` or ``"none"``.
        """
        analysis = requests.correlation(
            self._tick, a, b, range=range, bin=bin, log=log, fit=fit, period_of=period
        )
        return self._analyse(Correlation, analysis, needed=(a, b), **selected)

    def delay(
        self,
        a: int,
        b: int,
        range: TimeRange | None = None,
        bin: Time | None = None,
        period: str | float | None = None,
        **selected: Any,
    ) -> Delay:
        """The delay between two channels, from -1 us to 1 us by default."""
        analysis = requests.delay(self._tick, a, b, range=range, bin=bin, period_of=period)
        return self._analyse(Delay, analysis, needed=(a, b), **selected)

    def pairs(
        self,
        range: TimeRange | None = None,
        bin: Time | None = None,
        period: str | float | None = None,
        **selected: Any,
    ) -> Pairs:
        """The correlation peak of every pair of channels, and of each channel with itself."""
        return self._analyse(
            Pairs, requests.pairs(self._tick, range=range, bin=bin, period_of=period), **selected
        )

    def coincidences(
        self,
        patterns: Iterable[Sequence[int]] | None = None,
        *,
        window: Time,
        delays: Mapping[int, Time] | None = None,
        accidentals: str = "measured",
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
        analysis = requests.coincidence(
            self._tick, listed, window, delays=delays, accidentals=accidentals, period_of=period
        )
        if by is not None:
            return self._slices(analysis, by, self._request([analysis], channels, start, stop, define))
        needed = [one for pattern in listed or [] for one in pattern] + list(delays or {})
        selected: dict[str, Any] = {"channels": channels, "start": start, "stop": stop, "define": define}
        return self._analyse(Coincidences, analysis, needed=needed, **selected)

    def _slices(self, analysis: dict[str, Any], by: Time, request: dict[str, Any]) -> CoincidenceSlices:
        length = self._tick.ticks(by)
        if length <= 0:
            raise usage("slices are not longer than 0", "give a longer time")
        summary = self._summary()["results"]["summary"]
        slices: list[dict[str, Any]] = []
        findings: list[dict[str, Any]] = []
        selection = request.get("selection", {})
        if summary["first"] is not None:
            begin = selection.get("from", 0)
            end = summary["last"] - summary["first"]
            last = min(selection.get("to", end), end)
            edges = _edges(begin, last, length)
            for k in range(0, len(edges), _SLICES_AT_ONCE):
                some = edges[k : k + _SLICES_AT_ONCE]
                within = {**selection, "from": some[0][0], "to": some[-1][1]}
                outcome = self.run({**request, "selection": within, "slices": some})
                findings = findings or outcome["findings"]
                for (first, to), one in zip(some, outcome["results"]["slices"]):
                    slices.append({"from": first, "to": to, **one["coincidence"]})
        period = slices[0].get("period") if slices else None
        fields = {"window": analysis["window"], "period": period, "slices": slices}
        result = CoincidenceSlices(fields, self._tick)
        result._fields["findings"] = [_error(one) for one in findings]
        return result

    def heralded(
        self,
        herald: int,
        a: int,
        b: int,
        *,
        window: Time,
        delays: Mapping[int, Time] | None = None,
        **selected: Any,
    ) -> Heralded:
        """Heralded g2 at zero delay: one photon or several."""
        analysis = requests.heralded(self._tick, herald, a, b, window=window, delays=delays)
        return self._analyse(Heralded, analysis, needed=(herald, a, b), **selected)

    def lifetime(
        self,
        channel: int,
        sync: int | None = None,
        period: str | float | None = None,
        range: TimeRange | None = None,
        bin: Time | None = None,
        fwhm: str | float | None = None,
        decays: int | None = None,
        response: Sequence[int] | Lifetime | None = None,
        **selected: Any,
    ) -> Lifetime:
        """A channel after a clock's pulses, and the fit of one decay or two.

        The clock is the channel ``sync``, or ``period``, or the sync period of a T3 header. ``response`` is the
        instrument's: a lifetime of another recording, or its counts.
        """
        counts = response.counts if isinstance(response, Lifetime) else response
        analysis = requests.lifetime(
            self._tick,
            channel,
            sync=sync,
            period_of=period,
            range=range,
            bin=bin,
            fwhm=fwhm,
            decays=decays,
            response=counts,
        )
        return self._analyse(Lifetime, analysis, needed=(channel, analysis.get("sync")), **selected)

    def stability(self, bin: Time | None = None, **selected: Any) -> Stability:
        """How steady each channel's light is: Allan deviation, Fano factor, Mandel Q."""
        analysis = {"name": "stability", **requests.bins(self._tick, None, bin)}
        return self._analyse(Stability, analysis, **selected)

    # In a notebook.

    def __repr__(self) -> str:
        from ._tables import recording_text

        return recording_text(self)

    def _repr_html_(self) -> str:
        from ._tables import recording_html

        return recording_html(self)


def _edges(begin: int, last: int, length: int) -> list[list[int]]:
    """Slices from ``begin`` to ``last``; the last one ends at ``last`` and contains it."""
    if begin > last:
        return []
    n = 1 if last == begin else -((begin - last) // length)
    if n > _MAX_SLICES:
        raise usage(f"{n} slices are too many", f"choose at most {_MAX_SLICES} slices")
    starts = [begin + k * length for k in range(n)]
    return [[start, start + length - 1] for start in starts[:-1]] + [[starts[-1], last]]


def _error(finding: Mapping[str, Any]) -> TagviewError:
    return TagviewError(finding["code"], finding["message"], finding["remedy"], finding["offset"])


def open_one(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview,
    tick: str | None,
    columns: str | None,
    unit: str | None,
    microtime: str | None,
) -> Recording:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Recording(NativeRecording.open_bytes(bytes(source), tick, columns, unit, microtime), "<bytes>")
    path = os.fspath(source)
    if not os.path.exists(path):
        raise NoFileError("open-failed", f"there is no file {path}", "check the path")
    native = NativeRecording.open_path(path, tick, columns, unit, microtime)
    return Recording(native, os.path.basename(path))


__all__ = ["Batches", "Recording", "TagStream", "open_one"]
