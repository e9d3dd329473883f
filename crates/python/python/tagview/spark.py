"""Recordings on Apache Spark 4: tags as rows, and analyses by partial results.

>>> import tagview.spark
>>> tagview.spark.register(spark)
>>> rows = spark.read.format("tagview").load("/data/*.tags.zst")     # columns time and channel
>>> g = tagview.spark.g2(spark, ["/data/x.tags.zst"], 3, 15)          # as tv.open("/data/x.tags.zst").g2(3, 15)

The workers need this package and pyarrow, and read the recordings under the same paths.
"""

from __future__ import annotations

import glob
import json
import re
from typing import Any, Iterable, Iterator, Mapping, NamedTuple, Sequence, Union

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from . import _requests as requests
from ._analyses import RecordingAnalyses, check_request, error_of, with_order
from ._errors import TagviewError, usage
from ._recording import Recording, is_url, open_one, warn_of_damage
from ._results import (
    Bursts,
    Coincidences,
    Correlation,
    Delay,
    Gaps,
    Heralded,
    Lifetime,
    Pairs,
    Rate,
    Stability,
    Stats,
)
from ._sum import check_one_period, check_one_tick
from ._tagview import conclude, merge

Paths = Union[str, Sequence[str]]

ROW_BYTES = 16 << 20
"""Size in bytes of a partition of rows, whose tags are held in memory."""
RANGE_BYTES = 64 << 20
"""Size in bytes of the range that a task analyses."""
FAN_IN = 16
"""Number of partial results that a task merges."""

_OPTIONS = ("tick", "columns", "unit", "microtime", "delay_unit", "read_as")
_PARTIALS = "recording int, position int, unsound int, partial binary"
_SOUND = -1
_WHOLE = 2**62


class Part(NamedTuple):
    """A range of a recording."""

    recording: int
    path: str
    start: int
    end: int | None
    state: bytes | None

    def until_end(self) -> Part:
        return self._replace(end=None)


def _listed(paths: Paths) -> list[str]:
    """The files of paths and patterns, in the given order; those of a pattern by name."""
    found: list[str] = []
    for one in [paths] if isinstance(paths, str) else paths:
        # The JVM writes local paths as file:/x or file:///x.
        path = re.sub("^file:(//)?", "", one)
        is_pattern = glob.has_magic(path) and not is_url(path)
        matching = sorted(glob.glob(path, recursive=True)) if is_pattern else [path]
        if not matching:
            raise TagviewError("open-failed", f"no file matches {one}", "check the pattern")
        found += matching
    if not found:
        raise usage("there are no recordings", "name one or more files")
    return found


def _opened(path: str, options: Mapping[str, str | None]) -> Recording:
    return open_one(path, *(options.get(name) for name in _OPTIONS))


def _parts(number: int, path: str, recording: Recording, length: int) -> list[Part]:
    return [Part(number, path, *one) for one in recording._native.ranges(length)]


# Rows.


class TagviewDataSource(DataSource):  # type: ignore[misc, unused-ignore]
    """``spark.read.format("tagview").load(paths)``: a row of time and channel for each tag.

    Options: ``tick``, ``columns``, ``unit``, ``microtime``, ``delay_unit``, ``read_as`` as in ``tagview.open``; ``rangeBytes``, the length of a
    partition; ``mode``, ``FAILFAST`` (the default) or ``DROPMALFORMED``, which gives the sound tags of damaged files and reads
    each file as one partition.
    """

    @classmethod
    def name(cls) -> str:
        return "tagview"

    def schema(self) -> str:
        return "time bigint, channel bigint"

    def reader(self, schema: Any) -> TagviewReader:
        return TagviewReader(self.options)


