/** The history of a repository: descent of snapshots, and their positions in a drawing. */

/** A snapshot, its parent and its time. */
export interface Descendant {
  id: string;
  parent: string | null;
  flushed_at_us: bigint;
}

/** A row of the drawing: a column for each line of descent that passes. */
export interface HistoryRow<T> {
  snapshot: T;
  column: number;
  /** Numbers of the columns with a line that passes beside this snapshot. */
  passing: number[];
  /** Columns whose lines end at this snapshot, besides its own: those of other children. */
  joining: number[];
}

/** The snapshots, each before its parent; otherwise later ones first. */
export function newestFirst<T extends Descendant>(snapshots: readonly T[]): T[] {
  const byId = new Map(snapshots.map((snapshot) => [snapshot.id, snapshot]));
  const children = new Map<string, number>();
  for (const { parent } of byId.values()) {
    if (parent !== null) children.set(parent, (children.get(parent) ?? 0) + 1);
  }
  const later = (a: T, b: T): number =>
    a.flushed_at_us === b.flushed_at_us ? (a.id < b.id ? -1 : 1) : a.flushed_at_us > b.flushed_at_us ? -1 : 1;
  const ready = [...byId.values()].filter(({ id }) => !children.has(id)).sort(later);
  const order: T[] = [];
  for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
    order.push(next);
    byId.delete(next.id);
    const parent = byId.get(next.parent ?? "");
    if (parent === undefined) continue;
    const left = (children.get(parent.id) ?? 1) - 1;
    children.set(parent.id, left);
    if (left > 0) continue;
    const at = ready.findIndex((other) => later(parent, other) < 0);
    ready.splice(at < 0 ? ready.length : at, 0, parent);
  }
  // In a damaged file, snapshots may descend from themselves. They come last.
  return [...order, ...[...byId.values()].sort(later)];
}

/** The positions of snapshots in an order where each precedes its parent. */
export function historyRows<T extends Descendant>(snapshots: readonly T[]): HistoryRow<T>[] {
  // The target snapshot of each column's line; null for a free column.
  const columns: (string | null)[] = [];
  return snapshots.map((snapshot) => {
    const waiting = columns.flatMap((id, column) => (id === snapshot.id ? [column] : []));
    const free = columns.indexOf(null);
    const column = waiting[0] ?? (free < 0 ? columns.length : free);
    for (const joined of waiting) columns[joined] = null;
    const passing = columns.flatMap((id, k) => (id === null || k === column ? [] : [k]));
    columns[column] = snapshot.parent;
    while (columns.length > 0 && columns.at(-1) === null) columns.pop();
    return { snapshot, column, passing, joining: waiting.slice(1) };
  });
}

/** Ids and parents. */
type Parents = readonly Pick<Descendant, "id" | "parent">[];

/** The ids of the snapshots `heads` and of all their ancestors. */
export function reachable(snapshots: Parents, heads: Iterable<string>): Set<string> {
  const parents = new Map(snapshots.map(({ id, parent }) => [id, parent]));
  const ids = new Set<string>();
  for (const head of heads) {
    let at: string | null | undefined = head;
    for (; at && parents.has(at) && !ids.has(at); at = parents.get(at)) ids.add(at);
  }
  return ids;
}

/** The id of one snapshot of each cycle of parents, which only damage can cause. */
export function circles(snapshots: Parents): string[] {
  const parents = new Map(snapshots.map(({ id, parent }) => [id, parent]));
  const visited = new Set<string>();
  const ids: string[] = [];
  for (const { id } of snapshots) {
    const path = new Set<string>();
    let at: string | null | undefined = id;
    for (; at && parents.has(at) && !visited.has(at); at = parents.get(at)) {
      visited.add(at);
      path.add(at);
    }
    if (at && path.has(at)) ids.push(at);
  }
  return ids;
}
