/** A checksum of all entries of a table, to compare two readers. */

import { createHash } from "node:crypto";
import type { OpenIndexHeader } from "../../runtime/engine";
import { bytesOf } from "./texts";

/**
 * SHA-256 over each name, and each value of it, in order: length and bytes of the name, of the value, then
 * `start,end` of its postings; lengths end with a zero byte, entries with a line feed. Null for a sparse header.
 */
export async function hashOf(opened: OpenIndexHeader): Promise<string | null> {
  if (opened.summary.label_values === null) return null;
  const hash = createHash("sha256");
  for (const { label, name } of opened.summary.labels) {
    const bytes = bytesOf(name);
    const head = Buffer.concat([Buffer.from(`${bytes.length}\0`), bytes]);
    for await (const { values, start, end } of opened.eachValues(label)) {
      values.forEach((value, k) => {
        const text = bytesOf(value);
        hash.update(head);
        hash.update(`${text.length}\0`);
        hash.update(text);
        hash.update(`${start[k]},${end[k]}\n`);
      });
    }
  }
  return hash.digest("hex");
}
