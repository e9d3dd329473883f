"""What Python's tools read of exported tags: python export-python.py FOLDER NAME FROM TO

Reads NAME.parquet, .arrow, .npy, .csv and .h5 of the folder, and prints as JSON, by tool and format, the number of tags
of each channel and the exact sum of all times; what the metadata say; and how much a filter on time reads.
"""

import json
import sys

import duckdb
import h5py
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.ipc
import pyarrow.parquet as pq

folder, name, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])


def path(ending):
    return f"{folder}/{name}.{ending}"


def told(times, channels):
    """Of two lists of Python's own integers, which have no limit."""
    counts = {}
    for channel in channels:
        counts[str(channel)] = counts.get(str(channel), 0) + 1
    return {"channels": counts, "sum": str(sum(times))}


def of_arrow(table):
    return told(table["time"].to_pylist(), table["channel"].to_pylist())


def of_duckdb(source):
    rows = duckdb.sql(f"SELECT time, channel FROM {source}").fetchall()
    return told([time for time, _ in rows], [channel for _, channel in rows])


def of_polars(frame):
    return told(frame["time"].to_list(), frame["channel"].to_list())


def of_numpy(times, channels):
    assert (times.dtype, channels.dtype) == (np.dtype("<i8"), np.dtype("<u8"))
    return told(times.tolist(), channels.tolist())


def scan_of(plan):
    """The operator of DuckDB's profile that reads the file."""
    if "total_row_groups_to_scan" in plan:
        return plan
    for child in plan.get("children", plan.get("operator", [])):
        found = scan_of(child)
        if found is not None:
            return found
    return None


csv_types = "{'time': 'BIGINT', 'channel': 'UBIGINT'}"
arrow_types = pa.csv.ConvertOptions(column_types={"time": pa.int64(), "channel": pa.uint64()})
array = np.load(path("npy"))
with h5py.File(path("h5"), "r") as file:
    h5 = of_numpy(file["tags/time"][:], file["tags/channel"][:])
    attributes = {key: value.decode() for key, value in file.attrs.items()}

answer = {
    "tags": {
        "duckdb parquet": of_duckdb(f"'{path('parquet')}'"),
        "duckdb csv": of_duckdb(f"read_csv('{path('csv')}', types={csv_types})"),
        "pyarrow parquet": of_arrow(pq.read_table(path("parquet"))),
        "pyarrow arrow": of_arrow(pa.ipc.open_file(path("arrow")).read_all()),
        "pyarrow csv": of_arrow(pa.csv.read_csv(path("csv"), convert_options=arrow_types)),
        "polars parquet": of_polars(pl.read_parquet(path("parquet"))),
        "polars arrow": of_polars(pl.read_ipc(path("arrow"))),
        "numpy npy": of_numpy(array["time"], array["channel"]),
        "h5py h5": h5,
    },
    "metadata": {
        "parquet": {key.decode(): value.decode() for key, value in pq.read_metadata(path("parquet")).metadata.items()},
        "arrow": {
            key.decode(): value.decode()
            for key, value in pa.ipc.open_file(path("arrow")).schema.metadata.items()
        },
        "h5": attributes,
    },
}

inside = f"time BETWEEN {first} AND {last}"
query = f"SELECT count(*) FROM '{path('parquet')}' WHERE {inside}"
profile = duckdb.sql(f"EXPLAIN (ANALYZE, FORMAT JSON) SELECT sum(channel) FROM '{path('parquet')}' WHERE {inside}")
scan = scan_of(json.loads(profile.fetchall()[0][1])) or {}
groups = pq.ParquetFile(path("parquet")).metadata
ranges = [groups.row_group(k).column(0).statistics for k in range(groups.num_row_groups)]
lazy = pl.scan_parquet(path("parquet")).filter(pl.col("time").is_between(first, last))
answer["filter"] = {
    "duckdb": duckdb.sql(query).fetchall()[0][0],
    "polars": lazy.select(pl.len()).collect().item(),
    "pyarrow": len(pq.read_table(path("parquet"), filters=(pc.field("time") >= first) & (pc.field("time") <= last))),
    "row_groups": groups.num_row_groups,
    "row_groups_concerned": sum(one.max >= first and one.min <= last for one in ranges),
    "duckdb_row_groups": [scan.get("row_groups_scanned"), scan.get("total_row_groups_to_scan")],
}
answer["versions"] = {module.__name__: module.__version__ for module in [duckdb, h5py, np, pl, pa]}
print(json.dumps(answer))
