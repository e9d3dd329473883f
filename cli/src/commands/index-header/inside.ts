/** Index-headers and indexes that gzip has compressed. */

import { headInside, refuseZstd, unpacked } from "../../runtime/gzip";
import type { Input } from "../../runtime/inputs";

/** The first bytes of index-headers and of indexes. */
const MARK = [0xba, 0xaa, 0xd7];

/**
 * Returns the input as what is inside, where gzip has compressed it. A sparse header is a gzip file itself, and stays.
 * @throws TagviewError `unknown-format` for what zstd has compressed.
 */
export function insideOf(input: Input): Input {
  refuseZstd(input);
  const head = headInside(input);
  return head !== null && MARK.every((byte, k) => head[k] === byte) ? unpacked(input) : input;
}
