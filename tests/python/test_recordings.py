"""Recordings: opened from anywhere, their tags, and what is printed."""

from __future__ import annotations

import importlib.util
import pickle
import struct
import subprocess
import warnings
from pathlib import Path

import numpy as np
import pytest
import tagview as tv
from conftest import run_tagview


def test_tags_are_those_that_cat_prints(pairs: Path) -> None:
    r = tv.open(pairs)
    times, channels = r.numpy()
    assert times.dtype == np.int64 and channels.dtype == np.uint16
    printed = np.loadtxt(run_tagview("cat", pairs).stdout.splitlines(), dtype=np.int64)
    assert np.array_equal(channels, printed[:, 0]) and np.array_equal(times, printed[:, 1])
    assert len(r) == len(times)
    assert r.counts == {int(one): int((channels == one).sum()) for one in np.unique(channels)}
    assert r.channels == sorted(r.counts)


def test_sources(pairs: Path, folder: Path) -> None:
    path = tv.open(pairs)
    for other in (tv.open(str(pairs)), tv.open(pairs.read_bytes()), tv.open(memoryview(pairs.read_bytes()))):
        assert other.counts == path.counts
    several = tv.open([pairs, pairs.read_bytes()])
    assert [one.name for one in several] == ["pairs.tags.zst", "<bytes>"]
    assert [one.name for one in tv.open_all(str(folder / "pairs*.tags.zst"))] == ["pairs.tags.zst"]
    with pytest.raises(tv.TagviewError, match="no file matches"):
        tv.open_all(str(folder / "none-*.ptu"))


def test_header(pulsed: Path, pairs: Path) -> None:
    r = tv.open(pulsed)
    assert (r.tick, r.tick_s) == ("4ps", 4e-12)
    assert r.meta["format"] == "tags" and r.meta["tick"] == "4ps"
    assert tv.open(pairs, tick="81ps").tick_s == 81e-12
    assert r.complete and r.findings == []


def test_a_text_by_its_columns() -> None:
    text = b"time,channel\n100,7\n200,8\n300,7\n"
    r = tv.open(text, columns="time,channel", unit="ns", tick="1ns")
    assert r.counts == {7: 2, 8: 1}


def test_batches_are_numpy_and_arrow(pairs: Path) -> None:
    r = tv.open(pairs)
    times, channels = r.numpy()
    batches = list(r.batches(100_000))
    assert [len(one) for one, _ in batches[:-1]] == [100_000] * (len(batches) - 1)
    assert np.array_equal(np.concatenate([one for one, _ in batches]), times)
    pyarrow = pytest.importorskip("pyarrow")
    table = r.arrow(rows=100_000).read_all()
    assert np.array_equal(table["time"].to_numpy(), times)
    assert np.array_equal(table["channel"].to_numpy(), channels)
    assert pyarrow.table(r).num_rows == len(times)


def test_other_libraries_read_the_arrow_stream(pairs: Path) -> None:
    r = tv.open(pairs)
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(r.arrow())
    assert frame.height == len(r)
    duckdb = pytest.importorskip("duckdb")
    reader = r.arrow()
    rows = duckdb.sql("select channel, count(*) from reader group by channel order by channel").fetchall()
    assert dict(rows) == r.counts


def test_wide_channels(folder: Path) -> None:
    path = folder / "wide.tags.zst"
    tv.write(path, [1, 2, 3], [3, 2**40, 4], tick="1ps")
    times, channels = tv.open(path).numpy()
    assert channels.dtype == np.uint64 and channels.tolist() == [3, 2**40, 4]
    assert times.tolist() == [1, 2, 3]


def test_what_is_written_is_read_again_by_the_command_line(pairs: Path, folder: Path) -> None:
    times, channels = tv.open(pairs).numpy()
    path = folder / "written.tags.zst"
    tv.write(path, times, channels, tick="156.25ps")
    assert run_tagview("cat", path).stdout == run_tagview("cat", pairs).stdout
    assert run_tagview("verify", path).returncode == 0
    with pytest.raises(tv.TagviewError) as refused:
        tv.write(path, times, channels)
    assert refused.value.code == "open-failed"
    tv.write(path, times[:5], channels[:5].astype(np.uint64), overwrite=True)
    assert len(tv.open(path)) == 5


