// The patched zstd decoder (crates/zstd-patch): the folder of zstd's sources, the check of their version, and the
// compiler options of the patch.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./paths.mjs";
import { run } from "./run.mjs";
import { fingerprint } from "./stamp.mjs";
import { must, Trouble } from "./step.mjs";

export const FOLDER = join(ROOT, "crates", "zstd-patch");
const SUMS = join(FOLDER, "upstream.sha256");

/** Whether to build unpatched zstd: any value except 0 or the empty text. */
export const isPlain = !["", "0", undefined].includes(process.env.TAGVIEW_PLAIN_ZSTD);

/** zstd's own switches, with and without the patch. */
export const ZSTD_FLAGS = [
  // This variant only prefetches, which wasm cannot do; without it V8 optimises the decoder sooner.
  "-DZSTD_FORCE_DECOMPRESS_SEQUENCES_SHORT=1",
  // zstd has two Huffman decoders and uses the first for literals of tags. The second would add 10 kB to the transfer.
  "-DHUF_FORCE_DECOMPRESS_X1=1",
];

/** The header with the patch, read before every file of zstd. */
export const PATCH = join(FOLDER, "patch.h");

/** A hash of the patch. */
export const patchPrint = () =>
  fingerprint(
    ["patch.h", "bits64.h", "checksum.h", "repeat.h", "sequence.h"].map((name) =>
      join("crates", "zstd-patch", name),
    ),
  );

/** The folder of zstd's sources (`lib`) at the version in Cargo.lock. */
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

/** `[sum, file]` for each file of zstd that the patch depends on. */
const sums = () =>
  readFileSync(SUMS, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/ +/));

/** Throws if a file that the patch depends on differs from its known content. */
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

/** Accepts the current content of these files as known. */
export async function acceptUpstream() {
  const upstream = await findUpstream();
  writeFileSync(
    SUMS,
    sums()
      .map(([, file]) => `${sumOf(join(upstream, file))}  ${file}\n`)
      .join(""),
  );
}
