/** Commands as they are typed. */

/** Words as a POSIX shell takes them for the same words. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");
}