@pytest.mark.parametrize(
    ("times", "channels", "failure"),
    [
        ([1, 2], [1], ValueError),
        ([1.5], [1], TypeError),
        ([[1]], [1], TypeError),
        ([1], [-1], ValueError),
        ([2**63], [1], ValueError),
    ],
)
def test_wrong_columns_are_refused(folder: Path, times: object, channels: object, failure: type) -> None:
    path = folder / "wrong.tags.zst"
    with pytest.raises(failure):
        tv.write(path, times, channels)  # type: ignore[arg-type]
    assert not path.exists()


def test_a_recording_is_closed_at_the_end_of_with(pairs: Path) -> None:
    with tv.open(pairs) as r:
        part = r.slice("1s", "2s")
        assert len(r) > 0
    for use in (lambda: r.rate(), lambda: len(r), lambda: part.counts):
        with pytest.raises(tv.TagviewError, match="the recording is closed: open it again"):
            use()
    assert repr(r) == "pairs.tags.zst   closed"


def test_a_damaged_recording_warns_once(damaged: Path) -> None:
    r = tv.open(damaged)
    assert not r.complete
    assert {one.code for one in r.findings} <= {"corrupt-frame", "truncated", "bad-index", "checksum"}
    assert all(isinstance(one.offset, int) for one in r.findings[:1])
    with pytest.warns(tv.DamagedWarning, match="damaged.tags.zst"):
        result = r.g2(3, 15)
    assert result.findings
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        r.g2(3, 15)


def test_what_is_printed(pairs: Path) -> None:
    r = tv.open(pairs)
    lines = repr(r).splitlines()
    assert lines[0].startswith("pairs.tags.zst   ") and "in order" in lines[0]
    assert lines[2].split() == ["channel", "tags", "rate", "share", "least", "gap"]
    assert len(lines) == 3 + len(r.channels)
    assert r._repr_html_().count("<tr>") == 1 + len(r.channels)


def test_failures_are_exceptions(folder: Path, pairs: Path) -> None:
    with pytest.raises(tv.TagviewError) as missing:
        tv.open(folder / "none.tags.zst")
    assert (missing.value.code, missing.value.offset) == ("open-failed", None)
    assert missing.value.remedy
    with pytest.raises(tv.TagviewError) as unknown:
        tv.open(b"\x89PNG\r\n\x1a\n and so on")
    assert (unknown.value.code, unknown.value.offset) == ("unknown-format", 0)
    copy = pickle.loads(pickle.dumps(unknown.value))
    assert (str(copy), copy.code) == (str(unknown.value), "unknown-format")
    r = tv.open(pairs)
    for wrong in (
        lambda: r.g2(3, 15, bin="0ns"),
        lambda: r.g2(3, 15, range="5 parsecs"),
        lambda: r.g2(-1, 15),
        lambda: r.g2(3, 15, fit="no such model"),
        lambda: r.run({"analyses": [{"name": "no such"}]}),
        lambda: r.run({}),
        lambda: r.rate(start="2s", stop="1s"),
        lambda: r.lifetime(3),
    ):
        with pytest.raises(tv.TagviewError) as failure:
            wrong()
        assert failure.value.code == "usage"
    with pytest.raises(tv.TagviewError) as absent:
        r.g2(3, 99)
    assert absent.value.code == "no-channel"
    with pytest.raises(TypeError):
        r.run({"analyses": object()})


