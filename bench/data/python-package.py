"""Times the Python package beside packages that do the same: python-package.py PTU TAGS SECONDS SCHEMA ROUNDS

TAGS is simulated if it does not exist. Prints JSON: the versions, and for each job the median of each package in
milliseconds and what it found. A package that is not installed is left out.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
import warnings
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

import numpy as np
import tagview as tv

PTU, TAGS, SECONDS, SCHEMA, ROUNDS = *sys.argv[1:5], int(sys.argv[5])
RANGE, WINDOW, SHIFT = 64, 13, 26
PACKAGES = ("tagview", "numpy", "ptufile", "tttrlib", "phconvert", "pycorrelate", "numba", "pyzstd", "pycapnp")

if not os.path.exists(TAGS):
    tv.simulate(duration=f"{SECONDS}s").save(TAGS, frame_tags=2**18)
# tagview decodes the file in each round; the others get these arrays.
TIMES, CHANNELS = tv.open(TAGS).numpy()
A, B = (np.ascontiguousarray(TIMES[CHANNELS == channel]) for channel in (3, 15))


def open_tagview():
    return len(tv.open(PTU).numpy()[0])


def open_ptufile():
    from ptufile import PtuFile

    with PtuFile(PTU) as file:
        return int((file.decode_records()["channel"] >= 0).sum())


def open_tttrlib():
    from tttrlib import TTTR

    return len(TTTR(PTU, "PTU").macro_times)


def open_phconvert():
    from phconvert.pqreader import process_pturecords, ptu_reader

    # Its load_ptu needs tags of the header that the records do not.
    records, layout, _ = ptu_reader(PTU)
    return len(process_pturecords(records, layout, ovcfunc="auto")[0])


def g2_tagview():
    return int(tv.open(TAGS).g2(3, 15, range=RANGE, bin=1).counts.sum())


def g2_pycorrelate():
    from pycorrelate import pcorrelate

    return int(pcorrelate(A, B, np.arange(-RANGE, RANGE + 2)).sum())


def g2_numpy():
    first, last = np.searchsorted(B, A - RANGE, "left"), np.searchsorted(B, A + RANGE, "right")
    n = last - first
    later = np.arange(n.sum()) - np.repeat(np.cumsum(n) - n, n)
    differences = B[np.repeat(first, n) + later] - np.repeat(A, n)
    return int(np.bincount(differences + RANGE, minlength=2 * RANGE + 1).sum())


def coincidences_tagview():
    (pattern,) = tv.open(TAGS).coincidences([(3, 15)], window=WINDOW, delays={15: SHIFT}).patterns
    return int(pattern.counts)


def coincidences_numpy():
    """Tags of channel 3 with a partner on channel 15; without accidentals and efficiencies."""
    b = B - SHIFT
    return int((np.searchsorted(b, A + WINDOW, "right") > np.searchsorted(b, A - WINDOW, "left")).sum())


def tags_tagview():
    return len(tv.open(TAGS).numpy()[0])


def tags_capnp():
    """Only the number of tags; no columns."""
    import capnp
    import pyzstd

    with open(TAGS, "rb") as file:
        content = pyzstd.decompress(file.read())
    tags = capnp.load(SCHEMA).Tags
    messages = tags.read_multiple_bytes(content, traversal_limit_in_words=2**40)
    return sum(len(part) for message in messages for part in message.tags)


def counts_tagview():
    return sum(tv.open(TAGS).counts.values())


def counts_zstd():
    subprocess.run(["zstd", "-dc", TAGS], stdout=subprocess.DEVNULL, check=True)


JOBS = {
    "a PTU file of T3 mode as arrays": [
        ("tagview", open_tagview, ()),
        ("ptufile", open_ptufile, ("ptufile",)),
        ("tttrlib", open_tttrlib, ("tttrlib",)),
        ("phconvert", open_phconvert, ("phconvert", "numba")),
    ],
    "g2": [
        ("tagview, file to g2", g2_tagview, ()),
        ("pycorrelate, arrays to counts", g2_pycorrelate, ("pycorrelate", "numba")),
        ("numpy searchsorted, arrays to counts", g2_numpy, ()),
    ],
    "coincidences": [
        ("tagview, file to CAR", coincidences_tagview, ()),
        ("numpy searchsorted, arrays to counts", coincidences_numpy, ()),
    ],
    "a .tags.zst file as arrays": [
        ("tagview", tags_tagview, ()),
        ("pyzstd and pycapnp, number of tags", tags_capnp, ("pyzstd", "capnp")),
    ],
    "tags by channel": [
        ("tagview", counts_tagview, ()),
        *([("zstd -dc", counts_zstd, ())] if shutil.which("zstd") else []),
    ],
}


def measured(works):
    """The median of each work; in each round, all of them run in turn."""
    times = [[] for _ in works]
    found = [None] * len(works)
    # In the first round, files are cached and functions are compiled.
    for number in range(ROUNDS + 1):
        for k, (_, work, _) in enumerate(works):
            since = time.perf_counter()
            found[k] = work()
            if number > 0:
                times[k].append((time.perf_counter() - since) * 1e3)
    names = [name for name, _, _ in works]
    return [
        {"name": name, "ms": statistics.median(took), "found": one}
        for name, took, one in zip(names, times, found)
    ]


def versions():
    for name in PACKAGES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, None


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    installed = [
        (job, [one for one in works if all(find_spec(name) is not None for name in one[2])])
        for job, works in JOBS.items()
    ]
    jobs = [{"job": job, "rows": measured(works)} for job, works in installed]
    print("\n" + json.dumps({"tags": len(TIMES), "versions": dict(versions()), "jobs": jobs}))
