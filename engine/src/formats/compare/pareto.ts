/** The Pareto front. */

/** The criteria of a row; less is better. */
export interface Cost {
  bytes: number;
  decode_ms: number;
}

/** The rows for which no other is both smaller and faster to decode. */
export function paretoFront<R extends Cost>(rows: readonly R[]): Set<R> {
  const front = new Set<R>();
  let fastest = Number.POSITIVE_INFINITY;
  for (const row of [...rows].sort((a, b) => a.bytes - b.bytes || a.decode_ms - b.decode_ms)) {
    if (row.decode_ms >= fastest) continue;
    fastest = row.decode_ms;
    front.add(row);
  }
  return front;
}
