/** Values between two cursors, as text. */

import { type CorrelationData, count, pure, shortNumber } from "@tagview/charts";

/** Minimum number of pairs with a symmetric error. */
const FEW = 20;
/** Maximum number of named channels. */
const MOST_SAID = 6;

/** "1,204 tags (3: 800, 15: 404)". */
export function tagsText(tags: readonly (readonly [channel: bigint, tags: number])[]): string {
  const all = tags.reduce((sum, [, some]) => sum + some, 0);
  const named = tags.slice(0, MOST_SAID).map(([channel, some]) => `${shortNumber(channel)}: ${count(some)}`);
  if (tags.length > MOST_SAID) named.push("…");
  const parts = tags.length > 1 ? ` (${named.join(", ")})` : "";
  return `${count(all)} ${all === 1 ? "tag" : "tags"}${parts}`;
}

/** Number of pairs in the bins from one to before another, and the number expected by chance, at which g2 is 1. */
export function pairsBetween(
  { counts, g2, edges, bin }: CorrelationData,
  from: number,
  to: number,
): { pairs: number; chance: number | null } {
  const width = (k: number): number =>
    edges ? Number((edges[k + 1] ?? 0n) - (edges[k] ?? 0n)) : Number(bin ?? 1n);
  /** Number of pairs per tick of delay expected by chance in a bin; null if the bin does not determine it. */
  const level = (k: number): number | null => {
    const [n = 0, value = 0] = [counts[k], g2[k]];
    return n > 0 && value > 0 && Number.isFinite(value) ? n / value / width(k) : null;
  };
  const first = counts.findIndex((_, k) => k >= from && level(k) !== null);
  // For a bin without pairs, uses the level of the last earlier bin with pairs.
  let now = level(first < 0 ? counts.findIndex((_, k) => level(k) !== null) : first);
  let [pairs, chance] = [0, 0];
  for (let k = from; k < to; k += 1) {
    now = level(k) ?? now;
    pairs += counts[k] ?? 0;
    chance += (now ?? 0) * width(k);
  }
  return { pairs, chance: now === null ? null : chance };
}

/** "412 pairs, 310 by chance, 102 ± 20 above it". */
export function pairsText({ pairs, chance }: { pairs: number; chance: number | null }): string {
  const all = `${count(pairs)} ${pairs === 1 ? "pair" : "pairs"}`;
  if (chance === null) return all;
  const above = pairs - chance;
  const error = pairs < FEW ? "" : ` ± ${pure(Math.sqrt(pairs), 2)}`;
  return `${all}, ${pure(chance)} by chance, ${pure(above)}${error} above it`;
}
