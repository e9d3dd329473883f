"""Results of analyses: objects with attributes, columns as numpy arrays."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Iterator, Mapping

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from ._units import Tick

TIMES = frozenset(
    "afterpulsing_within bin centre centre_error dead_time dead_time_error delay delay_modulo displaced_from "
    "displaced_to duration edges first from fwhm fwhm_error highest last lifetime lifetime_error max mean min "
    "min_gap period phase response_fwhm response_fwhm_error sound_until span start start_error times to width "
    "window within".split()
)
"""Fields in ticks; ``NAME_s`` is the same time in seconds."""


class Result:
    """The result of an analysis, or a part of one.

    Fields are attributes and items. Times are ticks; an attribute ``NAME_s`` is the time ``NAME`` in seconds.
    """

    _fields: dict[str, Any]
    _tick: Tick
    _beside: Mapping[str, Any] = {}

    def __init__(self, fields: dict[str, Any], tick: Tick) -> None:
        self._fields = {name: _wrapped(value, tick) for name, value in fields.items()}
        self._tick = tick

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("_fields", "_tick"):
            raise AttributeError(name)
        fields = self._fields
        if name in fields:
            return fields[name]
        # `from` is a keyword.
        if name == "from_" and "from" in fields:
            return fields["from"]
        base = name[:-2]
        if name.endswith("_s") and base in TIMES and base in fields:
            return in_seconds(fields[base], self._tick)
        raise AttributeError(f"this result has no {name}; it has {', '.join(fields)}")

    def __getitem__(self, name: str | int) -> Any:
        return self._fields[str(name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __contains__(self, name: object) -> bool:
        return str(name) in self._fields

    def __dir__(self) -> list[str]:
        seconds = [f"{name}_s" for name in self._fields if name in TIMES]
        return sorted({*super().__dir__(), *self._fields, *seconds})

    def __repr__(self) -> str:
        lines = [f"{name}: {_shortened(value)}{self._time_text(name)}" for name, value in self._fields.items()]
        return f"{type(self).__name__}\n  " + "\n  ".join(lines)

    def _time_text(self, name: str) -> str:
        """The unit of a time and its length in seconds, for the printed form."""
        from ._tables import scaled

        value = self._fields[name]
        is_time = name in TIMES and isinstance(value, (int, float)) and not isinstance(value, bool)
        return f" ticks ({scaled(in_seconds(value, self._tick), 's')})" if is_time else ""

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain Python values, as ``--json`` prints them: lists for arrays, ``None`` for NaN."""
        return {name: _plain(value) for name, value in self._fields.items()}

    def columns(self) -> dict[str, Any]:
        """The table of this result: columns of equal length by name."""
        columns = {name: [value] for name, value in self._fields.items() if _is_scalar(value)}
        return _with_seconds(columns, self._tick)

    def to_pandas(self) -> pd.DataFrame:
        """The table as a data frame; needs pandas."""
        import pandas

        return pandas.DataFrame(self.columns())

    def plot(self, ax: Any = None, **style: Any) -> Any:
        """Draws the result with matplotlib, into ``ax`` if given; returns the axes."""
        from ._plot import plot

        return plot(self, ax, style)

    @property
    def tick_s(self) -> float:
        """Length of a tick in seconds."""
        return self._tick.seconds


def in_seconds(ticks: Any, tick: Tick) -> Any:
    if ticks is None:
        return None
    if not hasattr(ticks, "dtype"):
        return tick.to_seconds(ticks)
    numerator, denominator = tick.exact.numerator, tick.exact.denominator
    largest = max((abs(int(end)) for end in (ticks.min(), ticks.max())), default=0) if len(ticks) else 0
    if largest * numerator < 2**53 and denominator < 2**53:
        return ticks * float(numerator) / float(denominator)
    import numpy

    return numpy.array([tick.to_seconds(int(one)) for one in ticks])


def _wrapped(value: Any, tick: Tick) -> Any:
    if isinstance(value, dict):
        return Result(value, tick)
    if isinstance(value, list):
        return [_wrapped(one, tick) for one in value]
    return value


def _is_scalar(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, float, str))


def _plain(value: Any) -> Any:
    if isinstance(value, Result):
        return value.to_dict()
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if hasattr(value, "dtype"):
        return [_plain(one) for one in value.tolist()]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _shortened(value: Any) -> str:
    if hasattr(value, "dtype"):
        return f"{len(value)} x {value.dtype}"
    if isinstance(value, Result):
        return "{" + ", ".join(value) + "}"
    if isinstance(value, list) and any(not _is_scalar(one) for one in value):
        return f"list of {len(value)}"
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:99]}…"