class TagviewReader(DataSourceReader):  # type: ignore[misc, unused-ignore]
    """Ranges of frames as partitions."""

    def __init__(self, options: Mapping[str, str]) -> None:
        known = {name.lower(): value for name, value in options.items()}
        if "paths" in known:
            self._paths: Paths = json.loads(known["paths"])
        elif "path" in known:
            self._paths = known["path"]
        else:
            raise usage("there is no path", "name files, as in load('/data/*.tags.zst')")
        mode = known.get("mode", "FAILFAST").upper()
        if mode not in ("FAILFAST", "DROPMALFORMED"):
            raise usage(f"there is no mode {mode}", "choose FAILFAST or DROPMALFORMED")
        self._fails = mode == "FAILFAST"
        # The part after damage may be readable only together with the part before it.
        self._length = int(known.get("rangebytes", ROW_BYTES)) if self._fails else _WHOLE
        self._options = {name: known.get(name) for name in _OPTIONS}

    def partitions(self) -> Sequence[InputPartition]:
        found: list[InputPartition] = []
        for number, path in enumerate(_listed(self._paths)):
            parts = _parts(number, path, _opened(path, self._options), self._length)
            found += [InputPartition(tuple(part)) for part in parts]
        return found

    def read(self, partition: InputPartition) -> Iterator[Any]:
        import pyarrow

        part = Part(*partition.value)
        recording = _opened(part.path, self._options)
        for times, channels in self._columns(part, recording):
            channel = pyarrow.array(channels.astype("int64"))
            yield pyarrow.record_batch({"time": pyarrow.array(times), "channel": channel})

    def _columns(self, part: Part, recording: Recording) -> Iterator[tuple[Any, Any]]:
        if part.start == 0 and part.end is None:
            if self._fails and not recording.complete:
                raise _damaged(part.path, recording.findings[0])
            yield from recording.batches()
            return
        times, channels, is_sound, findings = recording._native.range_columns(part[2:])
        if findings:
            raise _damaged(part.path, error_of(findings[0]))
        if not is_sound:
            message = f"{part.path}: a message continues after byte {part.end}"
            remedy = f'read the file as one range: option("rangeBytes", {_WHOLE})'
            raise TagviewError("mismatch", message, remedy, part.end)
        yield times, channels


def _damaged(path: str, failure: TagviewError) -> TagviewError:
    remedy = 'option("mode", "DROPMALFORMED") gives the sound tags'
    return TagviewError(failure.code, f"{path}: {failure.message}", remedy, failure.offset)


def register(spark: Any) -> None:
    """Registers the format ``tagview`` in a session."""
    spark.dataSource.register(TagviewDataSource)


# Analyses.


