/** The version, and which zstd is inside. No command is loaded for it. */

import { version } from "@tagview/engine";
import { write } from "./output/write";
import { Status } from "./status";

/** Whether the version is asked for, before anything else. */
export const asksVersion = ([first]: string[]): boolean => first === "--version" || first === "-V";

/** Prints `tagview VERSION (ZSTD)`. */
export async function printVersion(): Promise<Status> {
  const { version: number, zstd } = await version();
  write(`tagview ${number} (${zstd})\n`);
  return Status.Good;
}
