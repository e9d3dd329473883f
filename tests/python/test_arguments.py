"""Arguments that are wrong, doubtful or written in another way."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, Callable

import pytest
import tagview as tv

NS = b"time,channel\n0,1\n4,2\n1000,1\n1004,2\n"


def nanoseconds() -> tv.Recording:
    return tv.open(NS, unit="ns", tick="1ns")


@pytest.mark.parametrize(
    ("call", "part"),
    [
        (lambda: tv.open(None), "NoneType is not a recording"),
        (lambda: tv.open(5), "int is not a recording"),
        (lambda: tv.open_all(["a"]), "list is not a pattern"),  # type: ignore[arg-type]
        (lambda: nanoseconds().coincidences(window="1ps"), "shorter than half a tick"),
        (lambda: nanoseconds().coincidences(window=4, delays=[4]), "delays is not a dictionary"),  # type: ignore[arg-type]
        (lambda: nanoseconds().g2(1, 2, log=1.5), "log 1.5 is not a whole number"),  # type: ignore[arg-type]
        (lambda: nanoseconds().slice(0, 4).microtimes(), "give start and stop to the analysis"),
    ],
)
def test_error_names_the_argument(call: Callable[[], Any], part: str) -> None:
    with pytest.raises(tv.TagviewError, match=part) as caught:
        call()
    assert caught.value.code == "usage" and caught.value.remedy


def test_times_of_results_are_times_of_arguments() -> None:
    r = nanoseconds()
    for delay in (4, 4.0, "4ns", "4e-9s", "4.0e0 ns", f"{4e-9}s"):
        (pair,) = r.coincidences([(1, 2)], window=0, delays={2: delay}).patterns
        assert pair.counts == 2
    with pytest.raises(tv.TagviewError, match="4.5 is not a time"):
        r.coincidences([(1, 2)], window=0, delays={2: 4.5})


def test_tick_that_contradicts_the_file_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "own.tags.zst"
    tv.write(path, [1, 2], [3, 15], tick="4ps")
    with pytest.warns(UserWarning, match="the file states a tick of 4ps; tick='5ps' replaces it"):
        assert tv.open(path, tick="5ps").tick_s == 5e-12
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tv.open(path, tick="0.004ns")


def test_printed_recording_states_its_tick(tmp_path: Path) -> None:
    tv.write(tmp_path / "own.tags.zst", [1, 2], [3, 15], tick="4ps")
    tv.write(tmp_path / "without.tags.zst", [1, 2], [3, 15])
    assert "· tick 4ps\n" in repr(tv.open(tmp_path / "own.tags.zst"))
    assert "· tick 156.25ps, not stated in the file\n" in repr(tv.open(tmp_path / "without.tags.zst"))


def test_printed_times_have_units() -> None:
    assert "span: 1004 ticks (1.004 us)" in repr(nanoseconds().coincidences(window=4))


def test_slices_have_the_hints_of_their_parts() -> None:
    r = tv.simulate(duration="1s", seed=5)
    by = r.coincidences([(3, 15)], window="2ns", by="500ms")
    assert [hint["code"] for hint in by.hints] == ["delay-found"]
    (hint,) = by.hints
    assert hint.option.name == "delays"
    assert [one.option.name for one in r.coincidences([(3, 15)], window="2ns").hints] == ["delays"]
    delays = {hint["option"]["channel"]: hint["option"]["ticks"]}
    shifted = r.coincidences([(3, 15)], window="2ns", delays=delays, by="500ms")
    assert shifted.hints == []
    assert all(one.patterns[0].counts > 1000 for one in shifted.slices)


def test_runs_with_different_ticks_are_not_added() -> None:
    runs = [tv.open(NS, unit="ns", tick=tick) for tick in ("1ns", "2ns")]
    with pytest.raises(tv.TagviewError, match="cannot be added: analyse them one by one"):
        tv.sum(runs)
