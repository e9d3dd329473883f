"""A tagview command over many recordings, on Apache Spark: partial results by recording and by range of frames, joined in order.

    spark-submit tagview_spark.py --tagview "npx tagview" g2 --a 3 --b 15 -- first.tags.zst second.tags.zst ...

Each range of a recording becomes a partial result where Spark runs the task (`tagview partial`); partial results are
joined in the order of the recordings (`tagview combine`), in a tree. What is printed is what the command prints of all
recordings as one. The recordings must be readable by every worker under the same path, and every worker must have
Node.js and tagview.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile

MAGIC = 0xFD2FB528
SKIPPABLE = 0x184D2A50


def frames(path):
    """Where the Zstandard frames with content begin, and where the last one ends (RFC 8878, 3.1.1). Only headers are read."""
    size = os.path.getsize(path)
    begins, last = [], 0
    with open(path, "rb") as file:
        at = 0
        while at < size:
            end, has_content = end_of_frame(file, at)
            if has_content:
                begins.append(at)
                last = end
            at = end
        is_cut = at != size or (is_announced(file) and not ends_with_index(file, size))
    if is_cut:
        raise ValueError(f"{path}: its end is missing; repair or leave it out")
    return [*begins, last]


def is_announced(file):
    """Whether the file says at its beginning that an index ends it."""
    file.seek(8)
    return file.read(8) == b"tagv.rec"


def ends_with_index(file, size):
    file.seek(max(0, size - 8))
    return file.read(8) == b"tagv.idx"


def end_of_frame(file, at):
    file.seek(at)
    head = file.read(8)
    magic = int.from_bytes(head[:4], "little")
    if magic & 0xFFFFFFF0 == SKIPPABLE:
        return at + 8 + int.from_bytes(head[4:8], "little"), False
    if magic != MAGIC:
        raise ValueError(f"there is no Zstandard frame at byte {at}")
    descriptor = head[4]
    single = descriptor >> 5 & 1
    content_size = (1 if single else 0, 2, 4, 8)[descriptor >> 6]
    at += 5 + (0 if single else 1) + (0, 1, 2, 4)[descriptor & 3] + content_size
    while True:
        file.seek(at)
        header = int.from_bytes(file.read(3), "little")
        # A block of one repeated byte takes one, whatever its length.
        at += 3 + (1 if header >> 1 & 3 == 1 else header >> 3)
        if header & 1:
            return at + (4 if descriptor >> 2 & 1 else 0), True


def ranges(path, bytes_each):
    """Ranges of whole frames, of about as many bytes each: (path, from, to)."""
    borders = frames(path)
    begin = borders[0]
    for end in borders[1:]:
        if end - begin >= bytes_each or end == borders[-1]:
            yield (path, begin, end)
            begin = end


def partial(tagview, command, start, part):
    """The partial result of a range."""
    path, begin, end = part
    with open(path, "rb") as file:
        file.seek(begin)
        content = file.read(end - begin)
    options = [] if start is None else ["--start", str(start)]
    return run([*tagview, "partial", *command, "-", "-o", "-", "--quiet", *options], content)


def combine(tagview, partials):
    """Partial results, in order, as one."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for k, content in enumerate(partials):
            names.append(os.path.join(folder, f"{k}.part"))
            with open(names[-1], "wb") as file:
                file.write(content)
        return run([*tagview, "combine", "-o", "-", *names], b"")


def run(command, content):
    done = subprocess.run(command, input=content, capture_output=True)
    # Status 1 is damage, which the partial result tells of.
    if done.returncode > 1:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return done.stdout


def first_tag(tagview, path):
    """The first tag's time in a recording, ticks."""
    return json.loads(run([*tagview, "stats", "--json", path], b""))["first"]


def count(spark, tagview, command, recordings, bytes_each=64 << 20, fan_in=16):
    """What the command finds in all recordings, as one partial result."""
    start = first_tag(tagview, recordings[0]) if command[0] in ("rate", "stats") else None
    parts = [part for path in recordings for part in ranges(path, bytes_each)]
    found = spark.parallelize(list(enumerate(parts)), len(parts)).mapValues(
        lambda part: partial(tagview, command, start, part)
    )
    while len(parts) > 1:
        parts = parts[::fan_in]
        found = (
            found.map(lambda one: (one[0] // fan_in, one))
            .groupByKey(len(parts))
            .mapValues(lambda group: combine(tagview, [content for _, content in sorted(group)]))
        )
    return found.values().first()


def main():
    separator = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    options.add_argument("--tagview", default="npx tagview", help="how tagview is called")
    options.add_argument("--bytes", type=int, default=64 << 20, help="bytes of a range (default: 64 MiB)")
    options.add_argument("--sum", action="store_true", help="add the recordings as independent runs")
    known, command = options.parse_known_args(sys.argv[1:separator])
    recordings = [os.path.abspath(path) for path in sys.argv[separator + 1 :]]
    if not command or not recordings:
        options.error("name a command, then --, then recordings in their order")
    from pyspark import SparkContext

    tagview = shlex.split(known.tagview)
    with SparkContext(appName="tagview " + " ".join(command)) as spark:
        runs = [[path] for path in recordings] if known.sum else [recordings]
        found = [count(spark, tagview, command, run, known.bytes) for run in runs]
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for k, content in enumerate(found):
            names.append(os.path.join(folder, f"{k}.part"))
            with open(names[-1], "wb") as file:
                file.write(content)
        joining = ["--sum"] if known.sum else []
        sys.exit(subprocess.run([*tagview, "combine", "--json", *joining, *names]).returncode)


if __name__ == "__main__":
    main()
