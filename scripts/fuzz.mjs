// `npm run fuzz [TARGET] [SECONDS]`: LLVM's fuzzer over the readers of the core, on stable Rust. Without a target, it
// runs all of them one after another. See crates/core/README.md.
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, TOOLS } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { log, main, must, Trouble } from "./lib/step.mjs";

const FOLDER = join(TOOLS, "fuzz");
const CRATE = join(ROOT, "crates", "core", "fuzz");
/** Targets whose seeds are written by their own tests, which take one folder. */
const OWN_SEEDS = { icechunk: "icechunk", index_header: "index_header" };
const MEGABYTES = 2048;

/**
 * Flags that cargo-fuzz passes to the compiler, without sanitizers: these need nightly Rust, and the core has no unsafe
 * code.
 */
const COVERAGE = [
  "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4",
  "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table",
  "-Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1",
].join(" ");

/** Names of the targets in Rust's list. */
async function targets() {
  await seeds("fuzz", FOLDER);
  return readdirSync(join(FOLDER, "seeds")).sort();
}

async function seeds(test, folder) {
  const env = { TAGVIEW_FUZZ_SEEDS: test === "fuzz" ? join(folder, "seeds") : folder };
  const args = ["test", "--quiet", "--locked", "-p", "tagview-core", "--test", test, "fuzzer"];
  must(await run("cargo", args, { env }), "the first inputs could not be made");
}

/** Builds the fuzzer; returns its path. */
async function build() {
  const target = join(FOLDER, "target");
  // Flags of a named target do not affect programs that run while it is built.
  const host = /host: (\S+)/.exec((await run("rustc", ["-vV"])).output)?.[1] ?? "";
  const args = ["build", "--release", "--locked", "--manifest-path", join(CRATE, "Cargo.toml")];
  const env = { RUSTFLAGS: COVERAGE, CARGO_TARGET_DIR: target };
  log("builds the fuzzer");
  must(
    await run("cargo", [...args, "--target", host], { env }),
    "the fuzzer could not be built (it needs a C++ compiler)",
  );
  return join(target, host, "release", "reader");
}

async function fuzz(program, name, seconds) {
  const [corpus, found] = [join(FOLDER, "corpus", name), join(FOLDER, "found", name)];
  for (const folder of [corpus, found]) mkdirSync(folder, { recursive: true });
  if (OWN_SEEDS[name]) await seeds(OWN_SEEDS[name], corpus);
  const args = [
    `-max_total_time=${seconds}`,
    "-max_len=16384",
    "-timeout=20",
    `-rss_limit_mb=${MEGABYTES}`,
    "-print_final_stats=1",
    `-artifact_prefix=${found}/`,
  ];
  const folders = [corpus, join(FOLDER, "seeds", name)].filter((folder) => existsSync(folder));
  const { code, output } = await run(program, [...args, ...folders], { env: { TAGVIEW_FUZZ_TARGET: name } });
  const executions = Number(/number_of_executed_units: (\d+)/.exec(output)?.[1] ?? 0);
  if (code !== 0)
    throw new Trouble(`${name}: the fuzzer found something, which is in ${found}`, output.slice(-4000));
  process.stdout.write(`${name}: ${executions} executions in ${seconds} s, nothing found\n`);
}

await main(async () => {
  const [wanted, duration] = /^\d+$/.test(process.argv[2] ?? "")
    ? [undefined, process.argv[2]]
    : process.argv.slice(2);
  const seconds = Number(duration ?? 600);
  const names = await targets();
  if (!Number.isInteger(seconds) || (wanted !== undefined && !names.includes(wanted))) {
    throw new Trouble(`npm run fuzz [${names.join(" | ")}] [SECONDS]`);
  }
  const program = await build();
  for (const name of wanted === undefined ? names : [wanted]) await fuzz(program, name, seconds);
});
