// Builds what changed: the wasm modules, the command line, the sample recording, the page, the documentation site.
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findClang } from "./lib/clang.mjs";
import { CRATES_TITLE, dependencies, otherLicenses, toCycloneDx } from "./lib/dependencies.mjs";
import { completeGlue, writeFiles } from "./lib/glue.mjs";
import { BENCH_PACKAGE, MODULES, PACKAGE, ROOT, TOOLS } from "./lib/paths.mjs";
import { npm, run } from "./lib/run.mjs";
import { buildSite, SITE } from "./lib/site.mjs";
import { fingerprint, isCurrent, stamp, unstamp } from "./lib/stamp.mjs";
import { log, main, must, step, Trouble } from "./lib/step.mjs";
import { optimise } from "./lib/wasm-opt.mjs";
import { checkUpstream, isPlain, PATCH, patchPrint, ZSTD_FLAGS } from "./lib/zstd-patch.mjs";
import { SAMPLES, simulateSamples } from "./sample.mjs";

/**
 * Maximum bytes of the module's memory: 1 MiB below 4 GiB. zstd's decoder adds lengths below 1 MiB to addresses before
 * it compares them, and no sum may overflow.
 */
export const MAX_MEMORY = 2 ** 32 - 2 ** 20;

const CARGO_HOME = process.env.CARGO_HOME ?? join(homedir(), ".cargo");

const flags = (plain) => ({
  // These paths may contain blanks, which would end a flag of `RUSTFLAGS`.
  CARGO_ENCODED_RUSTFLAGS: [
    ...["-C", "target-feature=+simd128,+bulk-memory", "-C", `link-arg=--max-memory=${MAX_MEMORY}`],
    // Larger functions are called where LLVM would inline them up to 225 of its units. This takes 15 kB off the page's
    // first load (brotli) and up to 3 % of the speed.
    ...["-C", "llvm-args=-inline-threshold=60"],
    // A panic prints its source file, by the name of its crate instead of a path of the machine that built the module.
    `--remap-path-prefix=${join(CARGO_HOME, "registry", "src")}=crates`,
  ].join("\x1f"),
  CFLAGS_wasm32_unknown_unknown: [
    "-msimd128 -mbulk-memory",
    ...ZSTD_FLAGS,
    // Otherwise clang also inlines functions with one call, and V8 compiles all variants of an encoder when one is
    // used.
    // This takes a tenth off the module, at no cost in time.
    "-finline-hint-functions",
    // Cargo compiles zstd again when its flags change, but not when a header does, so the flags contain a hash of the
    // headers.
    ...(plain ? [] : [`-include '${PATCH}'`, `-DTAGVIEW_PATCH=${patchPrint().slice(0, 8)}`]),
  ].join(" "),
  // The path may contain blanks.
  CC_SHELL_ESCAPED_FLAGS: "1",
});
/**
 * Whether to build modules for development: any value of this variable except 0 or the empty text. A change of Rust is
 * built in seconds instead of minutes, and the modules are larger and slower.
 */
const IS_QUICK = !["", "0", undefined].includes(process.env.TAGVIEW_QUICK);
/**
 * Modules that are built one after another and share compiled crates. Optimising a whole module takes one core, so the
 * lists are built at the same time, each in a target folder of its own, which cargo locks.
 */
const LISTS = [["main"], MODULES.filter((name) => name !== "main").toReversed()];
const QUICK_LISTS = [MODULES];
const SHARED = ["package-lock.json", "tsconfig.base.json", "engine", "charts"];

/** The file of the module `name` in `folder`. */
export const moduleFile = (name, folder = PACKAGE) => join(folder, `tagview_${name}_bg.wasm`);

/** Makes `name` unless it is up to date; returns whether it was made. */
async function make(name, what, print, outputs, work) {
  if (isCurrent(name, print, outputs)) return false;
  unstamp(name);
  await step(what, work);
  stamp(name, print);
  return true;
}

const UNBUILT = "the WebAssembly module could not be built: see above";

/** Arguments of cargo for the module `name`. */
const featuresOf = (name, clang) => [
  ...["--locked", "--no-default-features"],
  ...["--features", `${clang ? "libzstd" : "ruzstd"},${name}`],
];

const wasmEnv = ({ clang, plain = isPlain, env = {} }) => ({
  ...flags(plain),
  ...(clang && { CC_wasm32_unknown_unknown: clang }),
  ...env,
});

/**
 * Compiles the module `name` with libzstd, with the patched decoder unless `plain`. Without a `clang`, it uses ruzstd.
 * This needs no other tools.
 */
