"""Parquet as pyarrow writes it, of the table that tagview exports: parquet.py IN.arrow OUT.parquet

The table is mapped into memory, so that writing is all that takes time; encodings and compression are those of
`tagview export`.
"""

import sys

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq

source, output = sys.argv[1:]
table = pa.ipc.open_file(pa.memory_map(source)).read_all()
pq.write_table(
    table,
    output,
    compression="zstd",
    compression_level=1,
    use_dictionary=False,
    column_encoding={"time": "DELTA_BINARY_PACKED", "channel": "DELTA_BINARY_PACKED"},
    data_page_version="2.0",
    row_group_size=2**20,
    write_page_index=True,
)
