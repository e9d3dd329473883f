"""Reads a PTU file as a Python package does, with all its records as an array: peer-import.py PACKAGE FILE

Prints how long that took in seconds, without the start of Python and of the package.
"""

import sys
import time


def ptufile(path):
    from ptufile import PtuFile

    with PtuFile(path) as file:
        since = time.perf_counter()
        return since, len(file.decode_records())


def tttrlib(path):
    from tttrlib import TTTR

    since = time.perf_counter()
    return since, len(TTTR(path, "PTU").macro_times)


package, path = sys.argv[1:]
since, records = {"ptufile": ptufile, "tttrlib": tttrlib}[package](path)
took = time.perf_counter() - since
assert records > 0
print(f"\n{took}")
