// `npm run python`: builds the wheel of the Python package and runs its tests, in a virtual environment in .tools.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { ROOT, TOOLS } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { fingerprint, isCurrent, stamp, unstamp } from "./lib/stamp.mjs";
import { log, main, must, step, Trouble } from "./lib/step.mjs";

const ENVIRONMENT = join(TOOLS, "python-package");
const PYTHON = join(ENVIRONMENT, "bin", "python");
const WHEELS = join(TOOLS, "wheels");
const CRATE = join(ROOT, "crates", "python");
/** The page of notebooks, and its place in the package, for `view()` in notebooks. */
const PAGE = join(ROOT, "web", "dist-notebook", "tagview.html");
const PACKED_PAGE = join(CRATE, "python", "tagview", "page.html.gz");

const NEEDED = ["maturin>=1.12,<2", "numpy>=1.23", "pytest>=8"];
/** Variables without which some tests are skipped by name. */
const OPTIONAL = [
  "anywidget",
  "duckdb",
  "h5py",
  "matplotlib",
  "mypy",
  "pandas",
  "polars",
  "pyarrow",
  "tables",
];

/** Pythons to try, later versions first because they have later packages. */
const CANDIDATES = [process.env.TAGVIEW_PYTHON ?? "", "python3.14", "python3.13", "python3.12", "python3"];
const VERSION = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";

/** The program of a Python that makes virtual environments; null if there is none. */
export async function findPython() {
  for (const candidate of CANDIDATES) {
    if (candidate !== "" && (await run(candidate, ["-c", VERSION])).code === 0) return candidate;
  }
  return null;
}

/** Creates the virtual environment; returns the reason for a failure, or null. */
export async function setupPython() {
  const print = fingerprint([], [...NEEDED, ...OPTIONAL]);
  if (isCurrent("python-package", print, [PYTHON])) return null;
  const python = await findPython();
  if (python === null) return "there is no Python 3.10 or newer with venv";
  const install = ["-m", "pip", "install", "--quiet", "--retries", "0", "--timeout", "20"];
  let reason = null;
  await step("install numpy, pytest and maturin into .tools/python-package (pip)", async () => {
    unstamp("python-package");
    rmSync(ENVIRONMENT, { recursive: true, force: true });
    const made = await run(python, ["-m", "venv", ENVIRONMENT]);
    const installed = made.code === 0 ? await run(PYTHON, [...install, ...NEEDED]) : made;
    if (installed.code !== 0) {
      reason = "maturin, numpy and pytest can't be installed";
      return;
    }
    for (const name of OPTIONAL) await run(PYTHON, [...install, "--only-binary", ":all:", name]);
    stamp("python-package", print);
  });
  return reason;
}

/** Packs the page for the wheel, if it has changed. */
function packPage() {
  if (!existsSync(PAGE)) throw new Trouble("the wheel contains the page: run npm run build first");
  const packed = gzipSync(readFileSync(PAGE), { level: 9 });
  if (existsSync(PACKED_PAGE) && packed.equals(readFileSync(PACKED_PAGE))) return;
  writeFileSync(PACKED_PAGE, packed);
}

/**
 * Builds the wheel and installs it into the virtual environment; returns its path. The page must be built. With the
 * profile `quick`, the wheel is compiled in a fraction of the time, and slower.
 */
export async function buildWheel(profile = "release") {
  packPage();
  const print = fingerprint(
    [
      ...["core", "bridge"].flatMap((name) => [`crates/${name}/src`, `crates/${name}/Cargo.toml`]),
      "crates/python",
    ],
    [profile],
  );
  const wheel = () => readdirSync(WHEELS).find((name) => name.endsWith(".whl"));
  const installed = join(ENVIRONMENT, "bin", "maturin");
  if (!isCurrent("wheel", print, [installed, WHEELS]) || wheel() === undefined) {
    await step("build the wheel of the Python package (maturin)", async () => {
      unstamp("wheel");
      rmSync(WHEELS, { recursive: true, force: true });
      mkdirSync(WHEELS, { recursive: true });
      const manifest = ["--manifest-path", join(CRATE, "Cargo.toml"), "--out", WHEELS];
      const built = await run(installed, ["build", "--profile", profile, "--locked", "--quiet", ...manifest]);
      must(built, "the wheel could not be built: see above");
      stamp("wheel", print);
    });
  }
  const path = join(WHEELS, wheel() ?? "");
  const install = ["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", path];
  must(await run(PYTHON, install), "the wheel could not be installed: see above");
  return path;
}

/** The test program with its arguments and environment. The command line must be built. */
export function pytest(wheel) {
  const args = ["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", join(ROOT, "tests", "python")];
  const env = { TAGVIEW_WHEEL: wheel, TAGVIEW_NODE: process.execPath, PYTHONDONTWRITEBYTECODE: "1" };
  return { program: PYTHON, args, env };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const reason = await setupPython();
    if (reason !== null) throw new Trouble(reason);
    const { program, args, env } = pytest(await buildWheel("quick"));
    log("run the tests of the Python package");
    const { code } = await run(program, [...args, ...process.argv.slice(2)], { env, echo: true });
    process.exitCode = code;
  });
}
