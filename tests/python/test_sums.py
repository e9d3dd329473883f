"""Sums of independent runs: what is refused and what is reported."""

from __future__ import annotations

from pathlib import Path

import pytest
import tagview as tv


def test_a_sum_counts_in_each_run_alone() -> None:
    # A pair across the border of the runs is none.
    first, second = (tv.open(b"time,channel\n" + text, tick="1ns", unit="ns") for text in (b"0,1\n9,2\n", b"10,1\n12,2\n"))
    g = tv.sum([first, second]).g2(1, 2, range="20ns", bin="1ns")
    assert (g.counts.sum(), g.runs) == (2, 2)
    assert sorted(g.delay[g.counts > 0].tolist()) == [2, 9]


def test_a_sum_is_one_of_recordings_with_one_tick(pairs: Path, pulsed: Path) -> None:
    with pytest.raises(tv.TagviewError, match="a tick of one recording is 156.25ps, and of pulsed.tags.zst 4ps") as other:
        tv.sum([pairs, pulsed])
    assert other.value.code == "usage"
    with pytest.raises(tv.TagviewError, match="there are no runs"):
        tv.sum([])
    with pytest.raises(TypeError, match="write a list"):
        tv.sum(str(pairs))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda runs: runs.g2(3, 15, log=10), "log"),
        (lambda runs: runs.g2(3, 15, period="ch7"), "give the period as a time"),
        (lambda runs: runs.g2(3, 99), "channel 99 has no tags here: choose from 3, 15"),
        (lambda runs: runs.g2(3, 15, bin=0), "usage"),
        (lambda runs: runs.rate(bin=1), "too-many-bins"),
    ],
)
def test_what_has_no_sum_is_refused(pairs: Path, call: object, words: str) -> None:
    with pytest.raises(tv.TagviewError, match=words):
        call(tv.sum([pairs, pairs]))  # type: ignore[operator]


def test_damage_of_a_run_names_the_run(pairs: Path, damaged: Path) -> None:
    with pytest.warns(tv.DamagedWarning, match="^damaged.tags.zst: ") as warned:
        g = tv.sum([pairs, damaged]).g2(3, 15)
    assert warned[0].filename == __file__
    assert g.findings
    empty = tv.open(pairs.read_bytes()[:30])
    with pytest.raises(tv.TagviewError, match="<bytes>: "):
        tv.sum([pairs, empty]).g2(3, 15)
