/** Files that another program compressed, which the page does not read. */

import type { Finding } from "@tagview/engine";

/** The programs that decompress a file, by the code of its error. */
const PROGRAMS: Readonly<Record<string, string>> = { "gzip-file": "gzip", "zstd-file": "zstd" };

/**
 * States that the page does not read what another program compressed, although the content may have time tags; null for
 * other errors.
 */
export function compressedText({ code }: Pick<Finding, "code">): string | null {
  const program = PROGRAMS[code];
  if (program === undefined) return null;
  return `The page reads no text and no other tagger's recording inside ${program}. Decompress the file with ${program} -d, and open the result; the command line reads it as it is.`;
}
