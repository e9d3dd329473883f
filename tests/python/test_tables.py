"""Arrow and Parquet tables that pyarrow wrote are recordings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tagview as tv

pa = pytest.importorskip("pyarrow")


@pytest.mark.parametrize("codec", ["none", "lz4", "zstd"])
@pytest.mark.parametrize("kind", ["stream", "file", "parquet"])
def test_a_table_has_its_tags(tmp_path: Path, kind: str, codec: str) -> None:
    from pyarrow import ipc, parquet

    random = np.random.default_rng(1)
    time, channel = np.cumsum(random.integers(0, 1000, 50_000)), random.integers(1, 5, 50_000).astype("<u2")
    table = pa.table({"note": ["x"] * time.size, "time_ns": time, "detector": channel})
    path = tmp_path / "tags"
    if kind == "parquet":
        parquet.write_table(table, path, compression=codec, row_group_size=9999)
    else:
        options = ipc.IpcWriteOptions(compression=None if codec == "none" else codec)
        new = ipc.new_stream if kind == "stream" else ipc.new_file
        with new(path, table.schema, options=options) as file:
            file.write_table(table, max_chunksize=7777)
    recording = tv.open(path)
    read_time, read_channel = recording.numpy()
    np.testing.assert_array_equal(read_time, time)
    np.testing.assert_array_equal(read_channel, channel)
    assert recording.tick_s == 1e-9
    assert not recording.findings


def test_a_view_has_the_end_of_a_parquet_file_in_front(tmp_path: Path) -> None:
    from pyarrow import parquet
    from tagview._ranges import RangeServer

    path = tmp_path / "tags.parquet"
    parquet.write_table(pa.table({"time_ns": range(5000), "channel": [1] * 5000}), path)
    answers: list[tuple[dict[str, Any], list[bytes]]] = []
    server = RangeServer(tv.open(path), lambda content, buffers: answers.append((content, buffers)))
    server.receive({"view": "v", "id": 0, "type": "open"})
    size = answers[0][0]["file"]["byteLength"]
    server.receive({"view": "v", "id": 1, "type": "read", "offset": 0, "length": size})
    content, buffers = answers[1]
    assert content["type"] == "bytes" and buffers[0].endswith(path.read_bytes())
    again = tv.open(buffers[0])
    assert again.counts == {1: 5000} and not again.findings
