/** The files a command was given. */

import { statSync } from "node:fs";
import { isatty } from "node:tty";
import { describe, nameOf, type SourceDescription, TagviewError } from "@tagview/engine";
import { closedPipe } from "./output/write";
import { report } from "./report";
import { Status, worse } from "./status";

export interface Input {
  name: string;
  source: SourceDescription;
  /** Bytes of a regular file, which can be opened and read as often as one likes; null for anything else. */
  size: number | null;
}

const SMALL = 16 << 20;

/**
 * What FILE... stands for.
 * @throws TagviewError `usage` where there is neither a file nor a pipe.
 */
export function inputsOf(files: string[]): Input[] {
  if (files.length > 0) return files.map(inputOf);
  if (isatty(0)) throw new TagviewError("usage", "there is no input", "name a file, or pipe one in");
  return [inputOf("-")];
}

export function inputOf(file: string): Input {
  const source: SourceDescription = file === "-" ? { kind: "fd", fd: 0 } : describe(file);
  return { name: nameOf(source), source, size: sizeOf(source) };
}

/** Runs `handle` for each input; an error of one is told and the others still have their turn. */
export async function eachInput(inputs: Input[], handle: (input: Input) => Promise<Status>): Promise<Status> {
  let status: Status = Status.Good;
  for (const input of inputs) {
    try {
      status = worse(status, await handle(input));
    } catch (thrown) {
      if (closedPipe(thrown)) throw thrown;
      status = worse(status, report(thrown, input.name));
    }
  }
  return status;
}

/** Whether inputs are decoded on the spot: starting a worker would take longer. */
export function areSmall(sizes: (number | null)[]): boolean {
  return sizes.reduce<number>((sum, size) => sum + (size ?? SMALL), 0) < SMALL;
}

/** Whether among these arguments are files that several threads read. */
export function haveLarge(args: string[]): boolean {
  return !areSmall(args.map((path) => sizeOf({ kind: "path", path }) ?? 0));
}

/** The size of a regular file. */
function sizeOf(source: SourceDescription): number | null {
  if (source.kind !== "path") return null;
  try {
    const stat = statSync(source.path);
    return stat.isFile() ? stat.size : null;
  } catch {
    // Opening it will tell what is wrong, better than this could.
    return 0;
  }
}
