// `npm run zstd COMMAND`: tests and measures the patched zstd decoder; see crates/zstd-patch/README.md.
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadWasm } from "../bench/lib/wasm.mjs";
import { MAX_MEMORY } from "./build.mjs";
import { MODULES, PACKAGE, SAMPLE, TOOLS } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { log, main, must, Trouble } from "./lib/step.mjs";
import { buildNative, findKinds, PLAIN } from "./lib/zstd-native.mjs";
import { acceptUpstream, checkUpstream, FOLDER } from "./lib/zstd-patch.mjs";

/** Number of scripts in the corpus, half of them damaged. */
const SCRIPTS = 500;

/** The folder for inputs on which a fuzzer or `mutate` stops. */
const FOUND = join(TOOLS, "zstd-native", "found");

const print = (line) => process.stdout.write(`${line}\n`);

/** Inputs on which decoders differ, and the sample recording if it was built. */
function files() {
  const found = join(FOLDER, "fuzz", "found");
  const names = existsSync(found) ? readdirSync(found).map((name) => join(found, name)) : [];
  return existsSync(SAMPLE) ? [...names, SAMPLE] : names;
}

/** Whether the memory of the module `name`, if built, has the maximum in build.mjs. */
async function memoryEnds(name) {
  if (!existsSync(join(PACKAGE, `tagview_${name}_bg.wasm`))) return true;
  const { memory } = await loadWasm(name);
  const pages = MAX_MEMORY / 2 ** 16 - memory.buffer.byteLength / 2 ** 16;
  try {
    memory.grow(pages + 1);
  } catch {
    return true;
  }
  print(`the memory of the module ${name} can grow to where zstd's sums of addresses would begin anew at 0`);
  return false;
}

/** Ends with a line like cargo's, which `npm test` counts. */
async function test() {
  const results = [];
  const kinds = await findKinds();
  if (kinds.length === 0)
    print("skipped: no C compiler here has the address and undefined-behaviour sanitizers");
  else if (kinds[0].bits !== 32)
    print("32 bits skipped: the C compiler has no 32-bit libraries (gcc-multilib)");
  await checkUpstream();
  results.push(true);
  for (const name of MODULES) results.push(await memoryEnds(name));
  const digests = [];
  for (const kind of kinds) {
    const folder = await buildNative(kind);
    const { code, output } = await run(join(folder, "corpus"), ["test", `${SCRIPTS}`, ...files()]);
    print(`${kind.bits} bits, ${kind.compiler}: ${code === 0 ? "good" : "FAILED"}\n${output.trimEnd()}`);
    results.push(code === 0);
    digests.push(/digest (\w+)/.exec(output)?.[1]);
  }
  if (digests.length === 2) {
    const same = digests[0] === digests[1];
    print(`32 and 64 bits give ${same ? "the same" : "DIFFERENT RESULTS"}`);
    results.push(same);
  }
  const failed = results.filter((good) => !good).length;
  print(`test result: ${failed ? "FAILED" : "ok"}. ${results.length - failed} passed; ${failed} failed`);
  if (failed) process.exitCode = 1;
}

async function fuzz({ minutes, bits }) {
  const kinds = await findKinds({ fuzzer: true });
  const kind = bits === undefined ? kinds[0] : kinds.find((kind) => kind.bits === Number(bits));
  if (!kind)
    throw new Trouble("fuzzing needs LLVM's clang with libFuzzer (on Debian: clang, libclang-rt-14-dev)");
  const seconds = Math.round(Number(minutes) * 60);
  if (!(seconds > 0)) throw new Trouble("--minutes is a number above 0");
  const folder = await buildNative(kind);
  const corpus = join(TOOLS, "zstd-native", `corpus-${kind.bits}`);
  for (const place of [corpus, FOUND]) mkdirSync(place, { recursive: true });
  must(await run(join(folder, "corpus"), ["seeds", "600", corpus]), "the first inputs could not be made");
  log(`fuzzes for ${seconds} s; what fails is left in ${FOUND}`);
  const args = [
    `-max_total_time=${seconds}`,
    "-max_len=16384",
    "-len_control=0",
    "-timeout=20",
    "-rss_limit_mb=3000",
    "-print_final_stats=1",
  ];
  const { code } = await run(join(folder, "fuzz"), [...args, `-artifact_prefix=${FOUND}/`, corpus], {
    keep: false,
  });
  if (code !== 0) throw new Trouble(`the fuzzer found something: see ${FOUND}`);
}

async function mutate({ millions, seed }) {
  const folder = await buildNative(PLAIN);
  mkdirSync(FOUND, { recursive: true });
  const { code } = await run(join(folder, "mutate"), [millions, seed, FOUND], { keep: false });
  if (code !== 0) throw new Trouble("the decoders differ, or the numbers are not sound: see above");
}

async function showGain({ rounds }) {
  // Only this command needs the output of the build.
  const { measure } = await import("./lib/zstd-measure.mjs");
  print(await measure(Number(rounds)));
}

const COMMANDS = { test, fuzz, mutate, measure: showGain, check: checkUpstream, accept: acceptUpstream };

await main(async () => {
  const { values, positionals } = parseArgs({
    options: {
      minutes: { type: "string", default: "10" },
      bits: { type: "string" },
      millions: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
      rounds: { type: "string", default: "9" },
    },
    allowPositionals: true,
  });
  const command = COMMANDS[positionals[0]];
  if (!command) throw new Trouble(`npm run zstd ${Object.keys(COMMANDS).join(" | ")}`);
  await command(values);
});
