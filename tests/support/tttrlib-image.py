"""Images that the package tttrlib decodes, summed over frames and channels: a line of counts for each file."""

import sys

import tttrlib

for path in sys.argv[1:]:
    tttr = tttrlib.TTTR(path, "PTU")
    image = tttrlib.CLSMImage(tttr)
    # tttrlib counts inputs from 0.
    image.fill(tttr, channels=[0, 1])
    print(*image.intensity.astype("uint64").sum(axis=0).ravel())
