"""Recordings whose times go back, as when files are joined with cat."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
import tagview as tv

BROKEN = (
    r"^twice\.tags\.zst: order: times go back after 49\.9 ms: the recording starts again there, as files joined by cat "
    r"do, or is damaged: the first 500 tags are in order; analyse joined files one by one, or add them with tv\.sum"
)


@pytest.fixture
def twice(tmp_path: Path) -> Path:
    times, channels = np.arange(500) * 100_000, np.tile([3, 15], 250)
    for name in ("first", "second"):
        tv.write(tmp_path / f"{name}.tags.zst", times, channels, tick="1ns")
    path = tmp_path / "twice.tags.zst"
    path.write_bytes(b"".join((tmp_path / f"{name}.tags.zst").read_bytes() for name in ("first", "second")))
    return path


@pytest.mark.parametrize(
    ("analysis", "options", "counted"),
    [
        ("rate", {}, "; the numbers are sums over all tags with the same times"),
        ("stability", {}, "; joined runs have no stability, because their counts are no series"),
        ("gaps", {}, "; the gaps of all parts are counted, and the gap between two parts is negative"),
        ("stats", {}, ""),
        ("pairs", {}, "; the numbers are those of the tags before"),
        ("g2", {"a": 3, "b": 15, "range": "1ms"}, "; the numbers are those of the tags before"),
        ("g2", {"a": 3, "b": 15, "range": "1ms", "blocks": 8}, "; the numbers are those of the tags before"),
        ("coincidences", {"window": "1us", "by": "file"}, "; the numbers are those of the tags before"),
    ],
)
def test_each_analysis_warns_once_in_each_call(twice: Path, analysis: str, options: dict, counted: str) -> None:
    r = tv.open(twice)
    for _ in range(2):
        with pytest.warns(tv.DamagedWarning, match=f"{BROKEN}{counted}$") as warned:
            result = getattr(r, analysis)(**options)
        assert [one.filename for one in warned] == [__file__]
        assert [one.code for one in result.findings] == ["order"]


def test_after_damage_the_advised_range_is_in_order(tmp_path: Path) -> None:
    times = np.arange(500) * 100_000
    times[300] = 2**50
    path = tmp_path / "damaged.tags.zst"
    with pytest.warns(UserWarning, match="earlier than the one before"):
        tv.write(path, times, np.tile([3, 15], 250), tick="1ns")
    r = tv.open(path)
    with pytest.warns(tv.DamagedWarning, match="is damaged there: the first 300 tags are in order, and stop=29900000 "):
        r.rate()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not r.rate(stop=29_900_000).findings


def test_a_recording_whose_times_go_back_has_a_finding(twice: Path) -> None:
    r = tv.open(twice)
    assert r.complete
    assert [one.code for one in r.findings] == ["order"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        stats = r.stats()
    assert stats.span is None and stats.span_s is None and all(one.rate_hz is None for one in stats.channels)
    first = tv.open(twice.with_name("first.tags.zst"))
    assert first.complete and not first.findings


def test_a_sum_warns_once(twice: Path) -> None:
    runs = tv.sum([twice.with_name("first.tags.zst"), twice])
    for analyse in (lambda: runs.rate(), lambda: runs.g2(3, 15, range="1ms")):
        with pytest.warns(tv.DamagedWarning, match="^sum of 2 runs: order: times go back after 49.9 ms") as warned:
            analyse()
        assert len(warned) == 1
