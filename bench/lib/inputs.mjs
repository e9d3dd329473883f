// Recordings to measure with: simulated once, into a folder that git ignores.
import {
  closeSync,
  copyFileSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { CLI, TOOLS } from "../../scripts/lib/paths.mjs";
import { run } from "../../scripts/lib/run.mjs";
import { fingerprint, isCurrent, stamp, unstamp } from "../../scripts/lib/stamp.mjs";
import { must, step, Trouble } from "../../scripts/lib/step.mjs";

/** Delete it to make all inputs anew. */
export const FOLDER = join(TOOLS, "bench");

// A frame of more tags than there are.
const ONE_FRAME = 2 ** 26;

/** The simulation's own rates, which are those of a real recording: 217,000 tags a second. */
const SIZES = {
  full: { label: "35M", seconds: 161.4, frameTags: 2 ** 20 },
  small: { label: "1M", seconds: 4.7, frameTags: 30_000 },
  ten: { label: "350M", seconds: 1614, frameTags: 2 ** 20 },
};

/**
 * The recording of a size (`full`: 35 million tags, 560 MB decoded; `small`; `ten`: 350 million) as it
 * comes: in one frame as converters write it, in 34 (`ten`: 334) as a device's program appends them,
 * and the latter with our index, which no other program writes; and the text of `full` and `small`.
 */
export async function recordings(size) {
  const { label, seconds, frameTags } = SIZES[size];
  const path = (name) => join(FOLDER, `${label}-${name}`);
  const files = {
    many: path("many.tags.zst"),
    indexed: path("indexed.tags.zst"),
    one: path("one.tags.zst"),
    text: path("tags.tsv"),
  };
  // A frame holds at most 2^26 tags.
  const made = size === "ten" ? [files.many, files.indexed] : Object.values(files);
  const sources = ["simulate", "tags/writer.rs", "tags/index"].map((part) => `crates/core/src/${part}`);
  const print = fingerprint(sources, [SIZES[size], ONE_FRAME]);
  if (!isCurrent(`bench-${label}`, print, made)) {
    unstamp(`bench-${label}`);
    mkdirSync(FOLDER, { recursive: true });
    await step(`simulate ${label} tags for the bench`, () => make(files, made, seconds, frameTags));
    stamp(`bench-${label}`, print);
  }
  return { label, seconds, files };
}

async function make({ one, many, indexed, text }, made, seconds, frameTags) {
  const tagview = async (...args) =>
    must(await run(process.execPath, [CLI, ...args]), "the recordings to measure with could not be made");
  const simulate = (frameTags, output) =>
    tagview(
      "simulate",
      "--quiet",
      "--seed",
      "1",
      "--duration",
      `${seconds}s`,
      "--frame-tags",
      `${frameTags}`,
      "--force",
      "-o",
      output,
    );
  await simulate(frameTags, indexed);
  copyFileSync(indexed, many);
  dropIndex(many);
  if (!made.includes(one)) return;
  await simulate(ONE_FRAME, one);
  dropIndex(one);
  const cat = ["-c", 'exec "$0" "$1" cat "$2" > "$3"', process.execPath, CLI, many, text];
  must(await run("sh", cat), "the text to measure with could not be made");
}

/**
 * Cuts the skippable frame off that is our index (`crates/core/src/tags/index/layout.rs`), and makes the one at the
 * beginning, which announces it, that of an unknown program.
 */
function dropIndex(path) {
  const file = openSync(path, "r+");
  const { size } = fstatSync(file);
  const at = (from, length) => {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, from);
    return bytes;
  };
  const trailer = at(size - 16, 16);
  const start = size - 8 - Number(trailer.readBigUInt64LE(0));
  const isIndex = trailer.toString("latin1", 8) === "tagv.idx" && at(start, 4).readUInt32LE() === 0x184d2a54;
  const isAnnounced = at(8, 8).toString("latin1") === "tagv.rec";
  if (isAnnounced) writeSync(file, Buffer.alloc(8), 0, 8, 8);
  closeSync(file);
  if (!isIndex || !isAnnounced)
    throw new Trouble(`${path} does not announce and end with an index: has its layout changed?`);
  truncateSync(path, start);
}
