/** Standard output and standard error, written synchronously, so that nothing is lost however the program ends. */

import { writeSync } from "node:fs";
import { TagviewError } from "../runtime/engine";

const encoder = new TextEncoder();
const waiter = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes all of `data` to standard output, waiting where a pipe is full.
 * @throws as `writing`.
 */
export function write(data: string | Uint8Array): void {
  const bytes = typeof data === "string" ? encoder.encode(data) : data;
  writing("standard output", () => writeAll(1, bytes));
}

/** Writes to standard error; it is no failure where that can't be done. */
export function writeError(text: string): void {
  try {
    writeAll(2, encoder.encode(text));
  } catch {
    // There is nowhere left to tell it.
  }
}

/** Writes all of `bytes` to an open file. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (thrown) {
      // The pipe is full, and another program made it non-blocking: wait two milliseconds for its reader.
      if (codeOf(thrown) !== "EAGAIN") throw thrown;
      Atomics.wait(waiter, 0, 0, 2);
    }
  }
}

/** What to do about an output that can't be written, by the system's error code. */
const REMEDIES: Record<string, string> = {
  EACCES: "check the permissions of its folder",
  EISDIR: "name a file in this folder",
  ELOOP: "check where its symbolic links lead",
  ENAMETOOLONG: "choose a shorter name",
  ENOENT: "make its folder first",
  ENOSPC: "make room on its disk",
  ENOTDIR: "a part of its path is a file: check the name",
  EPERM: "check the permissions of its folder",
  EROFS: "its disk can only be read: choose another",
};

/**
 * Runs `f`, which writes what is called `name`.
 * @throws TagviewError `open-failed`; the error itself where the reader of a pipe has gone, see `isClosedPipe`.
 */
export function writing<T>(name: string, f: () => T): T {
  try {
    return f();
  } catch (cause) {
    if (isClosedPipe(cause)) throw cause;
    const code = codeOf(cause) ?? String(cause);
    const remedy = REMEDIES[code] ?? "check its folder and its disk";
    throw new TagviewError("open-failed", `${name} can't be written (${code})`, remedy, null, { cause });
  }
}

/** Whether this was thrown because the reader of standard output has gone (EPIPE), which is no failure. */
export function isClosedPipe(thrown: unknown): boolean {
  return codeOf(thrown) === "EPIPE";
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : undefined;
}
