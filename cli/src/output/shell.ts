/** Commands as they are typed. */

/** Quotes words so that a POSIX shell reads them unchanged. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");
}