async function compileWasm(name, options) {
  const { clang, profile = "release" } = options;
  const target = ["--lib", "--profile", profile, "--target", "wasm32-unknown-unknown"];
  const args = ["build", "-p", "tagview-wasm", ...target, ...featuresOf(name, clang)];
  must(await run("cargo", args, { env: wasmEnv(options) }), UNBUILT);
}

/**
 * Makes the package of a module with wasm-pack in `output` (relative to the crate). wasm-pack runs cargo with the same
 * arguments, which then has nothing left to do, or compiles the module.
 */
export async function packWasm(name, options) {
  const { clang, plain = isPlain, output = "pkg", profile = "release" } = options;
  if (clang && !plain) await checkUpstream();
  const place = ["--no-pack", "--out-dir", output, "--out-name", `tagview_${name}`];
  // scripts/lib/wasm-opt.mjs optimises the result.
  const form = ["--profile", profile, "--no-opt", "--target", "web", ...place, "--mode", "no-install"];
  const args = ["build", "crates/wasm", ...form, ...featuresOf(name, clang)];
  must(await run("wasm-pack", args, { env: wasmEnv(options) }), UNBUILT);
}

/**
 * Builds all modules. They are compiled while the set-up builds the tools of WebAssembly, up to `ready`; then a module
 * is optimised while the next one of its list is packed.
 */
async function packAll(clang, { ready, isQuick }) {
  const packList = async (names) => {
    const target = join(ROOT, "target", isQuick ? "quick" : "modules", names[0]);
    const profile = isQuick ? "quick" : "release";
    const options = { clang, env: { CARGO_TARGET_DIR: target }, profile };
    for (const name of names) await compileWasm(name, options);
    await ready;
    const optimised = [];
    for (const name of names) {
      await packWasm(name, options);
      completeGlue(PACKAGE, name);
      if (!isQuick) optimised.push(optimise(moduleFile(name), name));
    }
    await Promise.all(optimised);
  };
  await Promise.all((isQuick ? QUICK_LISTS : LISTS).map(packList));
}

/** The fingerprint of a module made of `crates`. */
async function printOf(crates, clang) {
  const rustc = (await run("rustc", ["--version"])).output;
  return fingerprint(
    [
      "Cargo.toml",
      "Cargo.lock",
      "package-lock.json",
      ...crates.flatMap((name) => ["src", "schema", "Cargo.toml"].map((part) => `crates/${name}/${part}`)),
      "crates/zstd-patch",
      "scripts/lib/glue.mjs",
      "scripts/lib/wasm-opt.mjs",
    ],
    [flags(isPlain), clang, rustc],
  );
}

/** The crates of the shipped modules. */
const SHIPPED = ["bridge", "compare", "core", "export", "schema", "wasm"];

const shippedFiles = () =>
  MODULES.flatMap((name) => [moduleFile(name), join(PACKAGE, `${name}-instance.js`)]);

/** Returns whether the shipped modules are those of the sources with the fingerprint `source`, and optimised. */
const areOptimised = (source) => isCurrent("wasm", source, shippedFiles());

/**
 * Builds the module of `crates/bench`, which only benchmarks and their tests load, with the flags of the shipped ones.
 * If it `mayBeQuick`, for tests, it is compiled for development where the shipped ones are; where they are optimised,
 * linking it to the same build of the core takes less time.
 */
export async function buildBench({ mayBeQuick = false } = {}) {
  const clang = await findClang();
  const isQuick = mayBeQuick && !areOptimised(await printOf(SHIPPED, clang));
  const source = await printOf(["bench", "bridge", "core"], clang);
  const file = moduleFile("bench", BENCH_PACKAGE);
  if (isQuick && isCurrent("bench", source, [file])) return;
  const print = isQuick ? `${source}-quick` : source;
  await make("bench", "build the WebAssembly module of the benchmarks", print, [file], async () => {
    const profile = isQuick ? "quick" : "release";
    const target = join(ROOT, "target", isQuick ? "quick" : "modules", "main");
    const env = wasmEnv({ clang, env: { CARGO_TARGET_DIR: target } });
    const form = [
      "--lib",
      "--crate-type",
      "cdylib",
      "--profile",
      profile,
      "--target",
      "wasm32-unknown-unknown",
    ];
    const features = ["--locked", "--no-default-features", "--features", clang ? "libzstd" : "ruzstd"];
    must(await run("cargo", ["rustc", "-p", "tagview-bench", ...form, ...features], { env }), UNBUILT);
    const compiled = join(target, "wasm32-unknown-unknown", profile, "tagview_bench.wasm");
    const place = ["--target", "web", "--out-dir", BENCH_PACKAGE, "--out-name", "tagview_bench"];
    must(await run("wasm-bindgen", [compiled, ...place]), UNBUILT);
    // As the module whose analyses it times.
    if (!isQuick) await optimise(file, "main");
  });
}

