"""Writes the repository that the page offers as a sample: a small weather model with a few commits, as one file.

`python icechunk-sample.py OUTPUT` needs the packages icechunk and zarr. The file is `multipart/form-data`,
which browsers read without a program of ours.
"""

import shutil
import sys
import tempfile
from pathlib import Path

import icechunk
import numpy
import zarr

BOUNDARY = "tagview-sample"


def write(folder):
    config = icechunk.RepositoryConfig.default()
    config.inline_chunk_threshold_bytes = 40
    repository = icechunk.Repository.create(icechunk.local_filesystem_storage(folder), config)
    random = numpy.random.default_rng(1)

    session = repository.writable_session("main")
    root = zarr.group(store=session.store, overwrite=True)
    weather = root.create_group("weather")
    shape, chunks = (12, 20, 30), (1, 10, 15)
    names = ("month", "latitude", "longitude")
    for name in ("temperature", "wind"):
        weather.create_array(name, shape=shape, chunks=chunks, dtype="i1", dimension_names=names, fill_value=0)
    weather.create_array("valid_month", shape=(12,), chunks=(1,), dtype="i4", dimension_names=("month",), compressors=None)
    session.commit("Create the arrays of the weather model")

    def values(months):
        return random.integers(-20, 20, (months, 20, 30), dtype="i1")

    for begin, end, message in ((0, 3, "Write January to March"), (3, 6, "Write April to June")):
        session = repository.writable_session("main")
        root = zarr.open_group(store=session.store)
        root["weather/temperature"][begin:end] = values(end - begin)
        root["weather/wind"][begin:end, :, :15] = values(end - begin)[:, :, :15]
        root["weather/valid_month"][begin:end] = numpy.arange(begin, end) + 1
        first_half = session.commit(message)
    repository.create_tag("first-half", snapshot_id=first_half)

    repository.create_branch("recalibrated", snapshot_id=first_half)
    session = repository.writable_session("recalibrated")
    zarr.open_group(store=session.store)["weather/temperature"][0:2] = values(2)
    session.commit("Calibrate the temperature of January and February again")

    session = repository.writable_session("main")
    root = zarr.open_group(store=session.store)
    root["weather/temperature"][6:9] = values(3)
    root["weather/valid_month"][6:9] = numpy.arange(7, 10)
    session.commit("Write July to September; the wind was not measured")


def main(output):
    folder = tempfile.mkdtemp()
    write(folder)
    # One file of a chunk is lost, so that there is something to find.
    lost = sorted(Path(folder, "chunks").iterdir())[0]
    lost.unlink()
    parts = []
    for path in sorted(path for path in Path(folder).rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="file"\r\n\r\n'
        parts.append(head.encode() + path.read_bytes() + b"\r\n")
    Path(output).write_bytes(b"".join(parts) + f"--{BOUNDARY}--\r\n".encode())
    shutil.rmtree(folder)


main(sys.argv[1])