def _filled(columns: dict[str, Any], length: int) -> dict[str, Any]:
    """Columns of channels, shorter ones continued with zeros."""
    import numpy

    for name, column in columns.items():
        if hasattr(column, "dtype") and len(column) < length:
            columns[name] = numpy.concatenate([column, numpy.zeros(length - len(column), column.dtype)])
    return columns


class Histogram(Result):
    """A result with bins of one width or with edges."""

    def _lower_edges(self, bins: int) -> np.ndarray[Any, Any]:
        import numpy

        if self.edges is not None:
            return self.edges[:bins]
        return numpy.arange(bins, dtype=numpy.int64) * self.bin + self["from"]


class Correlation(Histogram):
    """Pairs of tags of two channels by their delay, with g2 and its errors."""

    @property
    def delay(self) -> np.ndarray[Any, Any]:
        """The lower edge of each bin in ticks."""
        return self._lower_edges(len(self.counts))

    @property
    def delay_s(self) -> np.ndarray[Any, Any]:
        """The lower edge of each bin in seconds."""
        return in_seconds(self.delay, self._tick)

    @property
    def centre(self) -> np.ndarray[Any, Any]:
        """The middle of each bin in ticks; for logarithmic bins, the geometric mean of the edges."""
        if self.edges is not None:
            return (self.edges[:-1] * self.edges[1:].astype(float)) ** 0.5
        return self.delay + (self.bin - 1) / 2

    @property
    def centre_s(self) -> np.ndarray[Any, Any]:
        """The middle of each bin in seconds."""
        return in_seconds(self.centre, self._tick)

    @property
    def error(self) -> np.ndarray[Any, Any]:
        """Standard error of g2 in each bin."""
        return self.g2_error

    def columns(self) -> dict[str, Any]:
        names = ("counts", "g2", "g2_error", "g2_low", "g2_high")
        columns = {"delay": self.delay, "delay_s": self.delay_s, **{name: self[name] for name in names}}
        if self.fit is not None:
            columns["fit"] = self.fit.g2
        return columns


class Gaps(Histogram):
    """Times between successive tags of each channel."""

    @property
    def gap(self) -> np.ndarray[Any, Any]:
        """The lower edge of each bin in ticks."""
        return self._lower_edges(max((len(one.counts) for one in self.channels), default=0))

    @property
    def gap_s(self) -> np.ndarray[Any, Any]:
        """The lower edge of each bin in seconds."""
        return in_seconds(self.gap, self._tick)

    def columns(self) -> dict[str, Any]:
        channels = {str(one.channel): one.counts for one in self.channels}
        return _filled({"gap_s": self.gap_s, **channels}, len(self.gap))


class Rate(Result):
    """Counts of each channel per time bin."""

    @property
    def time_s(self) -> np.ndarray[Any, Any]:
        """The beginning of each bin in seconds after the first tag."""
        import numpy

        bins = max((len(one.counts) for one in self.channels), default=0)
        return in_seconds(numpy.arange(bins, dtype=numpy.int64) * self.bin, self._tick)

    def _end_s(self) -> float:
        """The end of the last bin in seconds after the first tag: that of the recording, if it is in the bin."""
        end = len(self.time_s) * self.bin
        last = self._beside.get("summary", {}).get("last")
        covered = end if last is None else last + 1 - self.start
        return self._tick.to_seconds(covered if 0 < end - covered < self.bin else end)

    def columns(self) -> dict[str, Any]:
        channels = {str(one.channel): one.counts for one in self.channels}
        return _filled({"time_s": self.time_s, **channels}, len(self.time_s))


class Rows(Result):
    """A result that is a list of rows."""

    _rows = ""

    def columns(self) -> dict[str, Any]:
        rows = self[self._rows]
        names = [name for name in (rows[0] if rows else []) if all(_is_cell(row[name]) for row in rows)]
        return _with_seconds({name: [_cell(row[name]) for row in rows] for name in names}, self._tick)


def _with_seconds(columns: dict[str, Any], tick: Tick) -> dict[str, Any]:
    """The columns, each column of ticks followed by its times in seconds."""
    added: dict[str, Any] = {}
    for name, cells in columns.items():
        added[name] = cells
        if name in TIMES and f"{name}_s" not in columns:
            added[f"{name}_s"] = [in_seconds(cell, tick) for cell in cells]
    return added


def _is_cell(value: Any) -> bool:
    return _is_scalar(value) or _is_channels(value)


