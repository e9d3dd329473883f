"""Photon-HDF5 files that PyTables and h5py wrote are recordings."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import tagview as tv


def photons(count: int = 20_000) -> dict[str, np.ndarray]:
    random = np.random.default_rng(1)
    return {
        "timestamps": np.cumsum(random.integers(0, 1000, count)).astype("<i8"),
        "detectors": random.integers(0, 3, count).astype("u1"),
        "nanotimes": random.integers(0, 780, count).astype("<u2"),
    }


@pytest.mark.parametrize("libver", ["earliest", "v110"])
@pytest.mark.parametrize("options", [{}, {"compression": "gzip", "shuffle": True, "fletcher32": True, "chunks": (99,)}])
def test_a_file_of_h5py_has_its_tags(tmp_path: Path, libver: str, options: dict[str, object]) -> None:
    h5py = pytest.importorskip("h5py")
    arrays = photons()
    with h5py.File(tmp_path / "run.h5", "w", libver=(libver, "latest" if libver == "earliest" else libver)) as file:
        group = file.create_group("photon_data")
        for name in ("timestamps", "detectors"):
            group.create_dataset(name, data=arrays[name], **options)
        file["photon_data/timestamps_specs/timestamps_unit"] = 12.5e-9
        file["description"] = "of any length"
        file["acquisition_duration"] = 1.5
    recording = tv.open(tmp_path / "run.h5")
    time, channel = recording.numpy()
    np.testing.assert_array_equal(time, arrays["timestamps"])
    np.testing.assert_array_equal(channel, arrays["detectors"])
    assert recording.tick_s == 12.5e-9
    assert not recording.findings
    assert recording.meta is not None
    assert recording.meta["comment"] == "of any length"
    assert recording.meta["acquisition_time_s"] == 1.5


@pytest.mark.parametrize("complib", [None, "zlib", "blosc"])
def test_a_file_of_pytables_has_its_tags(tmp_path: Path, complib: str | None) -> None:
    tables = pytest.importorskip("tables")
    arrays = photons()
    filters = None if complib is None else tables.Filters(complevel=6, complib=complib)
    path = tmp_path / "run.hdf5"
    with tables.open_file(path, "w") as file:
        group = file.create_group("/", "photon_data")
        for name, array in arrays.items():
            file.create_carray(group, name, obj=array, filters=filters)
        for specs, field, unit in (("timestamps_specs", "timestamps_unit", 12.5e-9), ("nanotimes_specs", "tcspc_unit", 16e-12)):
            file.create_array(file.create_group(group, specs), field, obj=np.float64(unit))
    recording = tv.open(path)
    if complib == "blosc":
        with pytest.warns(tv.DamagedWarning, match="compressed with Blosc"):
            assert recording.numpy()[0].size == 0
        assert "ptrepack" in (recording.findings[0].remedy or "")
        return
    time, channel = recording.numpy()
    assert recording.tick_s == 16e-12
    macro = [int(Fraction(12.5e-9 / 16e-12) * int(one) + Fraction(1, 2)) for one in arrays["timestamps"]]
    np.testing.assert_array_equal(time[channel > 0], np.array(macro) + arrays["nanotimes"])
    np.testing.assert_array_equal(channel[channel > 0], arrays["detectors"] + 1)
    np.testing.assert_array_equal(time[channel == 0], np.unique(macro))
