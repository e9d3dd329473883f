// The patched zstd decoder compiled for this machine, with sanitizers, and the unpatched one: the programs of
// crates/zstd-patch/fuzz.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { TOOLS } from "./paths.mjs";
import { run } from "./run.mjs";
import { fingerprint, isCurrent, stamp, unstamp } from "./stamp.mjs";
import { must, step } from "./step.mjs";
import { FOLDER, findUpstream, PATCH, patchPrint, ZSTD_FLAGS } from "./zstd-patch.mjs";

const SOURCES = join(FOLDER, "fuzz");
const PLACE = join(TOOLS, "zstd-native");
const SANITIZERS = "-fsanitize=address,undefined";
const OPTIMISED = "-O1";
/** Flags with which a sanitizer's report has line numbers. */
const TRACED = ["-g", "-fno-omit-frame-pointer"];

/** zstd as in the wasm module: no assembly, no run-time detection of instructions. */
const ZSTD = [
  ...[
    "-DZSTD_DISABLE_ASM=1",
    "-DDYNAMIC_BMI2=0",
    "-DXXH_PRIVATE_API=",
    "-DZSTD_LEGACY_SUPPORT=0",
    "-fPIC",
    "-w",
  ],
  ...ZSTD_FLAGS,
];

/** The first compiler whose programs run with these flags and the sanitizers, or null. */
async function findCompiler(candidates, flags) {
  mkdirSync(PLACE, { recursive: true });
  // The name is unique to this process, because a test may run beside the fuzzer.
  const probe = join(PLACE, `probe-${process.pid}`);
  const fuzzer = flags.includes("-fsanitize=fuzzer");
  const source = `#include <stdio.h>
    int ${fuzzer ? "LLVMFuzzerTestOneInput(const unsigned char* data, unsigned long size)" : "main(void)"} { return 0; }`;
  const able = async (compiler) => {
    const args = ["-x", "c", "-", "-w", SANITIZERS, ...flags, "-o", probe];
    if ((await run(compiler, args, { input: source })).code !== 0) return false;
    return (await run(probe, fuzzer ? ["-runs=1"] : [])).code === 0;
  };
  try {
    for (const compiler of candidates.filter(Boolean)) if (await able(compiler)) return compiler;
    return null;
  } finally {
    rmSync(probe, { force: true });
  }
}

/** The kinds for the corpus: `{ bits, compiler, flags, fuzzer }` for 32 and 64 bits, if this machine supports them. */
export async function findKinds({ fuzzer = false } = {}) {
  const kinds = [];
  const candidates = fuzzer ? [process.env.CC, "clang"] : [process.env.CC, "clang", "gcc", "cc"];
  for (const bits of [32, 64]) {
    // All known machines have 64 bits by default.
    const flags = bits === 32 ? ["-m32"] : [];
    const compiler = await findCompiler(candidates, [...flags, ...(fuzzer ? ["-fsanitize=fuzzer"] : [])]);
    if (compiler) kinds.push({ bits, compiler, flags, fuzzer });
  }
  return kinds;
}

