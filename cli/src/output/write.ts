/** Standard output and standard error: the program ends only after everything is written. */

import { setImmediate as turn } from "node:timers/promises";
import { TagviewError } from "../runtime/engine";
import { codeOf, inheritedOutput } from "./output";
import { type TableRows, tsvText } from "./tsv";

const encoder = new TextEncoder();
const output = inheritedOutput(1);
const errors = inheritedOutput(2);

/** Takes results instead of standard output. */
export interface Sink {
  rows(rows: TableRows): void;
  bytes(bytes: Uint8Array): void;
}

/** Where results go; null for standard output. */
let sink: Sink | null = null;

/** Writes results into `into` from now on; null stands for standard output. */
export function redirect(into: Sink | null): void {
  sink = into;
}

/**
 * Writes results to standard output, rows of tables as tab-separated text; settles when its reader has taken all of `data`.
 * @throws as `writing`, and the errors of the sink.
 */
export async function write(data: string | TableRows | Uint8Array): Promise<void> {
  const isTable = typeof data === "object" && "rows" in data;
  if (isTable && sink !== null) return sink.rows(data);
  const text = isTable ? tsvText(data) : data;
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  if (sink !== null) return sink.bytes(bytes);
  await writing("standard output", () => output.write(bytes));
}

/** Milliseconds of writing after which other tasks, such as interruptions, are handled. */
const TURN_MS = 25;

/**
 * Writes pieces as they are made, and handles interruptions between them.
 * @throws as `write`.
 */
export async function writePieces(
  pieces: Iterable<string | TableRows> | AsyncIterable<string | TableRows>,
): Promise<void> {
  let due = performance.now() + TURN_MS;
  for await (const piece of pieces) {
    await write(piece);
    if (performance.now() < due) continue;
    await turn();
    due = performance.now() + TURN_MS;
  }
}

/** Writes to standard error, after pending output to standard output; a failure is ignored. */
export function writeError(text: string): void {
  // There is nowhere left to report a failure.
  errors.write(encoder.encode(text)).catch(() => {});
}

/**
 * Settles when all output has been accepted.
 * @throws as `write`.
 */
export async function flushed(): Promise<void> {
  await errors.flushed().catch(() => {});
  await writing("standard output", () => output.flushed());
}

/** Remedies for failed writes, by the system's error code. */
const REMEDIES: Record<string, string> = {
  EACCES: "check the permissions of its folder",
  EDQUOT: "make room on its disk",
  EFBIG: "the disk or a limit of the system does not allow a file of this size: write less",
  EISDIR: "name a file in this folder",
  ELOOP: "check where its symbolic links lead",
  ENAMETOOLONG: "choose a shorter name",
  ENOENT: "make its folder first",
  ENOSPC: "make room on its disk",
  ENOTDIR: "a part of its path is a file: check the name",
  EPERM: "check the permissions of its folder",
  EROFS: "its disk is read-only: choose another one",
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
 * Awaits `f`, which writes the output named `name`.
 * @throws TagviewError `open-failed`; the original error if the reader of a pipe has closed it, see `isClosedPipe`.
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

/** Whether this error means that the reader of standard output has closed it (EPIPE), which is not a failure. */
export function isClosedPipe(thrown: unknown): boolean {
  return codeOf(thrown) === "EPIPE";
}
