// Sets up, builds, and runs every check and test. It continues after a failure, so that one run shows all failures. Its
// last line is "N passed, N failed".
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { cargoCounts, playwrightCounts, pytestCounts, vitestCounts } from "./lib/counts.mjs";
import { TOOLS } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { SEED, seeded } from "./lib/seed.mjs";
import { printError, seconds } from "./lib/step.mjs";
import { RUST_CHECKS, TYPESCRIPT_CHECKS } from "./lint.mjs";
import { buildWheel, pytest, setupPython } from "./python.mjs";
import { setupRest, setupRust } from "./setup.mjs";

const reports = join(TOOLS, "reports");
const vitestReport = join(reports, "vitest.json");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const total = { passed: 0, failed: 0, failures: [], repeated: [] };
const toOutput = (text) => process.stdout.write(text);

/** Runs a check, which has no tests to count: it is silent, or one failure. */
async function check(name, work, print = toOutput) {
  const since = performance.now();
  const { code, output } = await work();
  if (code !== 0) {
    total.failed += 1;
    total.failures.push(`${name}\n${output}`);
    print(output);
  }
  print(`== ${name}: ${code === 0 ? "good" : "FAILED"} (${seconds(since)})\n`);
}

/**
 * Runs a test program and counts its tests. `print` gets its output at the end; without `print`, output is shown
 * directly.
 */
async function tests(name, count, program, args, { env = {}, print } = {}) {
  const since = performance.now();
  if (!print) toOutput(`== ${name}\n`);
  const { code, output } = await run(program, args, { env: { ...seeded(SEED), ...env }, echo: !print });
  const { passed, failed, failures, repeated } = count(output);
  // A program that fails without a failed test, for instance because it did not compile, is a failure too.
  const broken = code !== 0 && failed === 0;
  total.passed += passed;
  total.failed += broken ? 1 : failed;
  total.failures.push(
    ...(broken ? [`${name}\n${output}`] : failures.map((failure) => `${name}: ${failure}`)),
  );
  total.repeated.push(...repeated.map((failure) => `${name}: ${failure}`));
  const end = broken ? `, but the program FAILED with status ${code}: see above` : "";
  const result = `== ${name}: ${passed} passed, ${failed} failed${end} (${seconds(since)})\n`;
  if (print) print(`== ${name}\n${output}${result}`);
  else toOutput(result);
}

/** Runs set-up or build, which print their own lines; returns whether they succeeded. */
async function prepare(work) {
  try {
    await work();
    return true;
  } catch (error) {
    printError(error);
    total.failed += 1;
    total.failures.push(String(error));
    return false;
  }
}

/** Checks and tests of cargo. Returns the output as one text, because other programs print at the same time. */
async function rustTests() {
  const texts = [];
  const print = (text) => texts.push(text);
  for (const [name, work] of RUST_CHECKS) await check(name, work, print);
  const all = ["test", "--quiet", "--workspace", "--locked", "--no-fail-fast"];
  await tests("cargo test", cargoCounts, "cargo", all, { print });
  // The build of a machine without a C compiler for wasm. Sound files give the same results; from damaged ones it reads
  // less.
  const ruzstd = [
    ...[
      "test",
      "--quiet",
      "--locked",
      "-p",
      "tagview-core",
      "--no-default-features",
      "--features",
      "formats,ruzstd",
    ],
    ...["--test", "zstd", "--test", "message"],
  ];
  await tests("cargo test of the decoder with ruzstd alone", cargoCounts, "cargo", ruzstd, { print });
  return texts.join("");
}

/** Tests the Python package if Python is available. Returns the output as one text. */
async function pythonTests() {
  const absent = await setupPython();
  if (absent !== null) return `== pytest: skipped, ${absent}\n`;
  let wheel = "";
  const isBuilt = await prepare(async () => {
    wheel = await buildWheel("quick");
  });
  if (!isBuilt) return "";
  const { program, args, env } = pytest(wheel);
  const texts = [];
  await tests("pytest", pytestCounts, program, args, { env, print: (text) => texts.push(text) });
  return texts.join("");
}

async function everything() {
  if (!(await prepare(() => setupRust({ tests: true })))) return;
  // Linking the WebAssembly modules takes one core for minutes, and so do the tests of the Python package, which need
  // no other part of the build. cargo uses another folder and profile for its tests.
  const builtAndPython = async () => {
    const built = await prepare(() => build({ ready: setupRest({ tests: true }) }));
    return { built, python: built ? await pythonTests() : "" };
  };
  const [{ built, python }, rust] = await Promise.all([builtAndPython(), rustTests()]);
  toOutput(rust + python);
  if (!built) return;
  for (const [name, work] of TYPESCRIPT_CHECKS) await check(name, work);
  await tests("the changed zstd decoder, native", cargoCounts, "node", ["scripts/zstd.mjs", "test"]);
  await tests("vitest", () => vitestCounts(vitestReport), "vitest", [
    ...["run", "--config", "tests/vitest.config.ts"],
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`],
  ]);
  for (const [project, name] of [
    ["untimed", "browser tests"],
    ["timed", "browser tests that measure time"],
  ]) {
    const found = join(reports, `playwright-${project}.json`);
    const config = ["--config", "tests/playwright.config.ts", "--project", project];
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: found };
    const args = ["test", ...config, "--reporter=list,json"];
    await tests(name, () => playwrightCounts(found), "playwright", args, { env });
  }
}

/** Beginning and end of a failure's output, enough to identify it; the whole output is above. */
function shortened(failure) {
  const lines = failure.trimEnd().split("\n");
  const shown = lines.length > 25 ? [...lines.slice(0, 16), "…", ...lines.slice(-8)] : lines;
  return shown.join("\n    ");
}

await everything();
for (const failure of total.repeated) toOutput(`PASSED WHEN REPEATED ${shortened(failure)}\n`);
for (const failure of total.failures) toOutput(`FAILED ${shortened(failure)}\n`);
const repeated = total.repeated.length > 0 ? `, ${total.repeated.length} passed when repeated` : "";
toOutput(`${total.passed} passed, ${total.failed} failed${repeated}\n`);
if (total.failed > 0 || total.passed === 0) process.exitCode ||= 1;
