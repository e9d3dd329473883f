/** Virtual channels as they are typed: one a line. What each line means, the engine knows. */

/** Definitions of a text: its lines, or what stands between semicolons, without blank ones. */
export function readDefinitions(text: string): string[] {
  return text
    .split(/[;\n]/u)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** What each virtual channel is defined as, by its number. */
export function rulesOf(define: readonly string[]): ReadonlyMap<bigint, string> {
  const rules = define.map((definition) => /^(\d{1,20})\s*=\s*(.*)$/u.exec(definition));
  return new Map(
    rules.flatMap((match) => (match ? [[BigInt(match[1] ?? ""), match[2] ?? ""] as const] : [])),
  );
}
