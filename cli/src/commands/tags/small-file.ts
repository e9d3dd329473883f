/** Files that are read as a whole, beside the recordings: lists of channels, partial results. */

import { readFileSync, statSync } from "node:fs";
import { codeOf } from "../../output/output";
import { TagviewError } from "../../runtime/engine";

/**
 * The bytes of the file at `path`; null where they are more than `most`.
 * @throws TagviewError `open-failed`.
 */
export function readSmallFile(path: string, most: number): Buffer | null {
  try {
    return statSync(path).size <= most ? readFileSync(path) : null;
  } catch (thrown) {
    const code = codeOf(thrown) ?? String(thrown);
    throw new TagviewError("open-failed", `${path} can't be read (${code})`, "check the name");
  }
}
