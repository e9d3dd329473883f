"""What the package ptufile reads of PTU files: a line for each record but overflows, as time, delay, channel, markers."""

import sys

import ptufile

for path in sys.argv[1:]:
    print(path)
    with ptufile.PtuFile(path) as ptu:
        records = ptu.decode_records()
        delays = records["dtime"] if "dtime" in records.dtype.names else records["time"] * 0
        rows = zip(records["time"], delays, records["channel"], records["marker"])
        for time, delay, channel, markers in rows:
            if channel >= 0 or markers > 0:
                print(time, max(delay, 0), channel, markers)
