/** Where a header comes from. */

import { readFileSync, statSync } from "node:fs";
import { isatty } from "node:tty";
import { TagviewError } from "@tagview/engine";

/** A paste of a million partitions is 25 MB. */
const LONGEST = 64 << 20;

/**
 * The argument itself, the file it names after an `@`, or standard input in full.
 * @throws TagviewError `usage` where there is none, `open-failed` for a file that can't be read.
 */
export async function readHeader(argument: string | undefined): Promise<string> {
  if (argument?.startsWith("@")) return readFile(argument.slice(1));
  if (argument !== undefined && argument !== "-") return argument;
  if (argument === undefined && isatty(0)) {
    throw new TagviewError("usage", "there is no header", "give one, or pipe one in");
  }
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > LONGEST) throw tooLong();
  }
  return Buffer.concat(pieces).toString("utf8");
}

function readFile(path: string): string {
  try {
    if (statSync(path).size > LONGEST) throw tooLong();
    return readFileSync(path, "utf8");
  } catch (thrown) {
    if (thrown instanceof TagviewError) throw thrown;
    const why = thrown instanceof Error && "code" in thrown ? thrown.code : thrown;
    throw new TagviewError("open-failed", `${path} can't be read (${why})`, "check its name");
  }
}

function tooLong(): TagviewError {
  return new TagviewError("usage", "this is far longer than a header", "cut out the header");
}