def _is_channels(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 0 and all(isinstance(one, int) for one in value)


def _cell(value: Any) -> Any:
    return ",".join(map(str, value)) if _is_channels(value) else value


class Coincidences(Rows):
    """Coincidences of each pattern of channels, with accidentals, CAR and efficiencies."""

    _rows = "patterns"

    def columns(self) -> dict[str, Any]:
        columns = super().columns()
        channels = sorted({channel for one in self.patterns for channel in one.channels})
        for channel in channels:
            for name in ("efficiency", "efficiency_error"):
                cells = [one[name][channel] if channel in one[name] else None for one in self.patterns]
                columns[f"{name}_{channel}"] = cells
        return columns


class CoincidenceSlices(Result):
    """Coincidences in slices of time."""

    def columns(self) -> dict[str, Any]:
        rows = [(one, pattern) for one in self.slices for pattern in one.patterns]
        numbers = ("counts", "counts_error", "accidentals", "accidentals_error", "car", "car_error")
        return {
            "from_s": [in_seconds(one["from"], self._tick) for one, _ in rows],
            "to_s": [in_seconds(one["to"], self._tick) for one, _ in rows],
            "channels": [_cell(pattern.channels) for _, pattern in rows],
            **{name: [pattern[name] for _, pattern in rows] for name in numbers},
        }


class DelaySlices(Rows):
    """The delay between two channels in slices of time, and its drift."""

    _rows = "slices"


class Pairs(Rows):
    """The correlation peak of every pair of channels."""

    _rows = "pairs"


class Delay(Result):
    """The delay between two channels: the peak of their correlation."""


class Heralded(Result):
    """The heralded second-order correlation at zero delay."""


class Bursts(Result):
    """Bursts of photons of single molecules; a row each."""

    def columns(self) -> dict[str, Any]:
        return {
            **{"start_s": self.start_s, "duration_s": self.duration_s},
            **{"donor_counts": self.donor_counts, "acceptor_counts": self.acceptor_counts},
            "proximity_ratio": self.proximity_ratio,
        }


class Lifetime(Result):
    """A channel after a clock's pulses, and the fit of one decay or two."""

    @property
    def time(self) -> np.ndarray[Any, Any]:
        """The lower edge of each bin in ticks, which may be fractional."""
        import numpy

        return numpy.arange(len(self.counts)) * (self.bin or 1)

    @property
    def time_s(self) -> np.ndarray[Any, Any]:
        """The lower edge of each bin in seconds."""
        return in_seconds(self.time, self._tick)

    @property
    def fit(self) -> Any:
        """The fit; ``None`` if there is none."""
        return self.fits[0] if self.fits else None

    def columns(self) -> dict[str, Any]:
        columns = {"time_s": self.time_s, "counts": self.counts}
        if self.fit is None:
            return columns
        columns["fit"] = self.fit.expected
        # The same in every row; None, like `lifetime`, if the fit does not describe the counts.
        components = self.fit.components
        for k, one in enumerate(components, 1):
            place = f"_{k}" if len(components) > 1 else ""
            for name in ("lifetime_s", "lifetime_error_s"):
                value = None if self.lifetime is None else getattr(one, name)
                columns[f"{name}{place}"] = [value] * len(self.counts)
        return columns


class Image(Result):
    """The photons of a scanned sample by pixel, summed over frames.

    ``intensity``, ``mean``, ``g`` and ``s`` are arrays of lines and columns; without a sync period only ``intensity`` is.
    """

    def __init__(self, fields: dict[str, Any], tick: Tick) -> None:
        super().__init__(fields, tick)
        for name in ("intensity", "mean", "g", "s"):
            if len(self._fields[name]):
                self._fields[name] = self._fields[name].reshape(self.height, self.width)

    @property
    def mean_s(self) -> np.ndarray[Any, Any]:
        """The mean arrival time of each pixel in seconds; NaN where counts are too few."""
        return self.mean * self.tick_s

    @property
    def mean_delay_s(self) -> float | None:
        """The mean arrival time of the photons in the region, in seconds."""
        return in_seconds(self.mean_delay, self._tick)

    @property
    def time_s(self) -> np.ndarray[Any, Any]:
        """The lower edge of each bin of ``decay`` in seconds."""
        import numpy

        return in_seconds(numpy.arange(len(self.decay)), self._tick)

    def columns(self) -> dict[str, Any]:
        return {"time_s": self.time_s, "counts": self.decay}


class Stability(Result):
    """Allan deviation, Fano factor and Mandel Q of each channel."""

    def columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {"time_s": self.times_s}
        for one in self.channels:
            for name in ("allan_deviation", "allan_deviation_error", "fano", "fano_error", "mandel_q"):
                columns[f"{name}_{one.channel}"] = one[name]
        return columns


class Stats(Rows):
    """Tags, rates and least gaps of each channel."""

    _rows = "channels"
