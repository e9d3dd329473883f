/** Files that another program compressed, which the page does not read. */

import type { Finding } from "@tagview/engine";

/** The engine's messages for files whose compressed content it does not read. */
const COMPRESSED: readonly (readonly [message: RegExp, program: string])[] = [
  [/^this zstd file holds /u, "zstd"],
  [/^this is a gzip file\b/u, "gzip"],
];

/**
 * States that the page does not read what another program compressed, although the content may have time tags; null for
 * other errors.
 */
export function compressedText({ code, message }: Pick<Finding, "code" | "message">): string | null {
  if (code !== "unknown-format") return null;
  const program = COMPRESSED.find(([pattern]) => pattern.test(message))?.[1];
  if (program === undefined) return null;
  return `The page reads no text and no other tagger's recording inside ${program}. Decompress the file with ${program} -d, and open the result; the command line reads it as it is.`;
}
