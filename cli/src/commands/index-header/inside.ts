/** Index-headers and indexes that gzip has compressed. */

import { headInside, refuseZstd, unpacked } from "../../runtime/gzip";
import type { Input } from "../../runtime/inputs";

/** The first bytes of index-headers and of indexes. */
const MARK = [0xba, 0xaa, 0xd7];

/**
 * Returns the input, inflated if it is compressed with gzip. A sparse header is itself a gzip file, and is returned unchanged.
 * @throws TagviewError `unknown-format` for a file that is compressed with zstd.
 */
export function insideOf(input: Input): Input {
  refuseZstd(input);
  const head = headInside(input);
  return head !== null && MARK.every((byte, k) => head[k] === byte) ? unpacked(input) : input;
}
