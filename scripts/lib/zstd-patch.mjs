// The changed zstd decoder (crates/zstd-patch): where zstd's sources are, whether they are those that the
// change was made for, and the compiler's options for it.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./paths.mjs";
import { run } from "./run.mjs";
import { fingerprint } from "./stamp.mjs";
import { must, Trouble } from "./step.mjs";

export const FOLDER = join(ROOT, "crates", "zstd-patch");
const SUMS = join(FOLDER, "upstream.sha256");

/** Builds zstd as its authors wrote it, without the change: any value but 0 or nothing. */
export const isPlain = !["", "0", undefined].includes(process.env.TAGVIEW_PLAIN_ZSTD);

/** zstd's own switches, with the change and without. */
export const ZSTD_FLAGS = [
  // The variant left out only fetches ahead, which wasm can't; V8 optimises the decoder sooner without it.
  "-DZSTD_FORCE_DECOMPRESS_SEQUENCES_SHORT=1",
  // zstd has two ways to decode Huffman codes and takes the first for literals of tags; the second is 10 kB to
  // transfer.
  "-DHUF_FORCE_DECOMPRESS_X1=1",
];

/** The header that makes the change, read before every file of zstd. */
export const PATCH = join(FOLDER, "patch.h");

/** Changes with the content of the change. */
export const patchPrint = () =>
  fingerprint(
    ["patch.h", "bits64.h", "checksum.h", "repeat.h", "sequence.h"].map((name) =>
      join("crates", "zstd-patch", name),
    ),
  );

/** The folder of zstd's sources (`lib`), as Cargo.lock has them. */
export async function findUpstream() {
  const args = [
    "metadata",
    "--quiet",
    "--locked",
    "--format-version=1",
    "--filter-platform=wasm32-unknown-unknown",
  ];
  const { packages } = JSON.parse(
    must(await run("cargo", args), "Cargo could not tell where zstd's sources are: see above"),
  );
  const crate = packages.find(({ name }) => name === "zstd-sys");
  if (!crate) throw new Trouble("zstd-sys is none of the packages that Cargo.lock has");
  return join(dirname(crate.manifest_path), "zstd", "lib");
}

const sumOf = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** `[sum, file]` for each file of zstd that the change depends on. */
const sums = () =>
  readFileSync(SUMS, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/ +/));

/** Throws if one of the files that the change depends on is not what it was made for. */
export async function checkUpstream() {
  const upstream = await findUpstream();
  const moved = sums().filter(([sum, file]) => sumOf(join(upstream, file)) !== sum);
  if (moved.length === 0) return;
  const names = moved.map(([, file]) => file).join(", ");
  throw new Trouble(
    `zstd is not what its decoder's change was made for (${names} differ): see "A new version of zstd" in ` +
      "crates/zstd-patch/README.md, or build without the change (TAGVIEW_PLAIN_ZSTD=1)",
  );
}

/** Takes today's content of these files as what the change is made for. */
export async function acceptUpstream() {
  const upstream = await findUpstream();
  writeFileSync(
    SUMS,
    sums()
      .map(([, file]) => `${sumOf(join(upstream, file))}  ${file}\n`)
      .join(""),
  );
}
