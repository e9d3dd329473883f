/** Standard output and standard error: the program ends only after everything is written. */

import { setImmediate as turn } from "node:timers/promises";
import { TagviewError } from "../runtime/engine";
import { codeOf, inheritedOutput } from "./output";
import type { Column, TsvLines } from "./tsv";

const encoder = new TextEncoder();
const output = inheritedOutput(1);
const errors = inheritedOutput(2);

/** Bytes of standard output that are caught at most. */
const MOST_CAUGHT = 1 << 28;

/** What is caught of standard output; null where it is written. */
let catching: { chunks: Uint8Array[]; bytes: number; columns: readonly Column[] } | null = null;

/** Standard output that is kept instead of written. */
export interface Caught {
  /** Writes what follows again; answers what was caught, and what the columns hold where that is a table. */
  end(): TsvLines;
}

/** Keeps what is written to standard output from now on. */
export function catchOutput(): Caught {
  const now = { chunks: [], bytes: 0, columns: [] };
  catching = now;
  return {
    end() {
      catching = null;
      return { columns: now.columns, text: Buffer.concat(now.chunks).toString("utf8") };
    },
  };
}

/**
 * Writes to standard output; settles when its reader has taken all of `data`.
 * @throws as `writing`; TagviewError `too-large` where more is caught than fits.
 */
export async function write(data: string | TsvLines | Uint8Array): Promise<void> {
  if (typeof data === "object" && "columns" in data) {
    if (catching !== null) catching.columns = data.columns;
    return write(data.text);
  }
  const bytes = typeof data === "string" ? encoder.encode(data) : data;
  if (catching !== null) {
    catching.bytes += bytes.length;
    if (catching.bytes > MOST_CAUGHT) {
      throw new TagviewError(
        "too-large",
        "the results are too large for --table",
        "print them with --tsv or --json",
      );
    }
    catching.chunks.push(new Uint8Array(bytes));
    return;
  }
  await writing("standard output", () => output.write(bytes));
}

/** Milliseconds until others have their turn. */
const TURN_MS = 25;

/**
 * Writes pieces as they are made, and hears of interruptions between them.
 * @throws as `write`.
 */
export async function writePieces(
  pieces: Iterable<string | TsvLines> | AsyncIterable<string | TsvLines>,
): Promise<void> {
  let due = performance.now() + TURN_MS;
  for await (const piece of pieces) {
    await write(piece);
    if (performance.now() < due) continue;
    await turn();
    due = performance.now() + TURN_MS;
  }
}

/** Writes to standard error, after what waits for standard output; it is no failure where that can't be done. */
export function writeError(text: string): void {
  // There is nowhere left to report a failure.
  errors.write(encoder.encode(text)).catch(() => {});
}

/**
 * Settles when all that was written has been taken.
 * @throws as `write`.
 */
export async function flushed(): Promise<void> {
  await errors.flushed().catch(() => {});
  await writing("standard output", () => output.flushed());
}

/** What to do about an output that can't be written, by the system's error code. */
const REMEDIES: Record<string, string> = {
  EACCES: "check the permissions of its folder",
  EDQUOT: "make room on its disk",
  EFBIG: "its disk or a limit allows no file so large: write less",
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
 * Runs `f`, which prepares or looks at the output called `name`.
 * @throws TagviewError `open-failed`.
 */
export function atOnce<T>(name: string, f: () => T): T {
  try {
    return f();
  } catch (cause) {
    throw failure(name, cause);
  }
}

/**
 * Awaits `f`, which writes the output called `name`.
 * @throws TagviewError `open-failed`; the error itself where the reader of a pipe has gone, see `isClosedPipe`.
 */
export async function writing<T>(name: string, f: () => T | Promise<T>): Promise<T> {
  try {
    return await f();
  } catch (cause) {
    throw failure(name, cause);
  }
}

function failure(name: string, cause: unknown): unknown {
  if (isClosedPipe(cause) || cause instanceof TagviewError) return cause;
  const code = codeOf(cause) ?? String(cause);
  const remedy = REMEDIES[code] ?? "check its folder and its disk";
  return new TagviewError("open-failed", `${name} can't be written (${code})`, remedy, null, { cause });
}

/** Whether this was thrown because the reader of standard output has gone (EPIPE), which is no failure. */
export function isClosedPipe(thrown: unknown): boolean {
  return codeOf(thrown) === "EPIPE";
}
