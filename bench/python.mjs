// The Python package beside other packages that do the same: `npm run bench python`. It installs them with pip.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT, TOOLS } from "../scripts/lib/paths.mjs";
import { run } from "../scripts/lib/run.mjs";
import { must, step, Trouble } from "../scripts/lib/step.mjs";
import { buildWheel, findPython, setupPython } from "../scripts/python.mjs";
import { answer } from "./lib/command.mjs";
import { FOLDER } from "./lib/inputs.mjs";
import { writePtu } from "./lib/ptu.mjs";
import { table } from "./lib/table.mjs";

const ENVIRONMENT = join(TOOLS, "bench-package");
const PYTHON = join(ENVIRONMENT, "bin", "python");
const SCRIPT = fileURLToPath(new URL("data/python-package.py", import.meta.url));
const SCHEMA = join(ROOT, "crates", "core", "schema", "tags.capnp");
/** Each can lack: pycorrelate has no wheel, and its dependencies are installed before it. */
const PEERS = ["ptufile", "tttrlib", "numba", "phconvert", "pyzstd", "pycapnp"];

export async function bench({ small, rounds }) {
  const reason = await setupPython();
  if (reason !== null) throw new Trouble(reason);
  await install(await buildWheel());
  const [photons, seconds] = small ? [100_000, 1] : [10_000_000, 60];
  const ptu = join(FOLDER, `${photons}-t3.ptu`);
  mkdirSync(FOLDER, { recursive: true });
  if (!existsSync(ptu)) await step(`simulate ${ptu} for the bench`, async () => writePtu(ptu, "t3", photons));
  const tags = join(FOLDER, `python-${seconds}s.tags.zst`);
  const printed = answer([PYTHON, SCRIPT, ptu, tags, `${seconds}`, SCHEMA, `${rounds}`]);
  const result = { photons, rounds, ...JSON.parse(printed.trimEnd().split("\n").at(-1)) };
  return { result, text: report(result) };
}

async function install(wheel) {
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
  if (!existsSync(PYTHON)) {
    await step("install packages to compare with into .tools/bench-package (pip)", async () => {
      must(await run(await findPython(), ["-m", "venv", ENVIRONMENT]), "Python with venv is needed");
      must(await run(PYTHON, [...pip, "numpy"]), "numpy can't be installed");
      for (const name of PEERS) await run(PYTHON, [...pip, "--only-binary", ":all:", name]);
      await run(PYTHON, [...pip, "--no-deps", "pycorrelate"]);
    });
  }
  const installed = await run(PYTHON, [...pip, "--force-reinstall", "--no-deps", wheel]);
  must(installed, "the wheel could not be installed: see above");
}

function report({ photons, tags, versions, jobs }) {
  const there = Object.entries(versions).map(([name, version]) => `${name}: ${version ?? "not found"}`);
  const tables = jobs.map(({ job, rows }) => {
    const [ours] = rows;
    const body = rows.map(({ name, ms, found }) => {
      return [
        name,
        ms.toFixed(1),
        (ms / ours.ms).toFixed(2),
        found === null ? "" : found.toLocaleString("en-US"),
      ];
    });
    return `${table([job, "ms", "x tagview", "found"], body)}\n`;
  });
  const inputs = `${photons.toLocaleString("en-US")} photons, ${tags.toLocaleString("en-US")} tags`;
  return [there.join(", "), inputs, "", ...tables].join("\n");
}
