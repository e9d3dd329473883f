/** `tagview --version`: answered without loading any command. */

import { write } from "../output/write";
import { engine } from "../runtime/engine";
import { Status } from "../runtime/exit-status";

/** Whether the first argument requests the version. */
export const asksVersion = ([first]: string[]): boolean => first === "--version" || first === "-V";

/** Prints `tagview VERSION (ZSTD)`. */
export async function printVersion(): Promise<Status> {
  const { version: number, zstd } = await engine.version();
  await write(`tagview ${number} (${zstd})\n`);
  return Status.Good;
}
