"""Recordings that are written: slices, copies and simulations."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import tagview as tv
from conftest import run_tagview, simulated


def printed(path: Path, *options: object) -> str:
    return run_tagview("cat", path, *options).stdout


def test_a_slice_has_the_tags_of_the_command_line(pairs: Path, folder: Path) -> None:
    r = tv.open(pairs)
    ours, theirs = folder / "slice-python.tags.zst", folder / "slice-node.tags.zst"
    r.slice("1s", "2s", channels=[3, 15]).save(ours)
    options = ["--from", "1s", "--to", "2s", "--channel", "3,15"]
    assert run_tagview("slice", pairs, *options, "-o", theirs).returncode == 0
    assert printed(ours) == printed(theirs) != ""
    assert tv.open(ours).meta == {**tv.open(theirs).meta, "bytes": ours.stat().st_size}
    assert run_tagview("verify", ours).returncode == 0


def test_a_slice_is_a_recording(pairs: Path) -> None:
    r = tv.open(pairs)
    part = r.slice("1s", "2s")
    times, channels = r.numpy()
    inside = (times >= times[0] + 6_400_000_000) & (times <= times[0] + 12_800_000_000)
    assert np.array_equal(part.numpy()[0], times[inside])
    assert np.array_equal(part.numpy()[1], channels[inside])
    assert np.array_equal(part.g2(3, 15).counts, r.g2(3, 15, start="1s", stop="2s").counts)
    again = part.slice("100ms", "200ms", define="101=3&15@2ns", channels=[101])
    assert again.channels == [101] and again.name == "part of part of pairs.tags.zst"


def test_a_part_of_a_part_is_written(folder: Path) -> None:
    path = folder / "part-of-part.tags.zst"
    r = tv.simulate(duration="100ms")
    for source in (r, r.slice("10ms", "90ms")):
        part = source.slice("20ms", "30ms")
        part.save(path, overwrite=True)
        assert np.array_equal(tv.open(path).numpy()[0], part.numpy()[0])
        assert 0 < len(part) < len(r) / 9


def test_a_copy_has_the_same_tags(pairs: Path, folder: Path) -> None:
    r = tv.open(pairs)
    path = folder / "copy.tags.zst"
    r.save(path, frame_tags=10_000, level=1)
    assert printed(path) == printed(pairs)
    assert tv.open(path).meta["tick"] == r.meta["tick"]
    text = tv.open(b"time,channel\n100,7\n200,8\n", tick="1ns", unit="ns")
    text.save(path, overwrite=True)
    copy = tv.open(path)
    assert (copy.tick, copy.counts) == ("1ns", {7: 1, 8: 1})


@pytest.mark.parametrize("name", ["x.parquet", "x.CSV", "x.ptu"])
def test_the_ending_of_another_format_is_refused(folder: Path, name: str) -> None:
    path = folder / name
    with pytest.raises(tv.TagviewError, match="end the name in .tags.zst"):
        tv.simulate(duration="1ms").save(path)
    with pytest.raises(tv.TagviewError, match="end the name in .tags.zst"):
        tv.write(path, [1, 2], [3, 15], tick="1ps")
    assert not path.exists()


def test_an_existing_file_is_kept(pairs: Path, folder: Path) -> None:
    path = folder / "kept.tags.zst"
    path.write_bytes(b"something")
    r = tv.open(pairs)
    for save in (r.save, r.slice("0s", "1s").save, tv.simulate(duration="1ms").save):
        with pytest.raises(tv.TagviewError, match="pass overwrite=True"):
            save(path)
        assert path.read_bytes() == b"something"
    r.save(path, overwrite=True)
    # The file that is read may be the one that is replaced.
    tv.open(path).slice("0s", "1s").save(path, overwrite=True)
    assert printed(path) == printed(pairs, "--to", "1s")
    assert [one.name for one in folder.iterdir() if one.name.startswith(".")] == []


def test_nothing_is_written_where_it_fails(damaged: Path, pairs: Path, folder: Path) -> None:
    path = folder / "failed.tags.zst"
    with pytest.raises(tv.TagviewError, match="compression level"):
        tv.open(pairs).save(path, level=99)
    with pytest.raises(tv.TagviewError, match="can't be written"):
        tv.open(pairs).save(folder / "no such folder" / "x.tags.zst")
    with pytest.raises(tv.TagviewError):
        tv.open(pairs.read_bytes()[:30]).save(path)
    assert not path.exists()
    with pytest.warns(tv.DamagedWarning, match="^damaged.tags.zst: ") as warned:
        tv.open(damaged).save(path)
    assert warned[0].filename == __file__
    assert tv.open(path).complete


SIMULATIONS = [
    ({}, []),
    ({"seed": 7, "duration": "100ms", "tick": "4ps"}, ["--seed", 7, "--duration", "100ms", "--tick", "4ps"]),
    (
        {
            **{"pair_rate": 1e5, "efficiency": 0.5, "dark_rate": 10.5, "delay": {15: "3ns", 3: -4}},
            **{"jitter": "0.3ns", "dead_time": "40ns", "afterpulsing": 0.1, "afterpulse_decay": "50.5ns"},
            **{"extra": False, "duration": "200ms"},
        },
        [
            *("--pair-rate", 1e5, "--efficiency", 0.5, "--dark-rate", 10.5, "--delay", "15=3ns", "--delay", "3=-4"),
            *("--jitter", "0.3ns", "--dead-time", "40ns", "--afterpulsing", 0.1, "--afterpulse-decay", "50.5ns"),
            *("--no-extra", "--duration", "200ms"),
        ],
    ),
    (
        {"light": "thermal", "light_rate": 1e5, "coherence_time": "1us", "duration": "500ms", "jitter": "0ns"},
        [
            *("--light", "thermal", "--light-rate", 1e5, "--coherence-time", "1us", "--duration", "500ms"),
            *("--jitter", "0ns"),
        ],
    ),
    (
        {
            **{"light": "emitter", "light_rate": 1e5, "lifetime": "2ns", "emitter_g2": 0.2, "pulse_rate": 1e6},
            **{"pulse_width": "100ps", "clock": 7, "clock_divider": 4, "duration": "500ms"},
            **{"transmission": (0, 1), "pause": [("100ms", "200ms"), "300ms..350ms"]},
        },
        [
            *("--light", "emitter", "--light-rate", 1e5, "--lifetime", "2ns", "--emitter-g2", 0.2),
            *("--pulse-rate", 1e6, "--pulse-width", "100ps", "--clock", 7, "--clock-divider", 4),
            *("--duration", "500ms", "--transmission", "0..1", "--pause", "100ms..200ms"),
            *("--pause", "300ms..350ms"),
        ],
    ),
]


@pytest.mark.parametrize(("arguments", "options"), SIMULATIONS)
def test_simulations_are_those_of_the_command_line(
    arguments: dict[str, object], options: list[object], folder: Path, tmp_path: Path
) -> None:
    theirs = simulated(tmp_path / "node.tags.zst", *options)
    r = tv.simulate(**arguments)  # type: ignore[arg-type]
    ours = tmp_path / "python.tags.zst"
    r.save(ours)
    assert printed(ours) == printed(theirs) != ""
    other, held = tv.open(theirs), r
    assert all(np.array_equal(one, two) for one, two in zip(held.numpy(), other.numpy()))
    assert (held.tick, held.meta["tick"]) == (other.tick, other.meta["tick"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"light": "lamp"}, "choose from coherent, thermal, emitter"),
        ({"light": "thermal", "light_rate": 1e5}, "add coherence_time='1us'"),
        ({"light": "thermal"}, "light needs light_rate"),
        ({"light_rate": 1e5}, "light_rate needs light"),
        ({"light": "coherent", "light_rate": 1e5, "lifetime": "2ns"}, "has no lifetime"),
        ({"clock": 7}, "clock needs pulse_rate"),
        ({"clock": 3, "pulse_rate": 1e6}, "is the channel of a detector"),
        ({"delay": {4: "1ns"}}, "channel 4 has no delay"),
        ({"efficiency": 2.0}, "efficiency of channel 3"),
    ],
)
def test_wrong_simulations_are_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(tv.TagviewError, match=words) as refused:
        len(tv.simulate(**arguments))  # type: ignore[arg-type]
    assert refused.value.code == "usage"


def test_missing_folder_is_not_an_existing_file(tmp_path: Path) -> None:
    with pytest.raises(tv.TagviewError) as caught:
        tv.write(tmp_path / "none" / "x.tags.zst", [1, 2], [3, 15])
    assert "folder" in caught.value.remedy and "overwrite" not in caught.value.remedy
    tv.write(tmp_path / "x.tags.zst", [1, 2], [3, 15])
    with pytest.raises(tv.TagviewError, match="overwrite=True"):
        tv.write(tmp_path / "x.tags.zst", [1, 2], [3, 15])
