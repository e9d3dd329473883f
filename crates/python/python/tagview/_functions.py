"""The public functions."""

from __future__ import annotations

import os
import warnings
from typing import IO, TYPE_CHECKING, Any, Iterable, Mapping, Union, overload

from ._errors import TagviewError, usage
from ._recording import Recording, SimulatedRecording, check_ending, open_one
from ._sum import Sum
from ._units import DEFAULT_TICK, Tick, Time, TimeRange

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, IO[bytes]]


@overload
def open(  # type: ignore[overload-overlap]  # A text is a path, not a sequence of paths.
    source: Source,
    *,
    tick: str | None = None,
    columns: str | None = None,
    unit: str | None = None,
    microtime: str | None = None,
    delay_unit: str | None = None,
    read_as: str | None = None,
) -> Recording: ...
@overload
def open(
    source: Iterable[Source],
    *,
    tick: str | None = None,
    columns: str | None = None,
    unit: str | None = None,
    microtime: str | None = None,
    delay_unit: str | None = None,
    read_as: str | None = None,
) -> list[Recording]: ...
def open(
    source: Any,
    *,
    tick: str | None = None,
    columns: str | None = None,
    unit: str | None = None,
    microtime: str | None = None,
    delay_unit: str | None = None,
    read_as: str | None = None,
) -> Any:
    """Opens a recording by its path, its bytes, a file object or a URL, in any format that tagview reads.

    A URL of ``http`` is read by ranges; that of another scheme, such as ``s3://``, needs fsspec.

    A list of sources gives a list of recordings; so does ``open_all`` for a pattern such as ``"scan-*.ptu"``. ``tick`` is
    the length of a tick, which replaces the file's; ``columns`` and ``unit`` describe a text file, as in
    ``columns="time,channel", unit="ns"``. ``microtime`` keeps the photons of a T3 recording with these delays after their
    sync, as in ``microtime="2ns..10ns"``. ``delay_unit`` is the unit of microtimes, of a ``.spc`` file without its ``.set``
    file; ``read_as`` the format of a file whose content does not show it, as in ``read_as="spc-256"``.
    """
    options = (tick, columns, unit, microtime, delay_unit, read_as)
    if _is_one(source) or not isinstance(source, Iterable):
        return open_one(source, *options)
    return [open_one(one, *options) for one in source]


def _is_one(source: object) -> bool:
    is_known = isinstance(source, (str, bytes, bytearray, memoryview))
    return is_known or hasattr(source, "__fspath__") or hasattr(source, "read")


def open_all(
    pattern: str | os.PathLike[str],
    *,
    tick: str | None = None,
    columns: str | None = None,
    unit: str | None = None,
    microtime: str | None = None,
    delay_unit: str | None = None,
    read_as: str | None = None,
) -> list[Recording]:
    """Opens all recordings whose paths match a pattern such as ``"scan-*.ptu"``, in the order of their names."""
    import glob

    if not isinstance(pattern, (str, os.PathLike)):
        raise usage(f"{type(pattern).__name__} is not a pattern", "for a list of paths, use tv.open")
    paths = sorted(glob.glob(os.fspath(pattern), recursive=True))
    if not paths:
        raise TagviewError("open-failed", f"no file matches {pattern}", "check the pattern")
    options = (tick, columns, unit, microtime, delay_unit, read_as)
    return [open_one(path, *options) for path in paths]


def sum(
    runs: Iterable[Source | Recording],
    *,
    tick: str | None = None,
    columns: str | None = None,
    unit: str | None = None,
    microtime: str | None = None,
    delay_unit: str | None = None,
    read_as: str | None = None,
) -> Sum:
    """Adds independent runs, each with its own times: ``tv.sum(["a.ptu", "b.ptu"]).g2(3, 15)``.

    Counts and time spans are added, and nothing is counted across the border of two runs. The results have ``runs``, the
    number of runs. Recordings are used directly; other sources are opened like in ``open``.
    """
    if isinstance(runs, Recording) or _is_one(runs):
        raise TypeError("runs is one recording: write a list, as in tv.sum(['a.ptu', 'b.ptu'])")
    options = (tick, columns, unit, microtime, delay_unit, read_as)
    return Sum([one if isinstance(one, Recording) else open_one(one, *options) for one in runs])


