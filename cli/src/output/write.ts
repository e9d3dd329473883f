/** Standard output and error, written at once: what was written is out, whatever happens next. */

import { writeSync } from "node:fs";

const encoder = new TextEncoder();
const waiter = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes all of `data` to standard output, waiting where a pipe is full.
 * @throws EPIPE where the reader has gone; see `closedPipe`.
 */
export function write(data: string | Uint8Array): void {
  writeAll(1, typeof data === "string" ? encoder.encode(data) : data);
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

/** Whether the reader of standard output has gone, which is its good right. */
export function closedPipe(thrown: unknown): boolean {
  return codeOf(thrown) === "EPIPE";
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : undefined;
}
