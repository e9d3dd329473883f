/** Standard output and standard error, written synchronously, so that nothing is lost however the program ends. */

import { writeSync } from "node:fs";
import { TagviewError } from "../runtime/engine";

const encoder = new TextEncoder();
const waiter = new Int32Array(new SharedArrayBuffer(4));

/** Bytes of standard output that are caught at most. */
const MOST_CAUGHT = 1 << 28;

/** What is caught of standard output; null where it is written. */
let catching: { chunks: Uint8Array[]; bytes: number } | null = null;

/** Standard output that is kept instead of written. */
export interface Caught {
  /** Writes what follows again; answers what was caught. */
  end(): string;
}

/** Keeps what is written to standard output from now on. */
export function catchOutput(): Caught {
  const now = { chunks: [], bytes: 0 };
  catching = now;
  return {
    end() {
      catching = null;
      return Buffer.concat(now.chunks).toString("utf8");
    },
  };
}

/**
 * Writes all of `data` to standard output, waiting where a pipe is full.
 * @throws as `writing`; TagviewError `too-large` where it is caught, and more than fits.
 */
export function write(data: string | Uint8Array): void {
  const bytes = typeof data === "string" ? encoder.encode(data) : data;
  if (catching !== null) {
    catching.bytes += bytes.length;
    if (catching.bytes > MOST_CAUGHT) {
      throw new TagviewError(
        "too-large",
        "the results are too large for --out",
        "print them with --tsv or --json",
      );
    }
    catching.chunks.push(bytes.slice());
    return;
  }
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

/** Writes all of `bytes` to an open file, where it stands or from the byte `place` on. */
export function writeAll(fd: number, bytes: Uint8Array, place: number | null = null): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at, bytes.length - at, place === null ? null : place + at);
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
