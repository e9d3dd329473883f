/** The files that a command was given. */

import { statSync } from "node:fs";
import { isatty } from "node:tty";
import { describe, nameOf, openSource, type SourceDescription, TagviewError } from "./engine";

export interface Input {
  name: string;
  source: SourceDescription;
  /** Bytes of a regular file, which can be opened and read any number of times; null for anything else. */
  size: number | null;
  /** Path of the file, if `source` reads its bytes in another order, or the content of a compressed file. */
  path?: string;
}

/** Bytes of all inputs below which they are decoded on the program's own thread: starting a worker takes longer. */
const SMALL = 16 << 20;

/**
 * The inputs of FILE...; standard input without any file.
 * @throws TagviewError `usage` without a file if standard input is a terminal.
 */
export function inputsOf(files: string[]): Input[] {
  if (files.length > 0) return files.map(inputOf);
  if (isatty(0)) throw new TagviewError("usage", "there is no input", "name a file, or pipe one in");
  return [inputOf("-")];
}

/** The input that one FILE stands for; `-` is standard input. */
export function inputOf(file: string): Input {
  const source: SourceDescription = file === "-" ? { kind: "fd", fd: 0 } : describe(file);
  return { name: nameOf(source), source, size: sizeOf(source) };
}

/** Whether inputs of these sizes are decoded on the program's own thread; an unknown size counts as large. */
export function areSmall(sizes: (number | null)[]): boolean {
  return sizes.reduce<number>((sum, size) => sum + (size ?? SMALL), 0) < SMALL;
}

/** Whether the files among these arguments are so large that workers decode them. */
export function haveLarge(args: string[]): boolean {
  return !areSmall(args.map((path) => sizeOf({ kind: "path", path }) ?? 0));
}

/** The size of a regular file; 0 for one that is not there, null for anything else. */
function sizeOf(source: SourceDescription): number | null {
  if (source.kind !== "path") return null;
  try {
    const stat = statSync(source.path);
    return stat.isFile() ? stat.size : null;
  } catch {
    // Opening the file reports the error.
    return 0;
  }
}

/**
 * All bytes of an input; null if there are more than `most`.
 * @throws TagviewError `open-failed`.
 */
export async function readAll({ source }: Input, most: number): Promise<Uint8Array | null> {
  const opened = await openSource(source);
  // A pipe may deliver single bytes, so the buffer grows with their number and not with each read.
  let kept = new Uint8Array(64 << 10);
  let bytes = 0;
  try {
    for (;;) {
      if (bytes === kept.length) {
        const larger = new Uint8Array(2 * kept.length);
        larger.set(kept);
        kept = larger;
      }
      const n = await opened.read((length) => kept.subarray(bytes, bytes + length), kept.length - bytes);
      if (n === 0) return kept.subarray(0, bytes);
      bytes += n;
      if (bytes > most) return null;
    }
  } finally {
    opened.close();
  }
}
