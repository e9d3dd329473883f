/**
 * A partial result as a file: a line of JSON, `{"tagview": "partial", "form": 2, "command": [...], "recordings": [...],
 * "sha256": "..."}`, followed by the bytes that the engine joins, which have a version of their own. The checksum is that of
 * the command, the recordings and these bytes.
 */

import { createHash } from "node:crypto";

import { TagviewError } from "../../runtime/engine";
import { readSmallFile } from "./small-file";

export interface PartialFile {
  /** The command and its options, without the recording. */
  command: string[];
  /** Names of the recordings that it is of, in their order. */
  recordings: string[];
  /** The partial result. */
  partial: Uint8Array;
}

const FORM = 2;
/** Maximum size of a file in bytes; no result is as large. */
const MOST = 1 << 30;
/** Maximum length of the line in bytes. */
const LONGEST_LINE = 64 << 20;
const LINE_BEGIN = 0x7b;
const LINE_END = 0x0a;

export function partialBytes(file: PartialFile): Uint8Array {
  const { command, recordings, partial } = file;
  const sha256 = checksumOf(file);
  const line = `${JSON.stringify({ tagview: "partial", form: FORM, command, recordings, sha256 })}\n`;
  return Buffer.concat([Buffer.from(line), partial]);
}

function checksumOf({ command, recordings, partial }: PartialFile): string {
  const hash = createHash("sha256").update(JSON.stringify([command, recordings]));
  return hash.update(partial).digest("hex");
}

/**
 * @throws TagviewError `open-failed`; `mismatch` if the file is not a partial result, or has another version.
 */
export function readPartial(path: string): PartialFile {
  const bytes = readSmallFile(path, MOST, (first) => first[0] === LINE_BEGIN);
  if (bytes === null)
    throw new TagviewError("mismatch", `${path} is too long for a partial result`, "choose another file");
  const end = bytes.subarray(0, LONGEST_LINE).indexOf(LINE_END);
  const line = end < 0 ? null : parsed(bytes.subarray(0, end).toString("utf8"));
  if (line?.tagview !== "partial" || !isTexts(line.command) || !isTexts(line.recordings))
    throw new TagviewError(
      "mismatch",
      `${path} is not a partial result`,
      "name a file written by tagview partial",
    );
  if (line.form !== FORM)
    throw new TagviewError(
      "mismatch",
      `${path} has form ${line.form}, but this program reads form ${FORM}`,
      "make it again with this version",
    );
  const file = { command: line.command, recordings: line.recordings, partial: bytes.subarray(end + 1) };
  if (line.sha256 !== checksumOf(file))
    throw new TagviewError(
      "mismatch",
      `${path} is damaged: its checksum does not match`,
      "copy it again, or make it again with tagview partial",
    );
  return file;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}
