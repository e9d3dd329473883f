"""Images that the package ptufile decodes, summed over frames, channels and delays: a line of counts for each file."""

import sys

import ptufile

for path in sys.argv[1:]:
    with ptufile.PtuFile(path) as ptu:
        image = ptu.decode_image(dtype="uint32", keepdims=True).astype("uint64")
        image = image.sum(axis=(0, 3, 4))
        print(*image.ravel())