@pytest.mark.parametrize(
    ("call", "failure", "words"),
    [
        (lambda r: r.g2(3, 15, rnage="10ns"), TypeError, "did you mean 'range'"),
        (lambda r: r.g2("3", 15), tv.TagviewError, "channel '3' is not a whole number"),
        (lambda r: r.g2(3, 15, range=10e-9), tv.TagviewError, "1e-08 is not a time: write a string with a unit"),
        (lambda r: r.coincidences((3, 15), window="2ns"), tv.TagviewError, r"write it as in \[\(3, 15\)\]"),
        (lambda r: r.rate(bin=1), tv.TagviewError, "too-many-bins"),
        (lambda r: r.g2(3, 99), tv.TagviewError, "channel 99 has no tags here: choose from 3, 15"),
    ],
)
def test_wrong_calls_name_what_to_write(pairs: Path, call: object, failure: type, words: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(failure, match=words):
            call(tv.open(pairs))


def test_a_missing_file_is_a_missing_file(folder: Path) -> None:
    with pytest.raises(FileNotFoundError, match="there is no file .*nofile.ptu: check the path") as caught:
        tv.open(folder / "nofile.ptu")
    assert isinstance(caught.value, tv.TagviewError) and caught.value.code == "open-failed"


def test_times_out_of_order_are_written_with_a_warning(folder: Path) -> None:
    with pytest.warns(UserWarning, match="^2 times are earlier than the one before: sort"):
        tv.write(folder / "disordered.tags.zst", np.array([3, 2, 1]), np.array([1, 1, 1]), tick="1ps")


def test_ctrl_c_ends_a_long_pass(pairs: Path) -> None:
    import sys

    program = (
        "import os, signal, sys, threading, time, tagview as tv\n"
        "r = tv.open(sys.argv[1])\n"
        "threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "since = time.monotonic()\n"
        "try:\n"
        "    while True: r.pairs(range='20us', bin='1us')\n"
        "except KeyboardInterrupt:\n"
        "    print(time.monotonic() - since)\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program, str(pairs)], capture_output=True, text=True, timeout=60, check=True
    )
    assert float(finished.stdout) < 5


def test_threads_run_while_a_pass_does(pairs: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    r = tv.open(pairs)
    expected = r.g2(3, 15).to_dict()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: r.g2(3, 15).to_dict(), range(8)))
    assert all(one == expected for one in found)


def test_damaged_bytes_never_panic(pairs: Path) -> None:
    import random

    r = tv.open(pairs)
    times, channels = (column[:3000] for column in r.numpy())
    path = pairs.with_name("short.tags.zst")
    tv.write(path, times, channels, overwrite=True)
    ptu = bytes.fromhex("5051545454520000") + bytes(2000)
    text = b"time,channel\n" + b"".join(b"%d,%d\n" % (k * 100, k % 3) for k in range(500))
    chance = random.Random(1)
    for original in (path.read_bytes(), ptu, text):
        for _ in range(60):
            content = bytearray(original)
            for _ in range(chance.randrange(1, 20)):
                content[chance.randrange(len(content))] = chance.randrange(256)
            del content[chance.randrange(len(content)) :]
            try:
                damaged = tv.open(bytes(content))
            except tv.TagviewError:
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", tv.DamagedWarning)
                counted = sum(damaged.counts.values())
                assert len(damaged.numpy()[0]) == counted
                assert sum(len(one) for one, _ in damaged.batches(1000)) == counted
                damaged.pairs(range="10ns")


def test_every_way_to_get_tags_warns_of_damage(pairs: Path) -> None:
    content = pairs.read_bytes()
    ways = [lambda r: r.numpy()[0].size, lambda r: sum(times.size for times, _ in r.batches(1000))]
    if importlib.util.find_spec("pandas"):
        ways.append(lambda r: r.to_pandas().shape[0])
    if importlib.util.find_spec("pyarrow"):
        ways.append(lambda r: r.arrow().read_all().num_rows)
    for way in ways:
        with pytest.warns(tv.DamagedWarning, match="ends in the middle"):
            assert way(tv.open(content[: len(content) // 2])) > 0
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert way(tv.open(content)) > 0


def test_meta_has_no_counts_of_the_beginning() -> None:
    def record(kind: int, missed: int, channel: int, time: int) -> bytes:
        return struct.pack("<BBHiq", kind, 0, missed, channel, time)

    tags = b"".join(record(0, 0, 1 + k % 2, 10**12 + 1037 * k) for k in range(100_000))
    r = tv.open(tags + record(4, 500, 1, 10**12 + 1037 * 100_000))
    assert (r.meta["format"], len(r)) == ("swabian", 100_000)
    assert not {"missed_events", "events_dropped"} & set(r.meta)


def test_errors_name_the_file_and_the_argument(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no tags here\n")
    with pytest.raises(tv.TagviewError, match=r"notes\.txt: this is text.*columns=\"time,channel\""):
        tv.open_all(str(tmp_path / "*"))
    with pytest.raises(tv.TagviewError, match="is a folder"):
        tv.icechunk(tmp_path)
    with pytest.raises(tv.TagviewError, match="156 is not a string"):
        tv.open(tmp_path / "notes.txt", tick=156)  # type: ignore[call-overload]
