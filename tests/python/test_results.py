"""Results: attributes, seconds, tables and figures."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
import tagview as tv
from tagview._units import Tick


def test_attributes_and_seconds(pairs: Path) -> None:
    g = tv.open(pairs).g2(3, 15, range="10ns")
    assert len(g.delay_s) == len(g.counts) == len(g.g2) == len(g.g2_error)
    assert np.array_equal(g.error, g.g2_error, equal_nan=True)
    assert g.from_ == g["from"] == g.delay[0]
    assert g.from_s == g.delay_s[0] and g.bin_s == g.tick_s * g.bin
    assert "g2" in g and "bin_s" in dir(g) and "counts" in dir(g)
    with pytest.raises(AttributeError, match="it has"):
        _ = g.nothing
    json.dumps(g.to_dict(), allow_nan=False)
    assert repr(g).startswith("Correlation\n")


def test_the_middle_of_a_bin_is_that_of_its_delays(pairs: Path) -> None:
    g = tv.open(pairs).g2(3, 15, range="-50ns..50ns", bin=6)
    assert np.allclose(g.centre - g.delay, 2.5) and np.allclose(g.centre_s, g.centre * g.tick_s)
    log = tv.open(pairs).g2(3, 15, log=10)
    assert np.all((log.edges[:-1] <= log.centre) & (log.centre <= log.edges[1:]))


def test_efficiencies_by_channel(pairs: Path) -> None:
    (pattern,) = tv.open(pairs).coincidences([(3, 15)], window="2ns").patterns
    assert pattern.efficiency[3] == pattern.efficiency["3"]


def test_every_result_is_a_table(pairs: Path, pulsed: Path) -> None:
    pandas = pytest.importorskip("pandas")
    r, light = tv.open(pairs), tv.open(pulsed)
    tables = {
        "stats": (r.stats(), ["channel", "tags", "rate_hz"]),
        "rate": (r.rate("10ms"), ["time_s", "3", "15"]),
        "gaps": (r.gaps(), ["gap_s", "3"]),
        "g2": (r.g2(3, 15), ["delay", "delay_s", "counts", "g2", "g2_error"]),
        "delay": (r.delay(3, 15), ["delay", "centre"]),
        "pairs": (r.pairs(), ["a", "b", "counts", "delay", "delay_s"]),
        "coincidences": (r.coincidences(window="2ns"), ["channels", "counts", "car", "efficiency_3"]),
        "slices": (r.coincidences(window="2ns", by="1s"), ["from_s", "to_s", "channels", "counts", "car"]),
        "heralded": (r.heralded(16, 3, 15, window="2ns"), ["g2", "tags_herald"]),
        "lifetime": (light.lifetime(3, sync=7), ["time_s", "counts", "fit"]),
        "stability": (r.stability(), ["time_s", "fano_3"]),
    }
    for name, (result, columns) in tables.items():
        frame = result.to_pandas()
        assert isinstance(frame, pandas.DataFrame) and len(frame) > 0, name
        assert set(columns) <= set(frame.columns), (name, list(frame.columns))
    frame = r.to_pandas()
    assert list(frame.columns) == ["time", "channel"] and len(frame) == len(r)


def test_every_figure_is_drawn(pairs: Path, pulsed: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    r, light = tv.open(pairs), tv.open(pulsed)
    results = [
        *(r.g2(3, 15), r.g2(3, 15, log=10), r.g2(3, 15, fit="gaussian"), r.rate(), r.gaps(), r.gaps(log=10)),
        *(r.stability(), r.coincidences(window="2ns"), light.lifetime(3, sync=7)),
        r.coincidences(window="2ns", by="500ms"),
    ]
    import matplotlib.pyplot

    for result in results:
        axes = result.plot()
        assert axes.has_data(), type(result)
        matplotlib.pyplot.close(axes.figure)
    for result in (r.delay(3, 15), r.stats(), r.rate().channels[0]):
        with pytest.raises(tv.TagviewError, match="has no figure"):
            result.plot()


def test_the_last_bin_of_a_rate_ends_with_the_recording(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot

    path = tmp_path / "steady.tags.zst"
    tv.write(path, [10 * k for k in range(125)], [3] * 125, tick="1ns")
    # A sum of runs has no common end.
    for runs, end, last in ((tv.open(path), 1.241e-6, 25 / 241e-9), (tv.sum([path]), 2e-6, 25e6)):
        axes = runs.rate(bin="1us").plot()
        times, rates = axes.lines[0].get_data()
        assert list(times) == pytest.approx([0, 1e-6, end])
        assert list(rates) == pytest.approx([1e8, last, last])
        matplotlib.pyplot.close(axes.figure)


def test_a_figure_without_matplotlib_is_an_error(pairs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rate = tv.open(pairs).rate()
    for name in ("matplotlib", "matplotlib.pyplot"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(tv.TagviewError, match=r"plot\(\) needs matplotlib.*: install it"):
        rate.plot()


def test_tables_have_lifetimes_and_errors(pulsed: Path) -> None:
    light = tv.open(pulsed)
    for one in (light.lifetime(3, sync=7, bin="100ps"), light.lifetime(3, sync=7)):
        table = one.columns()
        assert set(table["lifetime_s"]) == {one.lifetime_s}
        assert set(table["lifetime_error_s"]) == {one.lifetime_error_s}
        assert {len(column) for column in table.values()} == {len(one.counts)}
    assert light.lifetime(3, sync=7, bin="100ps").lifetime_error_s > 0
    components = [{"lifetime": 1.0, "lifetime_error": 0.5}, {"lifetime": 8.0, "lifetime_error": None}]
    fit = {"components": components, "expected": np.array([3.0, 4.0])}
    two = tv.Lifetime({"counts": np.array([3, 4]), "bin": 1.0, "lifetime": 2.0, "fits": [fit]}, Tick("1s")).columns()
    assert (two["lifetime_s_1"], two["lifetime_error_s_1"], two["lifetime_s_2"]) == ([1, 1], [0.5, 0.5], [8, 8])
    stability = light.stability()
    assert (stability.columns()["allan_deviation_error_3"] == stability.channels[0].allan_deviation_error).all()


@pytest.mark.parametrize(
    ("time", "ticks"),
    [("2ns", 13), ("4ns", 26), ("-4ns", -26), ("64", 64), (64, 64), ("1us", 6400), ("0.5 ms", 3200000)],
)
def test_times_in_ticks(time: str | int, ticks: int) -> None:
    assert Tick("156.25ps").ticks(time) == ticks


def test_halves_are_rounded_away_from_zero() -> None:
    assert [Tick("1ns").ticks(one) for one in ("0.5ns", "-0.5ns", "0.49ns", "1.5ns")] == [1, -1, 0, 2]


@pytest.mark.parametrize("wrong", ["", "+", "2parsecs", "1.5", "1e123ns", "99999999999s"])
def test_what_is_no_time_is_refused(wrong: str) -> None:
    with pytest.raises(tv.TagviewError):
        Tick("1ps").ticks(wrong)


def test_ranges() -> None:
    tick = Tick("1ns")
    assert tick.range("-10ns..20ns") == tick.range(("-10ns", "20ns")) == tick.range((-10, 20)) == (-10, 20)
    assert tick.range("10ns") == (-10, 10) and tick.range(10, 0) == (0, 10)
    for wrong in ("5ns..1ns", "..1", "1..2..3"):
        with pytest.raises(tv.TagviewError):
            tick.range(wrong)
