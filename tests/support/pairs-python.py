"""Pairs of tags by their delay, counted in an exported table: python pairs-python.py FILE.parquet A B FROM BIN BINS

Prints as JSON how many pairs of a tag of channel A and one of channel B have a delay of FROM + BIN * k ticks or up to BIN
less one more, for each k below BINS.
"""

import json
import sys

import numpy as np
import pyarrow.parquet as pq

path = sys.argv[1]
a, b, first, width, bins = map(int, sys.argv[2:])
table = pq.read_table(path)
time, channel = (table[name].to_numpy() for name in ("time", "channel"))
starts, stops = np.sort(time[channel == a]), np.sort(time[channel == b])
counts = np.zeros(bins, dtype=np.int64)
since = np.searchsorted(stops, starts + first, side="left")
until = np.searchsorted(stops, starts + (first + width * bins), side="left")
# Round k takes of each tag of A the k-th tag of B that is in reach.
for k in range(int((until - since).max(initial=0))):
    within = since + k < until
    delays = stops[since[within] + k] - starts[within]
    counts += np.bincount((delays - first) // width, minlength=bins)
print(json.dumps({"counts": counts.tolist(), "tags": [len(starts), len(stops)]}))
