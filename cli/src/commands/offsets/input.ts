/** Where an offset header comes from. */

import { readFileSync, statSync } from "node:fs";
import { isatty } from "node:tty";
import { TagviewError } from "../../runtime/engine";
import { type Input, readAll } from "../../runtime/inputs";

/** Most bytes of an input; a header of a million partitions has 25 MB. */
const MOST_BYTES = 64 << 20;

/**
 * The text that an argument stands for: itself, the file it names after an `@`, or standard input.
 * @throws TagviewError `usage` where there is none, `open-failed` for a file that can't be read.
 */
export async function readHeader(argument: string | undefined): Promise<string> {
  if (argument?.startsWith("@")) return readFile(argument.slice(1));
  if (argument !== undefined && argument !== "-") return argument;
  if (argument === undefined && isatty(0)) {
    throw new TagviewError("usage", "there is no header", "give one, or pipe one in");
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw tooLong();
  }
  return Buffer.concat(chunks).toString("utf8");
}

function readFile(path: string): string {
  try {
    if (statSync(path).size > MOST_BYTES) throw tooLong();
    return readFileSync(path, "utf8");
  } catch (thrown) {
    if (thrown instanceof TagviewError) throw thrown;
    const why = thrown instanceof Error && "code" in thrown ? thrown.code : thrown;
    throw new TagviewError("open-failed", `${path} can't be read (${why})`, "check its name");
  }
}

/**
 * The text of a file that was named without a command.
 * @throws TagviewError `open-failed`, `usage`.
 */
export async function textOf(input: Input): Promise<string> {
  const bytes = await readAll(input, MOST_BYTES);
  if (bytes === null) throw tooLong();
  return Buffer.from(bytes).toString("utf8");
}

/** What an argument is called in the name of a chart's file. */
export function nameOfHeader(argument: string | undefined): string {
  if (argument?.startsWith("@")) return argument.slice(1);
  return argument === undefined || argument === "-" ? "-" : "header";
}

function tooLong(): TagviewError {
  return new TagviewError("usage", "this is far longer than a header", "cut out the header");
}
