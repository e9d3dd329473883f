"""Every analysis gives the numbers of the command line, to the last digit."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, Callable

import pytest
import tagview as tv
from conftest import shared_recordings

Json = Callable[..., Any]

# What the command line prints beside the result of the core.
BESIDE = {
    *("file", "a", "b", "complete", "tick_s", "error", "hint", "delay", "fit", "window", "delays", "period_s"),
    *("lifetime_s", "lifetime_error_s", "fits", "channel", "sync", "patterns", "frames", "messages", "bytes"),
    *("format", "device", "doubtful_tags", "passed_over", "remarks", "by", "slices", "span_s", "accidentals_from"),
    *("errors_from", "blocks", "meta", "order_break"),
}
RENAMED = {"moved": "reordered"}


def assert_same(found: Any, expected: Any, where: str = "") -> int:
    """Compares what both have; returns the number of numbers that were compared."""
    if where.endswith(".delays"):
        found, where = {str(one["channel"]): one["delay"] for one in found}, ""
    if isinstance(expected, dict):
        assert isinstance(found, dict), where
        compared = 0
        for name, value in expected.items():
            own = RENAMED.get(name, name)
            if own in found:
                compared += assert_same(found[own], value, f"{where}.{name}")
            else:
                assert name in BESIDE or name.endswith("_s"), f"{where}.{name} is missing"
        return compared
    if isinstance(expected, list):
        assert isinstance(found, list) and len(found) == len(expected), f"{where}: {found} {expected}"
        return sum(assert_same(one, two, f"{where}[{k}]") for k, (one, two) in enumerate(zip(found, expected)))
    # An argument of Python has no dashes.
    if where.endswith(".message"):
        expected = expected.replace("--", "")
    if where.endswith(".option.name") and expected == "delay":
        expected = "delays"
    assert found == expected, f"{where}: {found!r} is not {expected!r}"
    return 1


def channels_of(recording: tv.Recording) -> tuple[int, int]:
    counts = recording.counts
    first, *others = sorted(counts, key=lambda one: -counts[one])
    return first, others[0] if others else first


def compare_all(path: Path, json: Json) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tv.DamagedWarning)
        return compare(path, json)


def compare(path: Path, json: Json) -> int:
    r = tv.open(path)
    a, b = channels_of(r)
    of = ["--a", a, "--b", b]
    cases = [
        (r.stats(), ["stats"]),
        (r.rate(), ["rate"]),
        (r.rate("10ms"), ["rate", "--bin", "10ms"]),
        (r.gaps(), ["gaps"]),
        (r.gaps(log=10), ["gaps", "--log", 10]),
        (r.gaps("200ns", bin="1ns"), ["gaps", "--range", "0..200ns", "--bin", "1ns"]),
        (r.g2(a, b), ["g2", *of]),
        (r.g2(a, b, range="100ns", bin="1ns"), ["g2", *of, "--range", "-100ns..100ns", "--bin", "1ns"]),
        (r.g2(a, b, log=10), ["g2", *of, "--log", 10]),
        (r.g2(a, a, range=(-500, 500)), ["g2", "--a", a, "--b", a, "--range", "-500..500"]),
        (r.g2(a, b, period="none"), ["g2", *of, "--period", "none"]),
        (r.g2(a, b, period="12.5ns"), ["g2", *of, "--period", "12.5ns"]),
        (r.delay(a, b), ["delay", *of]),
        (r.pairs(), ["pairs"]),
        (r.stability(), ["stability"]),
        (r.coincidences(window="2ns"), ["coincidences", "--window", "2ns"]),
        (r.pairs("200ns", bin="1ns"), ["pairs", "--range", "-200ns..200ns", "--bin", "1ns"]),
    ]
    if a != b:
        cases += pattern_cases(r, a, b)
        bursts = r.bursts(a, b, within="1ms", photons=5, least=6)
        options = ["--within", "1ms", "--photons", 5, "--least", 6]
        cases.append((bursts, ["bursts", "--donor", a, "--acceptor", b, *options]))
    if len(r.counts) > 2:
        h, *_ = (one for one in r.channels if one not in (a, b))
        command = ["heralded", "--herald", h, *of, "--window", "5ns"]
        cases.append((r.heralded(h, a, b, window="5ns"), command))
    return sum(compare_one(result, json, path, command) for result, command in cases)


def pattern_cases(r: tv.Recording, a: int, b: int) -> list[Any]:
    of = ["--a", a, "--b", b]
    return [
        (
            r.coincidences([(a, b)], window="2ns", delays={b: "4ns"}, accidentals="rates"),
            [
                *("coincidences", "--window", "2ns", "--pattern", f"{a},{b}", "--delay", f"{b}=4ns"),
                *("--accidentals", "rates"),
            ],
        ),
        (
            r.g2(a, b, start="100ms", stop="600ms"),
            ["g2", *of, "--from", "100ms", "--to", "600ms"],
        ),
        (r.rate(channels=[a], start="10ms"), ["rate", "--channel", a, "--from", "10ms"]),
        (
            r.coincidences([(a, b)], window="2ns", by="500ms"),
            ["coincidences", "--window", "2ns", "--pattern", f"{a},{b}", "--by", "500ms"],
        ),
    ]


def compare_one(result: tv.Result, json: Json, path: Path | list[Path], command: list[object]) -> int:
    expected = json(*command, *(path if isinstance(path, list) else [path]))
    found = result.to_dict()
    where = " ".join(map(str, command))
    if "delay" in expected and isinstance(expected["delay"], list):
        assert [int(one) for one in result.delay] == expected["delay"], where
    compared = assert_same(found, expected, where)
    assert compared > 0, where
    # What the command line prints beside the result is compared by hand.
    if expected.get("fit"):
        assert result.fit.to_dict()["deviance"] == expected["fit"]["deviance"]
    assert result.tick_s == expected["tick_s"]
    return compared


def test_pairs(pairs: Path, tagview_json: Json) -> None:
    assert pairs.stat().st_size > 2 << 20
    assert compare_all(pairs, tagview_json) > 1000


def test_damaged(damaged: Path, tagview_json: Json) -> None:
    compare_some(damaged, tagview_json)


def test_pulsed(pulsed: Path, tagview_json: Json) -> None:
    compare_all(pulsed, tagview_json)
    r = tv.open(pulsed)
    cases = [
        (r.g2(3, 15, range="4us", bin="4ns", period="1us"), ["--range", "-4us..4us", "--period", "1us"]),
        (r.g2(3, 15, range="4us", bin="4ns", period="ch7"), ["--range", "-4us..4us", "--period", "ch7"]),
    ]
    for result, options in cases:
        command = ["g2", "--a", 3, "--b", 15, "--bin", "4ns", *options]
        assert result.pulsed is not None
        assert compare_one(result, tagview_json, pulsed, command) > 0
    for result, options in [
        (r.lifetime(3, sync=7), ["--sync", 7]),
        (r.lifetime(3, sync=7, pile_up=True), ["--sync", 7, "--pile-up"]),
        (r.lifetime(3, period="1us", bin="100ps"), ["--period", "1us", "--bin", "100ps"]),
        (r.lifetime(3, sync=7, decays=2, range="100ns"), ["--sync", 7, "--decays", 2, "--range", "0..100ns"]),
    ]:
        command = ["lifetime", "--channel", 3, *options]
        assert compare_one(result, tagview_json, pulsed, command) > 0


def test_fit(folder: Path, tagview_json: Json) -> None:
    from conftest import simulated

    light = ["--light", "emitter", "--light-rate", "1e6", "--lifetime", "20ns", "--duration", "1s"]
    path = simulated(folder / "emitter.tags.zst", *light)
    result = tv.open(path).g2(3, 15, range="200ns", bin="2ns", fit="two-level")
    command = ["g2", "--a", 3, "--b", 15, "--range", "-200ns..200ns", "--bin", "2ns", "--fit", "two-level"]
    assert compare_one(result, tagview_json, path, command) > 0
    assert result.fit is not None


def test_slices_blocks_and_dead_times(pairs: Path, pulsed: Path, tagview_json: Json) -> None:
    r, light = tv.open(pairs), tv.open(pulsed)
    of = ["--a", 3, "--b", 15]
    pair = ["--window", "2ns", "--pattern", "3,15"]
    cases: list[tuple[tv.Result, Path, list[object]]] = [
        (r.delay(3, 15, by="1s"), pairs, ["delay", *of, "--by", "1s"]),
        (r.delay(3, 15, by="4s"), pairs, ["delay", *of, "--by", "4s"]),
        (r.delay(3, 15, by="file", start="1s"), pairs, ["delay", *of, "--by", "file", "--from", "1s"]),
        (light.delay(7, 3, by="200ms"), pulsed, ["delay", "--a", 7, "--b", 3, "--by", "200ms"]),
        (r.coincidences([(3, 15)], window="2ns", by="file"), pairs, ["coincidences", *pair, "--by", "file"]),
        (r.g2(3, 15, blocks=10), pairs, ["g2", *of, "--blocks", 10]),
        (
            r.g2(3, 15, range="20ns", bin="1ns", blocks=4, start="1s"),
            pairs,
            ["g2", *of, "--range", "-20ns..20ns", "--bin", "1ns", "--blocks", 4, "--from", "1s"],
        ),
        (r.g2(3, 15, log=5, blocks=6), pairs, ["g2", *of, "--log", 5, "--blocks", 6]),
        (
            r.g2(3, 15, log=5, fit="exponential", blocks=6),
            pairs,
            ["g2", *of, "--log", 5, "--fit", "exponential", "--blocks", 6],
        ),
        (
            r.g2(3, 15, log=5, fit="diffusion", structure=4),
            pairs,
            ["g2", *of, "--log", 5, "--fit", "diffusion", "--structure", 4],
        ),
        (r.stats("50ns"), pairs, ["stats", "--dead-time", "50ns"]),
        (r.stats({3: "1us"}), pairs, ["stats", "--dead-time", "3=1us"]),
        (r.stats("1ms"), pairs, ["stats", "--dead-time", "1ms"]),
    ]
    for result, path, command in cases:
        assert compare_one(result, tagview_json, path, command) > 0, command
    drift = r.delay(3, 15, by="1s")
    assert drift.drift_s_per_s is not None and len(drift.to_pandas()) == 6
    for one in r.stats("50ns").channels:
        assert one.rate_corrected_hz == pytest.approx(one.rate_hz / (1 - one.rate_hz * 50e-9))


def test_slices_begin_at_the_tags_of_a_channel(folder: Path, tagview_json: Json) -> None:
    path = folder / "markers.tags.zst"
    times = [k * 1000 + shift for k in range(3000) for shift in (0, 7)]
    tags = sorted([*zip(times, [1, 2] * 3000), *((k * 600_000 + 3, 9) for k in range(1, 5))])
    tv.write(path, [time for time, _ in tags], [channel for _, channel in tags], tick="1ns")
    r = tv.open(path)
    found = r.coincidences([(1, 2)], window="10ns", by="ch9")
    command = ["coincidences", "--window", "10ns", "--pattern", "1,2", "--by", 9]
    assert compare_one(found, tagview_json, path, command) > 0
    assert len(found.slices) == 4
    with pytest.raises(tv.TagviewError, match="channel 5 has no tags here"):
        r.delay(1, 5, by="1ms")


def test_sums_of_runs(folder: Path, tagview_json: Json) -> None:
    from conftest import simulated

    paths = [
        simulated(folder / f"run{seed}.tags.zst", "--duration", f"{seed / 10}s", "--seed", seed)
        for seed in (3, 4, 5)
    ]
    runs = tv.sum(paths)
    of = ["--a", 3, "--b", 15]
    coincidences = runs.coincidences([(3, 15)], window="2ns", delays={15: "4ns"})
    cases: list[tuple[tv.Result, list[object]]] = [
        (runs.g2(3, 15), ["g2", *of]),
        (runs.g2(3, 15, range="100ns", bin="1ns"), ["g2", *of, "--range", "-100ns..100ns", "--bin", "1ns"]),
        (runs.g2(3, 15, start="10ms", stop="200ms"), ["g2", *of, "--from", "10ms", "--to", "200ms"]),
        (runs.delay(3, 15), ["delay", *of]),
        (runs.pairs(), ["pairs"]),
        (runs.coincidences(window="2ns"), ["coincidences", "--window", "2ns"]),
        (coincidences, ["coincidences", "--window", "2ns", "--pattern", "3,15", "--delay", "15=4ns"]),
        (runs.heralded(16, 3, 15, window="5ns"), ["heralded", "--herald", 16, *of, "--window", "5ns"]),
        (runs.rate("10ms"), ["rate", "--bin", "10ms"]),
        (runs.rate(channels=[3]), ["rate", "--channel", 3]),
        (runs.lifetime(3, period="1us"), ["lifetime", "--channel", 3, "--period", "1us"]),
        (runs.g2(101, 16, define="101=3&15@2ns"), ["g2", "--a", 101, "--b", 16, "--define", "101=3&15@2ns"]),
    ]
    for result, command in cases:
        assert result.runs == 3
        assert compare_one(result, tagview_json, paths, [*command, "--sum"]) > 0, command


def test_a_sum_of_many_runs_is_merged_in_groups(folder: Path, tagview_json: Json) -> None:
    paths = [folder / f"short{seed}.tags.zst" for seed in range(1, 36)]
    for seed, path in enumerate(paths, 1):
        tv.simulate(duration="5ms", seed=seed).save(path)
    runs = tv.sum(path for path in paths)
    assert compare_one(runs.g2(3, 15), tagview_json, paths, ["g2", "--a", 3, "--b", 15, "--sum"]) > 0
    assert runs.g2(3, 15).counts.sum() == sum(tv.open(one).g2(3, 15).counts.sum() for one in paths)


def test_a_lifetime_of_runs(pulsed: Path, folder: Path, tagview_json: Json) -> None:
    parts = [folder / "pulsed1.tags.zst", folder / "pulsed2.tags.zst"]
    for path, (start, stop) in zip(parts, [("0s", "400ms"), ("500ms", "1s")]):
        tv.open(pulsed).slice(start, stop).save(path)
    command = ["lifetime", "--channel", 3, "--sync", 7, "--sum"]
    assert compare_one(tv.sum(parts).lifetime(3, sync=7), tagview_json, parts, command) > 0


def test_virtual_channels(pairs: Path, tagview_json: Json) -> None:
    define = "101=3&15@2ns"
    result = tv.open(pairs).g2(101, 16, define=define)
    expected = tagview_json("g2", "--a", 101, "--b", 16, "--define", define, pairs)
    assert assert_same(result.to_dict(), expected) > 0


@pytest.mark.parametrize("path", shared_recordings(), ids=lambda path: path.name)
def test_shared_data(path: Path, tagview_json: Json) -> None:
    assert compare_all(path, tagview_json) > 0
    r = tv.open(path)
    if r.meta.get("mode") == "T3":
        for one in r.channels[1:]:
            result = r.lifetime(one)
            assert compare_one(result, tagview_json, path, ["lifetime", "--channel", one]) > 0


def compare_some(path: Path, json: Json) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tv.DamagedWarning)
        r = tv.open(path)
        a, b = channels_of(r)
        compare_one(r.stats(), json, path, ["stats"])
        compare_one(r.g2(a, b), json, path, ["g2", "--a", a, "--b", b])
        compare_one(r.rate(), json, path, ["rate"])
        assert r.complete == json("stats", path)["complete"]
        assert r.meta["bytes"] == json("stats", path)["bytes"]


def test_other_forms_of_a_recording(pairs: Path, folder: Path, tagview_json: Json) -> None:
    from conftest import run_tagview

    sound = pairs.read_bytes()
    text = folder / "text.csv"
    assert run_tagview("export", pairs, "-o", text, "--to", "500ms").returncode == 0
    printed = folder / "printed.tsv"
    printed.write_text("channel\ttime\n" + run_tagview("cat", pairs, "--to", "100ms").stdout)
    forms = {
        "joined.tags.zst": sound + sound,
        "cut.tags.zst": sound[: len(sound) * 2 // 3],
        "without-beginning.tags.zst": sound[1000:],
        "with-text-behind.tags.zst": sound + b"not a frame",
    }
    for name, content in forms.items():
        (folder / name).write_bytes(content)
    for path in (text, printed, *(folder / name for name in forms)):
        try:
            r = tv.open(path)
        except tv.TagviewError as error:
            assert error.code == tagview_json("stats", path)["error"]["code"], path
            continue
        if r.channels:
            compare_some(path, tagview_json)


def test_messages_without_compression(pairs: Path, folder: Path, tagview_json: Json) -> None:
    import shutil
    import subprocess

    if shutil.which("zstd") is None:
        pytest.skip("there is no program zstd")
    plain = folder / "plain.tags"
    plain.write_bytes(subprocess.run(["zstd", "-dc", pairs], capture_output=True, check=True).stdout)
    compare_some(plain, tagview_json)
