// Comparable programs, if they are installed or configured.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { TOOLS } from "../../scripts/lib/paths.mjs";
import { run } from "../../scripts/lib/run.mjs";
import { must, step } from "../../scripts/lib/step.mjs";

const PYTHON = join(TOOLS, "bench-python");
const PACKAGES = ["numpy==2.4.6", "zstandard==0.25.0"];
const IMPORTS =
  "import sys, numpy, zstandard; print(f'Python {sys.version.split()[0]}, numpy {numpy.__version__}, zstandard {zstandard.__version__}')";
/** Each of these is a peer of its own, which one bench needs and the others do without. */
const SINGLE_PACKAGES = { pyarrow: "26.0.1", ptufile: "2026.2.6", tttrlib: "0.26.2" };
const scriptAt = (name) => fileURLToPath(new URL(`../data/${name}`, import.meta.url));
const SCRIPT = scriptAt("peer.py");
const PARQUET_SCRIPT = scriptAt("parquet.py");
const IMPORT_SCRIPT = scriptAt("peer-import.py");

/**
 * Command lines by peer, each a function of its input file that gives a program and its arguments, or
 * null; and the `versions` there are. The original tools are not searched for, as other programs have
 * those names: the variable holds their place.
 */
export async function findPeers({ withPython = false } = {}) {
  const python = await findPython(withPython);
  const [pyarrow, ptufile, tttrlib] = await findPackages(python, withPython);
  const zstd = await version("zstd", ["--version"]);
  const capnp = zstd && (await version("capnp", ["--version"]));
  const schema = join("crates", "core", "schema", "tags.capnp");
  const pipe = `zstd -dc "$0" | capnp convert binary:text ${schema} Tags`;
  const peers = {
    zstd: zstd && ((file) => ["zstd", "-dc", file]),
    pythonCounts: python && ((file) => [python.program, SCRIPT, "counts", file]),
    pythonG2: python && ((file) => [python.program, SCRIPT, "g2", file, "3", "15", "-64", "64"]),
    pyarrow: pyarrow && ((table, output) => [python.program, PARQUET_SCRIPT, table, output]),
    ptufile: ptufile && ((file) => [python.program, IMPORT_SCRIPT, "ptufile", file]),
    tttrlib: tttrlib && ((file) => [python.program, IMPORT_SCRIPT, "tttrlib", file]),
    capnp: capnp && ((file) => ["sh", "-c", pipe, file]),
    tcat: pointedAt("TAGVIEW_BENCH_TCAT"),
    txt2tags: pointedAt("TAGVIEW_BENCH_TXT2TAGS"),
    coincidenceHistogram: pointedAt("TAGVIEW_BENCH_COINCIDENCE_HISTOGRAM"),
  };
  return { ...peers, versions: { zstd, capnp, python: python?.version ?? null, pyarrow, ptufile, tttrlib } };
}

async function version(program, args) {
  const { code, output } = await run(program, args);
  return code === 0 ? output.trim() : null;
}

async function findPython(install) {
  const own = join(PYTHON, "bin", "python");
  if (install && !existsSync(own)) {
    await step("install numpy and zstandard into .tools/bench-python", async () => {
      must(
        await run("python3", ["-m", "venv", PYTHON]),
        "python3 could not make a virtual environment: see above",
      );
      must(
        await run(own, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...PACKAGES]),
        "numpy and zstandard could not be installed: see above",
      );
    });
  }
  for (const program of [process.env.TAGVIEW_BENCH_PYTHON, own, "python3"].filter(Boolean)) {
    const found = await version(program, ["-c", IMPORTS]);
    if (found !== null) return { program, version: found };
  }
  return null;
}

/** The versions of the single packages, null for one that can't be had; installed where the others are. */
async function findPackages(python, install) {
  const versions = [];
  for (const [name, pinned] of Object.entries(SINGLE_PACKAGES)) {
    versions.push(python && (await findPackage(python.program, name, pinned, install)));
  }
  return versions;
}

async function findPackage(python, name, pinned, install) {
  // Imported packages may print before the answer.
  const ask = async () => {
    const printed = await version(python, ["-c", `import ${name}; print("\\n" + ${name}.__version__)`]);
    return printed?.split("\n").at(-1) ?? null;
  };
  const there = await ask();
  if (there !== null || !install || python !== join(PYTHON, "bin", "python")) return there;
  await step(`install ${name} into .tools/bench-python`, () =>
    run(python, ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", `${name}==${pinned}`]),
  );
  return ask();
}

/** A shell command line in which `$FILE` is the input, or a program whose only argument that is. */
function pointedAt(variable) {
  const command = process.env[variable];
  if (!command) return null;
  const line = command.includes("$FILE") ? command : `${command} "$FILE"`;
  return (file) => ["sh", "-c", `FILE="$0"; exec ${line}`, file];
}