def simulate(
    *,
    duration: Time = "2s",
    seed: int | None = None,
    tick: str | None = None,
    pair_rate: float | None = None,
    efficiency: float | None = None,
    dark_rate: float | None = None,
    delay: Mapping[int, Time] | None = None,
    jitter: str | float | None = None,
    dead_time: Time | None = None,
    afterpulsing: float | None = None,
    afterpulse_decay: str | float | None = None,
    extra: bool = True,
    light: str | None = None,
    light_rate: float | None = None,
    coherence_time: str | float | None = None,
    lifetime: str | float | None = None,
    emitter_g2: float | None = None,
    pulse_rate: float | None = None,
    pulse_width: str | float | None = None,
    clock: int | None = None,
    clock_divider: int | None = None,
    transmission: tuple[float, float] | None = None,
    pause: Iterable[TimeRange] | None = None,
) -> Recording:
    """A simulated recording of photon pairs on channels 3 and 15, or of ``light``: the same tags for the same ``seed``.

    The arguments are the options of ``tagview simulate``: rates in Hz, ``delay={15: "4ns"}``, ``light`` one of
    ``"coherent"``, ``"thermal"`` and ``"emitter"``, ``transmission=(0, 1)``, ``pause=[("1s", "2s")]``.
    ``tv.simulate(...).save(path)`` writes the tags as they come. Everything else holds them in memory.
    """
    from ._simulate import simulation

    length = Tick(tick or DEFAULT_TICK)
    request = simulation(
        length,
        seed=seed,
        duration=duration,
        delay=delay,
        extra=extra,
        transmission=transmission,
        pause=pause,
        about_tick=tick,
        pair_rate=pair_rate,
        efficiency=efficiency,
        dark_rate=dark_rate,
        jitter=jitter,
        dead_time=dead_time,
        afterpulsing=afterpulsing,
        afterpulse_decay=afterpulse_decay,
        light=light,
        light_rate=light_rate,
        coherence_time=coherence_time,
        lifetime=lifetime,
        emitter_g2=emitter_g2,
        pulse_rate=pulse_rate,
        pulse_width=pulse_width,
        clock=clock,
        clock_divider=clock_divider,
    )
    return SimulatedRecording(length, request)


def write(
    path: str | os.PathLike[str],
    times: ArrayLike,
    channels: ArrayLike,
    *,
    tick: str | None = None,
    level: int | None = None,
    overwrite: bool = False,
) -> None:
    """Writes a ``.tags.zst`` file of times in ticks and channels, with the length of a tick.

    An existing file is replaced only with ``overwrite``. Give the ``tick``: a file without one is read with 156.25 ps.
    """
    import numpy

    from . import _tagview

    check_ending(path)
    if tick is not None:
        Tick(tick)
    columns = numpy.asarray(times), numpy.asarray(channels)
    for name, column in zip(("times", "channels"), columns):
        if column.ndim != 1 or (column.size > 0 and column.dtype.kind not in "iu"):
            raise TypeError(f"{name} must be a one-dimensional array of integers")
    if columns[1].dtype.kind == "i" and columns[1].size > 0 and columns[1].min() < 0:
        raise ValueError("a channel is below 0")
    if columns[0].dtype == numpy.uint64 and columns[0].size > 0 and columns[0].max() >= 2**63:
        raise ValueError("a time does not fit in 63 bits")
    as_times = numpy.ascontiguousarray(columns[0], dtype=numpy.int64)
    as_channels = numpy.ascontiguousarray(columns[1], dtype=numpy.uint64)
    disordered = int((as_times[1:] < as_times[:-1]).sum())
    if disordered > 0:
        times_are = "1 time is" if disordered == 1 else f"{disordered} times are"
        warnings.warn(
            f"{times_are} earlier than the one before: sort times and channels by time, "
            "as in order = numpy.argsort(times, kind='stable')",
            stacklevel=2,
        )
    _tagview.write(path, as_times, as_channels, tick, level, overwrite)


def offsets(header: str, encoding: str | None = None) -> dict[str, Any]:
    """The contents of an ``X-Read-Consistency-Offsets`` header of Grafana Mimir."""
    from . import _tagview

    return _tagview.offsets(header, encoding)


def index_header(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The contents of an index-header of Mimir or Thanos, a sparse one, or an index."""
    from . import _tagview

    return _tagview.index_header(path)


def icechunk(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The contents of a metadata file of an Icechunk repository, such as ``repo/snapshots/ID``."""
    from . import _tagview

    if os.path.isdir(path):
        remedy = "give one of its files, or list the repository with 'tagview icechunk FOLDER'"
        raise TagviewError("open-failed", f"{os.fspath(path)} is a folder", remedy)
    return _tagview.icechunk(path)
