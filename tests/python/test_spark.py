"""Rows and analyses on Apache Spark. `npm run spark` installs PySpark and runs these tests on a cluster of two workers."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any, Iterator

import numpy as np
import pytest
import tagview as tv

pytest.importorskip("pyspark", minversion="4.0", reason="PySpark 4 is not installed: npm run spark")
pytest.importorskip("pyarrow")

import tagview.spark as cluster  # noqa: E402

RANGE = 60_000


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """One long recording in two files of many frames; the second goes on where the first ends."""
    folder = tmp_path_factory.mktemp("spark")
    whole = tv.simulate(duration="1s", seed=4)
    paths = [str(folder / f"part-{k}.tags.zst") for k in (1, 2)]
    for path, (start, stop) in zip(paths, [(0, 2_999_999_999), (3_000_000_000, None)]):
        whole.slice(start, stop).save(path, frame_tags=9_000)
    return paths


@pytest.fixture(scope="module")
def whole(files: list[str]) -> tv.Recording:
    """The files as one."""
    columns = [tv.open(one).numpy() for one in files]
    path = Path(files[0]).with_name("whole.tags.zst")
    times, channels = (np.concatenate(column) for column in zip(*columns))
    tv.write(path, times, channels, tick="156.25ps")
    return tv.open(path)


def rows_of(options: dict[str, str]) -> tuple[int, np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """What Spark does with the data source, in this process."""
    source = cluster.TagviewDataSource(options)
    reader = pickle.loads(pickle.dumps(source.reader(source.schema())))
    partitions = [pickle.loads(pickle.dumps(one)) for one in reader.partitions()]
    batches = [batch for one in partitions for batch in reader.read(one)]
    times, channels = (np.concatenate([batch[name].to_numpy() for batch in batches]) for name in ("time", "channel"))
    return len(partitions), times, channels


def test_partitions_have_the_tags_of_the_recording(files: list[str], whole: tv.Recording) -> None:
    times, channels = whole.numpy()
    pattern = files[0].replace("part-1", "part-*")
    n, *columns = rows_of({"path": pattern, "rangeBytes": str(RANGE)})
    assert n > 8
    assert np.array_equal(columns[0], times) and np.array_equal(columns[1], channels)
    n, *columns = rows_of({"path": f"file://{files[1]}"})
    assert n == 1 and np.array_equal(columns[0], tv.open(files[1]).numpy()[0])


def test_formats_of_other_makers_are_split(folder: Path, pairs: Path) -> None:
    from conftest import shared_recordings

    path = folder / "rows.csv"
    path.write_text("time,channel\n" + "".join(f"{k * 100},{k % 3}\n" for k in range(20_000)))
    n, times, channels = rows_of({"path": str(path), "columns": "time,channel", "unit": "ns", "tick": "1ns"})
    assert np.array_equal(times, np.arange(20_000) * 100) and np.array_equal(channels, np.arange(20_000) % 3)
    for recording in shared_recordings():
        if recording.suffix in (".ptu", ".pt3") and recording.stat().st_size < 8 << 20:
            n, times, channels = rows_of({"path": str(recording), "rangeBytes": "1500000"})
            expected = tv.open(recording).numpy()
            assert np.array_equal(times, expected[0]) and np.array_equal(channels, expected[1]), recording


def test_damage_fails_unless_it_is_dropped(damaged: Path) -> None:
    options = {"path": str(damaged), "rangeBytes": str(RANGE)}
    with pytest.raises(tv.TagviewError, match="DROPMALFORMED"):
        rows_of(options)
    n, times, _ = rows_of({**options, "mode": "dropmalformed"})
    assert n == 1 and np.array_equal(times, tv.open(damaged).numpy()[0])
    for wrong in ({}, {"path": "x", "mode": "PERMISSIVE"}):
        with pytest.raises(tv.TagviewError, match="usage"):
            rows_of(wrong)
    with pytest.raises(tv.TagviewError, match="no file matches"):
        rows_of({"path": "/no/such/folder/*.ptu"})


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """A cluster of two workers with a core each, whose Python is this one."""
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    try:
        subprocess.run(["java", "-version"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("there is no Java")
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.executor.memory": "512m",
    }
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("tagview")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def test_rows(spark: Any, files: list[str], whole: tv.Recording) -> None:
    cluster.register(spark)
    rows = spark.read.format("tagview").option("rangeBytes", RANGE).load(files)
    assert rows.dtypes == [("time", "bigint"), ("channel", "bigint")]
    counted = {row["channel"]: row["count"] for row in rows.groupBy("channel").count().collect()}
    assert counted == whole.counts
    times = rows.where("channel = 3").agg({"time": "max"}).collect()[0][0]
    assert times == max(whole.numpy()[0][whole.numpy()[1] == 3])


def fields(result: tv.Result) -> dict[str, Any]:
    return result.to_dict()


def test_one_long_recording(spark: Any, files: list[str], whole: tv.Recording) -> None:
    of: dict[str, Any] = {"range_bytes": RANGE, "fan_in": 3}
    g = cluster.g2(spark, files, 3, 15, range="20ns", **of)
    assert fields(g) == fields(whole.g2(3, 15, range="20ns"))
    assert fields(cluster.rate(spark, files, bin="10ms", **of)) == fields(whole.rate("10ms"))
    assert fields(cluster.stats(spark, files, **of)) == fields(whole.stats())
    found = cluster.coincidences(spark, files, [(3, 15)], window="2ns", delays={15: "4ns"}, **of)
    assert fields(found) == fields(whole.coincidences([(3, 15)], window="2ns", delays={15: "4ns"}))


def test_other_analyses(spark: Any, files: list[str]) -> None:
    path, r = files[0], tv.open(files[0])
    one = cluster.Recordings(spark, path, range_bytes=2 * RANGE)
    results = [
        *((one.delay(3, 15), r.delay(3, 15)), (one.pairs(), r.pairs()), (one.gaps(), r.gaps())),
        *((one.stability(), r.stability()), (one.rate(channels=[3]), r.rate(channels=[3]))),
        (one.heralded(16, 3, 15, window="5ns"), r.heralded(16, 3, 15, window="5ns")),
        (one.lifetime(3, period="1us"), r.lifetime(3, period="1us")),
        (one.g2(3, 15, start="100ms", stop="200ms"), r.g2(3, 15, start="100ms", stop="200ms")),
    ]
    for found, expected in results:
        assert fields(found) == fields(expected), type(expected)


def test_independent_runs(spark: Any, files: list[str]) -> None:
    runs = tv.sum(files)
    one = cluster.Recordings(spark, files, sum=True, range_bytes=RANGE)
    assert fields(one.g2(3, 15)) == fields(runs.g2(3, 15))
    assert fields(one.rate("10ms")) == fields(runs.rate("10ms"))
    # A task has failed, so that the exception is Spark's.
    with pytest.raises(Exception, match="these are independent runs"):
        cluster.g2(spark, files[::-1], 3, 15)


def test_what_can_not_be_merged_is_refused(spark: Any, files: list[str], pulsed: Path) -> None:
    long = cluster.Recordings(spark, files)
    for call, words in [
        (lambda: long.g2(3, 15, start="1ms"), "slice the recordings first"),
        (lambda: long.g2(3, 15, period="ch7"), "period"),
        (lambda: long.g2(3, 15, bin=0), "usage"),
        (lambda: cluster.stats(spark, files, sum=True), "usage"),
        (lambda: cluster.Recordings(spark, [*files, str(pulsed)]), "a tick of one recording"),
        (lambda: cluster.Recordings(spark, files, fan_in=1), "give 2 or more"),
    ]:
        with pytest.raises(tv.TagviewError, match=words):
            call()


def executors() -> list[int]:
    """Processes of Spark's executors that this process has started."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    lines = [line.split(None, 2) for line in listed.splitlines()[1:]]
    parents = {int(pid): int(parent) for pid, parent, _ in lines}

    def is_ours(pid: int) -> bool:
        while pid > 1 and pid != os.getpid():
            pid = parents.get(pid, 0)
        return pid == os.getpid()

    return [int(pid) for pid, _, command in lines if "CoarseGrainedExecutorBackend" in command and is_ours(int(pid))]


def started_executors() -> list[int]:
    deadline = time.monotonic() + 60
    while len(found := executors()) < 2 and time.monotonic() < deadline:
        time.sleep(0.2)
    assert len(found) == 2
    return found


def test_a_worker_that_is_killed_is_replaced(
    spark: Any, files: list[str], whole: tv.Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert spark.range(10).count() == 10
    victims = started_executors()
    counting = cluster._counting

    def slowly(*arguments: Any) -> Any:
        count = counting(*arguments)

        def wait(batches: Any) -> Any:
            for row in count(batches):
                time.sleep(0.4)
                yield row

        return wait

    monkeypatch.setattr(cluster, "_counting", slowly)
    killer = Thread(target=lambda: (time.sleep(4), os.kill(victims[0], signal.SIGKILL)))
    killer.start()
    g = cluster.g2(spark, files, 3, 15, range_bytes=RANGE, fan_in=3)
    killer.join()
    assert fields(g) == fields(whole.g2(3, 15))
    assert victims[0] not in executors()