class Recordings(RecordingAnalyses):
    """Recordings whose analyses run on Spark: each range gives a partial result, and these are merged in a tree.

    The recordings are one long recording, in their order, or independent runs with ``sum``. The methods are those of
    ``Recording`` without ``by``.
    """

    def __init__(
        self,
        spark: Any,
        paths: Paths,
        *,
        sum: bool = False,
        range_bytes: int = RANGE_BYTES,
        fan_in: int = FAN_IN,
        tick: str | None = None,
        columns: str | None = None,
        unit: str | None = None,
        microtime: str | None = None,
        delay_unit: str | None = None,
        read_as: str | None = None,
    ) -> None:
        if fan_in < 2:
            raise usage(f"{fan_in} partial results can't be merged by one task", "give 2 or more")
        self._spark = spark
        self._is_sum = sum
        self._fan_in = fan_in
        self._range_bytes = range_bytes
        stated = (tick, columns, unit, microtime, delay_unit, read_as)
        self._options = dict(zip(_OPTIONS, stated, strict=True))
        self.paths = _listed(paths)
        """The files."""
        opened = [_opened(path, self._options) for path in self.paths]
        first = opened[0]
        self._tick = first._tick
        self._tick_text = first.tick
        self._periods = [one._sync_period for one in opened]
        self._sync_period = self._periods[0]
        self._first = first
        for one in opened:
            check_one_tick(first.tick, one.tick, one.name)
        self._ranges = [
            part
            for number, one in enumerate(opened)
            for part in _parts(number, self.paths[number], one, range_bytes)
        ]

    @property
    def tick(self) -> str:
        """Length of a tick with its unit."""
        return self._tick_text

    def _outcome(self, request: dict[str, Any]) -> dict[str, Any]:
        merged = requests.with_header_period(request, self._sync_period)
        for path, period in zip(self.paths, self._periods):
            check_one_period(request, merged, period, f"{self.paths[0]} and {path}")
        merged = self._with_start(merged)
        # An invalid request fails here instead of in the tasks.
        how = "sum" if self._is_sum else "recordings"
        merge(merged, [merge(merged, [], "ranges")], how)
        partial = self._merged(merged, how)
        outcome = with_order(conclude(merged, merge(merged, [partial], how)), merged, self._tick)
        check_request(outcome["findings"])
        if outcome["findings"]:
            warn_of_damage(", ".join(self.paths[:3]), outcome["findings"])
        if self._is_sum:
            for result in outcome["results"].values():
                result["runs"] = len(self.paths)
        return outcome

    def _with_start(self, request: dict[str, Any]) -> dict[str, Any]:
        """The request with the common start of relative times."""
        selection = request.get("selection", {})
        if not self._is_sum and len(self.paths) > 1 and ("from" in selection or "to" in selection):
            raise usage(
                "start and stop count from the first tag of each recording",
                "slice the recordings first, or add them as independent runs with sum=True",
            )
        counts_from_start = request["analyses"][0]["name"] in ("rate", "summary")
        if not counts_from_start or self._is_sum or selection:
            return request
        return {**request, "start": self._first._native.first_time}

    def _merged(self, request: dict[str, Any], how: str) -> bytes:
        # Rates count from the first selected tag, which may be in any range.
        is_whole = request["analyses"][0]["name"] == "rate" and "selection" in request
        parts = [one for one in self._ranges if one.start == 0] if is_whole else self._ranges
        parts = [one.until_end() for one in parts] if is_whole else parts
        while True:
            unsound, partial = self._tree(request, parts, how)
            if unsound == _SOUND:
                return partial
            # A message continues after the range, which is therefore read together with the next one.
            part = parts[unsound]
            later = [one for one in parts[unsound:] if one.recording > part.recording]
            parts = [*parts[:unsound], part.until_end(), *later]

    def _tree(self, request: dict[str, Any], parts: list[Part], how: str) -> tuple[int, bytes]:
        """The merged partial result, or the number of the first range that cannot be joined with the next one."""
        n = len(parts)
        numbers = self._spark.range(0, n, 1, n)
        frame = numbers.mapInArrow(_counting(request, parts, self._options), _PARTIALS)
        lengths: dict[int, int] = {}
        for part in parts:
            lengths[part.recording] = lengths.get(part.recording, 0) + 1
        left = max(lengths.values())
        while left > 1:
            left = -(-left // self._fan_in)
            level = "ranges" if left > 1 else "whole"
            frame = self._merge_groups(frame, request, level, by_recording=True)
        left = len(lengths)
        while left > 1:
            frame = self._merge_groups(frame, request, how, by_recording=False)
            left = -(-left // self._fan_in)
        (row,) = frame.collect()
        return row["unsound"], bytes(row["partial"] or b"")

    def _merge_groups(self, frame: Any, request: dict[str, Any], how: str, by_recording: bool) -> Any:
        from pyspark.sql import functions

        place = "position" if by_recording else "recording"
        groups = [functions.floor(functions.col(place) / self._fan_in).cast("int").alias("group")]
        if by_recording:
            groups.insert(0, functions.col("recording"))
        merging = _merging(request, how, place, self._fan_in)
        return frame.groupBy(*groups).applyInArrow(merging, _PARTIALS)


def _counting(request: dict[str, Any], parts: list[Part], options: dict[str, str | None]) -> Any:
    """The task that computes the partial results of ranges."""
    numbers: dict[int, int] = {}
    positions = []
    for part in parts:
        positions.append(numbers.get(part.recording, 0))
        numbers[part.recording] = positions[-1] + 1

    def count(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                part = parts[number]
                native = _opened(part.path, options)._native
                partial, is_sound = native.range_partial(part[2:], request)
                if part.start == 0 and part.end is None:
                    partial = merge(request, [partial], "whole")
                unsound = _SOUND if is_sound else number
                yield _row(part.recording, positions[number], unsound, partial)

    return count


def _merging(request: dict[str, Any], how: str, place: str, fan_in: int) -> Any:
    """The task that merges a group of partial results in order."""

    def merge_group(table: Any) -> Any:
        import pyarrow

        rows = sorted(table.to_pylist(), key=lambda row: int(row[place]))
        sound = []
        unsound = _SOUND
        for row in rows:
            if unsound == _SOUND:
                sound.append(row["partial"])
                unsound = row["unsound"]
        # Results before a range that is read again are discarded.
        partial = merge(request, sound, how) if unsound == _SOUND else b""
        places = {"recording": rows[0]["recording"], "position": rows[0]["position"]}
        places[place] //= fan_in
        return pyarrow.Table.from_batches([_row(places["recording"], places["position"], unsound, partial)])

    return merge_group


def _row(recording: int, position: int, unsound: int, partial: bytes) -> Any:
    import pyarrow

    numbers = pyarrow.int32()
    columns = [pyarrow.array([one], numbers) for one in (recording, position, unsound)]
    names = ["recording", "position", "unsound", "partial"]
    return pyarrow.record_batch([*columns, pyarrow.array([partial], pyarrow.binary())], names)


_SETTINGS = ("sum", "range_bytes", "fan_in", *_OPTIONS)


def _recordings(spark: Any, paths: Paths, given: dict[str, Any]) -> Recordings:
    return Recordings(spark, paths, **{name: given.pop(name) for name in _SETTINGS if name in given})


def g2(spark: Any, paths: Paths, a: int, b: int, **options: Any) -> Correlation:
    """As ``Recording.g2``. ``options`` are its arguments and those of ``Recordings``, such as ``sum=True``."""
    return _recordings(spark, paths, options).g2(a, b, **options)


def delay(spark: Any, paths: Paths, a: int, b: int, **options: Any) -> Delay:
    """As ``Recording.delay``; see ``g2``."""
    return _recordings(spark, paths, options).delay(a, b, **options)


def pairs(spark: Any, paths: Paths, **options: Any) -> Pairs:
    """As ``Recording.pairs``; see ``g2``."""
    return _recordings(spark, paths, options).pairs(**options)


def coincidences(
    spark: Any, paths: Paths, patterns: Iterable[Sequence[int]] | None = None, **options: Any
) -> Coincidences:
    """As ``Recording.coincidences`` without ``by``; see ``g2``."""
    return _recordings(spark, paths, options).coincidences(patterns, **options)


def bursts(spark: Any, paths: Paths, donor: int, acceptor: int, **options: Any) -> Bursts:
    """As ``Recording.bursts``; see ``g2``."""
    return _recordings(spark, paths, options).bursts(donor, acceptor, **options)


def heralded(spark: Any, paths: Paths, herald: int, a: int, b: int, **options: Any) -> Heralded:
    """As ``Recording.heralded``; see ``g2``."""
    return _recordings(spark, paths, options).heralded(herald, a, b, **options)


def lifetime(spark: Any, paths: Paths, channel: int, **options: Any) -> Lifetime:
    """As ``Recording.lifetime``; see ``g2``."""
    return _recordings(spark, paths, options).lifetime(channel, **options)


def rate(spark: Any, paths: Paths, **options: Any) -> Rate:
    """As ``Recording.rate``; see ``g2``."""
    return _recordings(spark, paths, options).rate(**options)


def gaps(spark: Any, paths: Paths, **options: Any) -> Gaps:
    """As ``Recording.gaps``; see ``g2``. It has no ``sum``."""
    return _recordings(spark, paths, options).gaps(**options)


def stability(spark: Any, paths: Paths, **options: Any) -> Stability:
    """As ``Recording.stability``; see ``g2``. It has no ``sum``."""
    return _recordings(spark, paths, options).stability(**options)


def stats(spark: Any, paths: Paths, **options: Any) -> Stats:
    """As ``Recording.stats``; see ``g2``. It has no ``sum``."""
    return _recordings(spark, paths, options).stats(**options)
