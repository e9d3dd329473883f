/** Sources of an offset header: the argument, a file, or standard input. */

import { statSync } from "node:fs";
import { isatty } from "node:tty";
import { withFileName } from "../../output/errors";
import { TagviewError } from "../../runtime/engine";
import { type Input, inputOf, readAll } from "../../runtime/inputs";
import { unpackedBytes } from "../../runtime/unpacked";

/** Most bytes of an input, which may hold many headers; one of a million partitions has 25 MB. */
const MOST_BYTES = 64 << 20;

/** A name of a file with an ending. Headers have a colon or are base64, which has no dot. */
const NAME_OF_FILE = /^[^:=\s]+\.[a-z]{1,5}$/i;

/**
 * The text of an argument: the content of the file it names (also after an `@`), standard input, or the argument
 * itself.
 * @throws TagviewError `usage` without any text, `open-failed` for an unreadable file.
 */
export async function readHeader(argument: string | undefined): Promise<string> {
  const file = fileOf(argument);
  if (file !== null) return textOfFile(file);
  if (argument !== undefined && NAME_OF_FILE.test(argument))
    throw new TagviewError("open-failed", `there is no file ${argument}`, "check the name, or give a header");
  if (argument !== undefined && argument !== "-") return argument;
  if (argument === undefined && isatty(0)) {
    throw new TagviewError("usage", "there is no header", "give a header as an argument, or pipe one in");
  }
  return textOf(inputOf("-"));
}

/** The text of a file that was named as an option's value, which its errors name, too. */
async function textOfFile(path: string): Promise<string> {
  try {
    return await textOf(inputOf(path));
  } catch (thrown) {
    throw withFileName(thrown, path);
  }
}

/**
 * The text of an input.
 * @throws TagviewError `open-failed`, `usage`, and as `unpackedBytes`.
 */
export async function textOf(input: Input): Promise<string> {
  const bytes = await readAll(input, MOST_BYTES);
  const inside = bytes === null ? null : await unpackedBytes(bytes, MOST_BYTES);
  if (inside === null) throw tooLong();
  // It leaves out a mark of the byte order.
  return new TextDecoder().decode(inside);
}

/**
 * The file that an argument names, after an `@` or as an existing path; null for a header and for standard input.
 */
function fileOf(argument: string | undefined): string | null {
  if (argument === undefined || argument === "-") return null;
  if (argument.startsWith("@")) return argument.slice(1);
  try {
    const stat = statSync(argument, { throwIfNoEntry: false });
    return stat === undefined || stat.isDirectory() ? null : argument;
  } catch {
    // A header can be no path, for example by its length.
    return null;
  }
}

/** Name of an argument in the file name of a chart. */
export function nameOfHeader(argument: string | undefined): string {
  const file = fileOf(argument);
  if (file !== null) return file;
  return argument === undefined || argument === "-" ? "-" : "header";
}

function tooLong(): TagviewError {
  return new TagviewError("usage", "this is much longer than a header", "give only the header");
}
