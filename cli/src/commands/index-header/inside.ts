/** Index-headers and indexes that gzip or zstd has compressed. */

import type { Input } from "../../runtime/inputs";
import { headInside, refuseZstd, unpacked } from "../../runtime/unpacked";

/** The first bytes of index-headers and of indexes. */
const MARK = [0xba, 0xaa, 0xd7];

/**
 * Returns the input, decompressed if necessary. A sparse header is itself a gzip file, and is returned unchanged.
 * @throws TagviewError `unknown-format` for a zstd file with other content.
 */
export async function insideOf(input: Input): Promise<Input> {
  const head = await headInside(input);
  if (head !== null && MARK.every((byte, k) => head[k] === byte)) return unpacked(input);
  refuseZstd(input);
  return input;
}