async function buildWasm({ ready, isQuick }) {
  const clang = await findClang();
  const source = await printOf(SHIPPED, clang);
  // Optimised modules serve development as well.
  if (isQuick && areOptimised(source)) return source;
  const print = isQuick ? `${source}-quick` : source;
  const zstd = clang ? `libzstd${isPlain ? ", unchanged" : ""}` : "ruzstd";
  await make(
    "wasm",
    `build the WebAssembly modules with ${zstd}${isQuick ? ", for development" : ""}`,
    print,
    shippedFiles(),
    async () => {
      rmSync(PACKAGE, { recursive: true, force: true });
      await packAll(clang, { ready, isQuick });
      writeFiles(PACKAGE);
    },
  );
  return print;
}

async function bundle(workspace, what, words) {
  const print = fingerprint([...SHARED, workspace], words);
  const output = join(ROOT, workspace, "dist");
  await make(workspace, what, print, [output], async () =>
    must(
      await npm(["run", "--silent", "build", "-w", workspace]),
      `${workspace} could not be built: see above`,
    ),
  );
}

/** Builds the page as one file: `single` opens from a disk, `notebook` is part of the Python package. */
async function bundleSingleFile(name, what, samples) {
  const folder = join(ROOT, "web", `dist-${name}`);
  const output = join(folder, "tagview.html");
  await make(
    name,
    `bundle the page as one file ${what}`,
    fingerprint([...SHARED, "web"], [samples]),
    [output],
    async () => {
      const built = await npm(["run", "--silent", `build:${name}`, "-w", "web"]);
      must(built, "tagview.html could not be built: see above");
      renameSync(join(folder, "index.html"), output);
    },
  );
}

async function bundleSite(words) {
  const output = join(SITE, "dist");
  const print = fingerprint(
    ["docs", "site", "scripts/lib/site.mjs", "scripts/lib/site-base.mjs", "scripts/lib/examples.mjs"],
    words,
  );
  await make("site", "build the documentation site", print, [join(output, "index.html")], buildSite);
}

/** Puts the documentation site below the page. */
function addSite() {
  const docs = join(ROOT, "web", "dist", "docs");
  rmSync(docs, { recursive: true, force: true });
  cpSync(join(SITE, "dist"), docs, { recursive: true });
}

/** Adds the licences of crates and of the documentation to those that the bundler listed in `file`. */
function completeLicenses(file, all) {
  // The list may be from an earlier build and already be complete.
  const [bundled] = readFileSync(file, "utf8").split(CRATES_TITLE);
  writeFileSync(file, `${bundled}${CRATES_TITLE}${otherLicenses(all)}`);
}

/**
 * Adds the page to the published command line, so that `serve` works anywhere, the licences, and a bill of materials.
 */
async function completePackages() {
  const dist = join(ROOT, "cli", "dist");
  rmSync(join(dist, "viewer"), { recursive: true, force: true });
  cpSync(join(ROOT, "web", "dist"), join(dist, "viewer"), { recursive: true });
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) cpSync(join(ROOT, name), join(ROOT, "cli", name));
  const all = await dependencies();
  writeFileSync(join(dist, "sbom.cdx.json"), `${JSON.stringify(toCycloneDx(all), null, 2)}\n`);
  for (const folder of [dist, join(ROOT, "engine", "dist")])
    completeLicenses(join(folder, "licenses.md"), all);
}

/** Builds what changed. What needs more than cargo and clang waits for `ready`, the end of the set-up. */
export async function build({ ready, isQuick = IS_QUICK } = {}) {
  if (!ready && (!existsSync(join(ROOT, "node_modules")) || !existsSync(join(TOOLS, "bin")))) {
    throw new Trouble("nothing is set up yet: run npm run setup first");
  }
  const [wasm] = await Promise.all([buildWasm({ ready, isQuick }), ready]);
  await bundle("engine", "build the engine as a package", [wasm]);
  await bundle("cli", "bundle the command line", [wasm]);
  const samples = fingerprint(["scripts/sample.mjs"], [wasm]);
  await make("sample", "simulate the page's recordings", samples, SAMPLES, simulateSamples);
  const bundlePages = async () => {
    await bundle("web", "bundle the page", [samples]);
    await bundleSingleFile("single", "for a disk", samples);
    await bundleSingleFile("notebook", "for notebooks", samples);
  };
  await Promise.all([bundlePages(), bundleSite([fingerprint([...SHARED, "cli"], [wasm])])]);
  addSite();
  await completePackages();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await build();
    log("everything is built");
  });
}
