/** Python with packages for comparisons, in a virtual environment that is created once. */

import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const TOOLS = fileURLToPath(new URL("../../.tools", import.meta.url));
/** Pythons to try; later versions have later packages. */
const CANDIDATES = [process.env.TAGVIEW_PYTHON ?? "", "python3.14", "python3.13", "python3.12", "python3"];

const run = promisify(execFile);

export interface Environment {
  /** Name of the folder. */
  name: string;
  packages: readonly string[];
  /** A statement that fails if a package is missing. */
  check: string;
}

/** The interpreter, or the reason why there is none. */
export async function pythonWith({
  name,
  packages,
  check,
}: Environment): Promise<{ python: string } | { reason: string }> {
  const folder = join(TOOLS, name);
  const python = join(folder, "bin", "python");
  if (await works(python, check)) return { python };
  rmSync(folder, { recursive: true, force: true });
  for (const candidate of CANDIDATES) {
    if (candidate === "" || !(await works(candidate, "import venv, ensurepip"))) continue;
    try {
      await run(candidate, ["-m", "venv", folder], { timeout: 60_000 });
      const quick = ["--quiet", "--retries", "0", "--timeout", "10", "--only-binary", ":all:"];
      await run(python, ["-m", "pip", "install", ...quick, ...packages], { timeout: 240_000 });
      return { python };
    } catch {
      rmSync(folder, { recursive: true, force: true });
      return { reason: `Python's packages ${packages.join(", ")} can't be installed` };
    }
  }
  return { reason: "there is no Python 3 with venv" };
}

async function works(python: string, statement: string): Promise<boolean> {
  try {
    await run(python, ["-c", statement], { timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}
