/** Standard output and error, written at once: what was written is out, whatever happens next. */

import { writeSync } from "node:fs";
import { TagviewError } from "@tagview/engine";

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

/** Writes to standard error; that nobody reads it is no failure. */
export function writeError(text: string): void {
  try {
    writeAll(2, encoder.encode(text));
  } catch {
    // There is nowhere left to say so.
  }
}

/** Writes all of `bytes` to an open file. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (thrown) {
      // A pipe that another program set to non-blocking is full: wait for its reader.
      if (codeOf(thrown) !== "EAGAIN") throw thrown;
      Atomics.wait(waiter, 0, 0, 2);
    }
  }
}

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
 * @throws TagviewError `open-failed`; EPIPE where the reader of a pipe has gone, see `closedPipe`.
 */
export function writing<T>(name: string, f: () => T): T {
  try {
    return f();
  } catch (cause) {
    if (closedPipe(cause)) throw cause;
    const code = codeOf(cause) ?? String(cause);
    const remedy = REMEDIES[code] ?? "check its folder and its disk";
    throw new TagviewError("open-failed", `${name} can't be written (${code})`, remedy, null, { cause });
  }
}

/** Whether the reader of standard output has gone, which is its good right. */
export function closedPipe(thrown: unknown): boolean {
  return codeOf(thrown) === "EPIPE";
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : undefined;
}
