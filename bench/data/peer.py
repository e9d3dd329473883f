"""What a physicist writes for these files: Python with zstandard and numpy.

    peer.py counts FILE            tags by channel
    peer.py g2 FILE A B FROM TO    pairs by delay t_b - t_a, in bins of one tick

Both read the file as a whole and print JSON.
"""

import json
import sys

import numpy
import zstandard


def read(path):
    """Times and channels of all messages of the two layouts that are written today."""
    with open(path, "rb") as file:
        stream = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
        words = numpy.frombuffer(stream.read(), dtype="<u8")
    parts, at = [], 0
    while at < len(words):
        # Segments less one and the segments' words, 32 bits each; then the words before the tags:
        # root, outer list, inner list (or a far pointer and its landing pad) and tag word.
        head = words[at : at + 2].view("<u4")
        if head[0] == 0:
            tags, end = at + 1 + 4, at + 1 + int(head[1])
        elif head[0] == 1:
            tags, end = at + 2 + 5, at + 2 + int(head[1]) + int(head[2])
        else:
            sys.exit("a message of more than two segments")
        parts.append(words[tags:end])
        at = end
    tags = parts[0] if len(parts) == 1 else numpy.concatenate(parts)
    return tags[0::2].view("<i8"), tags[1::2]


def counts(path):
    """Tags by channel."""
    _, channels = read(path)
    found = numpy.bincount(channels.astype("i8"))
    return {str(channel): int(found[channel]) for channel in numpy.flatnonzero(found)}


def g2(path, a, b, low, high):
    """Pairs by delay, the k-th neighbours of all tags at a time."""
    times, channels = read(path)
    ta, tb = times[channels == a], times[channels == b]
    first = numpy.searchsorted(tb, ta + low, "left")
    past = numpy.searchsorted(tb, ta + high, "right")
    histogram = numpy.zeros(high - low + 1, dtype="i8")
    while True:
        left = first < past
        if not left.any():
            return histogram.tolist()
        ta, first, past = ta[left], first[left], past[left]
        histogram += numpy.bincount(tb[first] - ta - low, minlength=len(histogram))
        first = first + 1


if __name__ == "__main__":
    what, path, *numbers = sys.argv[1:]
    print(json.dumps(counts(path) if what == "counts" else g2(path, *map(int, numbers))))
