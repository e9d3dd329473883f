"""Arrays that numpy.save, numpy.savez and numpy.savez_compressed wrote are recordings."""

from __future__ import annotations

from pathlib import Path
from typing import Callable

import numpy as np
import pytest
import tagview as tv


def tags() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(1)
    return np.cumsum(random.integers(0, 1000, 5000)), random.integers(1, 5, 5000)


@pytest.mark.parametrize("kind", ["times", "rows", "fields"])
def test_an_array_has_its_tags(tmp_path: Path, kind: str) -> None:
    time, channel = tags()
    if kind == "times":
        array, channel = time, np.zeros_like(channel)
    elif kind == "rows":
        array = np.ascontiguousarray(np.stack([time, channel], axis=1))
    else:
        array = np.zeros(time.size, dtype=[("channel", "<u2"), ("delay", "<u4"), ("time", "<i8")])
        array["time"], array["channel"] = time, channel
    np.save(tmp_path / "tags.npy", array)
    recording = tv.open(tmp_path / "tags.npy", tick="10ps")
    read_time, read_channel = recording.numpy()
    np.testing.assert_array_equal(read_time, time)
    np.testing.assert_array_equal(read_channel, channel)
    assert recording.tick_s == 1e-11


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_an_archive_has_its_tags(tmp_path: Path, save: Callable[..., None]) -> None:
    time, channel = tags()
    path = tmp_path / "tags.npz"
    for arrays in (
        {"times": time, "note": np.array("x"), "channels": channel.astype("<u2")},
        {"channel": channel, "timestamps": time},
        {"arr_0": np.stack([time, channel], axis=1)},
    ):
        save(path, **arrays)
        read_time, read_channel = tv.open(path, tick="10ps").numpy()
        np.testing.assert_array_equal(read_time, time)
        np.testing.assert_array_equal(read_channel, channel)
    save(path, time, channel)
    np.testing.assert_array_equal(tv.open(path).numpy()[1], channel)
    save(path, bins=time, counts=channel)
    with pytest.warns(tv.DamagedWarning, match='its arrays are "bins", "counts"'):
        tv.open(path).numpy()


def test_what_is_not_read_says_how_to_save_it(tmp_path: Path) -> None:
    arrays = {"the type '<f8'": np.array([0.5, 1.5]), "Fortran order": np.asfortranarray(np.arange(6).reshape(3, 2))}
    for message, array in arrays.items():
        np.save(tmp_path / "tags.npy", array)
        recording = tv.open(tmp_path / "tags.npy")
        with pytest.warns(tv.DamagedWarning, match=message):
            time, _ = recording.numpy()
        assert time.size == 0
        assert "int64" in (recording.findings[0].remedy or "")