async function inParallel(jobs) {
  const waiting = [...jobs];
  const worker = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

/** `[source, object]` of each of zstd's files, with the objects in `folder`. */
function zstdFiles(upstream, folder) {
  return ["common", "compress", "decompress"].flatMap((part) =>
    readdirSync(join(upstream, part))
      .filter((name) => name.endsWith(".c") && !name.startsWith("xxhash"))
      .map((name) => [join(upstream, part, name), join(folder, name.replace(/c$/, "o"))]),
  );
}

/** ruzstd as a C library for the bits of a kind, or null if Rust's target is missing. */
async function buildRuzstd(bits) {
  const host = /host: (\S+)/.exec((await run("rustc", ["-vV"])).output)?.[1] ?? "";
  const target = bits === 32 ? "i686-unknown-linux-gnu" : host;
  const { output } = await run("rustc", ["--print", "target-libdir", "--target", target]);
  if (!existsSync(output.trim())) return null;
  const args = ["build", "--quiet", "--release", "--locked", "--target", target];
  const folder = join(PLACE, "ruzstd");
  must(
    await run("cargo", [
      ...args,
      "--manifest-path",
      join(SOURCES, "ruzstd", "Cargo.toml"),
      "--target-dir",
      folder,
    ]),
    "ruzstd could not be built: see above",
  );
  return join(folder, target, "release", "libtagview_ruzstd_for_c.a");
}

async function compile(kind, folder, upstream) {
  const { compiler, flags, fuzzer, plain } = kind;
  const include = [`-I${upstream}`, `-I${join(upstream, "common")}`];
  const cc = async (args) =>
    must(
      await run(compiler, [...flags, plain ? "-O3" : OPTIMISED, ...args]),
      "zstd could not be compiled: see above",
    );
  const coverage = fuzzer ? ["-fsanitize-coverage=inline-8bit-counters,pc-table"] : [];
  const sanitizer = plain ? [] : [SANITIZERS];
  const watched = plain ? [] : [SANITIZERS, "-fno-sanitize-recover=all", ...TRACED];
  const patched = ["-include", PATCH, "-DTAGVIEW_ONE_THREAD"];
  const variants = {
    unchanged: { options: [], only: /./ },
    changed: { options: patched, only: /./ },
    // The fast Huffman loop is in one file; the others come from the patched decoder.
    strict: { options: [...patched, "-DHUF_DISABLE_FAST_DECODE"], only: /huf_decompress\.c$/ },
  };
  const jobs = [];
  for (const [name, { options, only }] of Object.entries(variants)) {
    mkdirSync(join(folder, name));
    for (const [source, object] of zstdFiles(upstream, join(folder, name))) {
      if (!only.test(source)) continue;
      // The encoder reads only our own data; the test compares its output instead.
      const decodes = name !== "unchanged" && basename(dirname(source)) !== "compress";
      const sanitizers = decodes ? [...watched, ...(name === "changed" ? coverage : [])] : [];
      jobs.push(() => cc([...ZSTD, ...include, ...options, ...sanitizers, "-c", source, "-o", object]));
    }
  }
  await inParallel(jobs);
  for (const name of Object.keys(variants)) {
    const objects = zstdFiles(upstream, join(folder, name)).map(([, object]) =>
      existsSync(object) ? object : join(folder, "changed", basename(object)),
    );
    const sanitizers = name === "unchanged" ? [] : [...sanitizer, ...coverage];
    await cc(["-shared", ...sanitizers, ...objects, "-o", join(folder, `${name}.so`)]);
  }
  const ruzstd = plain ? null : await buildRuzstd(kind.bits);
  const programs = plain ? ["mutate"] : fuzzer ? ["fuzz", "corpus"] : ["corpus"];
  for (const program of programs) {
    const engine = program === "fuzz" ? ["-fsanitize=fuzzer", "-fno-sanitize-coverage=trace-cmp"] : [];
    await cc([
      ...["-Wall", "-Wextra", "-std=gnu11", ...watched, ...include, ...engine],
      ...[program, ...(plain ? [] : ["compare"]), "frames", "libraries"].map((name) =>
        join(SOURCES, `${name}.c`),
      ),
      ...(ruzstd ? ["-DWITH_RUZSTD", ruzstd] : []),
      ...["-ldl", "-lpthread", "-lm", "-o", join(folder, program)],
    ]);
  }
  return ruzstd !== null;
}

/** A kind without sanitizers, for `mutate`. */
export const PLAIN = { bits: 64, compiler: process.env.CC ?? "cc", flags: [], fuzzer: false, plain: true };

/** Builds the programs of a kind unless they are up to date; returns their folder. */
export async function buildNative(kind) {
  const { bits, compiler, fuzzer, plain } = kind;
  const name = `zstd-native-${bits}${fuzzer ? "-fuzz" : ""}${plain ? "-plain" : ""}`;
  const folder = join(PLACE, name);
  const upstream = await findUpstream();
  const version = (await run(compiler, ["--version"])).output;
  const sources = readdirSync(SOURCES)
    .filter((file) => /\.[ch]$/.test(file))
    .map((file) => join("crates", "zstd-patch", "fuzz", file));
  const print = fingerprint(sources, [kind, version, upstream, patchPrint(), ZSTD]);
  if (isCurrent(name, print, [join(folder, plain ? "mutate" : "corpus")])) return folder;
  unstamp(name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const how = plain ? " without sanitizers" : fuzzer ? " with libFuzzer" : "";
  const what = `compile the changed zstd decoder for ${bits} bits${how} (${compiler})`;
  await step(what, () => compile(kind, folder, upstream));
  stamp(name, print);
  return folder;
}
