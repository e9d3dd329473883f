/** The arguments of the program as bytes. */

import { readFileSync } from "node:fs";
import { TagviewError } from "./engine";

/** Stands in an argument for bytes that are not UTF-8. */
const REPLACEMENT = "\ufffd";

/**
 * Node reads arguments as UTF-8. For a file name that is not UTF-8, it would open another file.
 * @throws TagviewError `usage`.
 */
export function refuseUnreadable(): void {
  const broken = process.argv.findIndex((argument) => argument.includes(REPLACEMENT));
  if (broken < 0 || isUtf8(given())) return;
  const message = `argument ${broken - 1} is not UTF-8, so the file can't be opened`;
  throw new TagviewError("usage", message, "give the file another name, or pipe it in");
}

/** The bytes of all arguments; empty if the system does not provide them. */
function given(): Uint8Array {
  try {
    return readFileSync("/proc/self/cmdline");
  } catch {
    return new Uint8Array(0);
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
