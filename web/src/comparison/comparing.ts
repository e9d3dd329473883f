/** A worker's comparison of formats for the items of a file. */

import {
  asTagviewError,
  type ComparedItems,
  type ComparedRow,
  type ComparedSelection,
  type SourceDescription,
} from "@tagview/engine";
import { engine } from "../app/engine";
import { sentence } from "../ui/sentence";
import { change, reactive } from "../ui/signals";

/** An open file whose items are compared. */
export interface ComparedFile {
  readonly name: string;
  readonly source: SourceDescription;
}

export interface Comparing {
  /** Cancels the comparison that is running; null if none is. */
  abort: AbortController | null;
  /** Null before they are read. */
  items: ComparedItems | null;
  /** The rows so far; a new list after each new row. */
  rows: readonly ComparedRow[];
  /** Why the last comparison is not whole; null before the first, and of a whole one. */
  end: "cancelled" | { error: string } | null;
}

const NEW: Comparing = { abort: null, items: null, rows: [], end: null };
const known = new WeakMap<ComparedFile, Comparing>();

export function comparingOf(file: ComparedFile): Comparing {
  const comparing = known.get(file) ?? reactive(NEW);
  known.set(file, comparing);
  return comparing;
}

/** Restarts the comparison with the items of the file that `selection` takes. */
export async function begin(file: ComparedFile, selection: ComparedSelection): Promise<void> {
  const comparing = comparingOf(file);
  comparing.abort?.abort();
  const abort = new AbortController();
  change(comparing, { ...NEW, abort });
  const put = (values: Partial<Comparing>): void => {
    if (comparing.abort === abort) change(comparing, values);
  };
  try {
    await engine.compare.measure(file.source, {
      ...selection,
      signal: abort.signal,
      onItems: (items) => put({ items }),
      onRow: ({ row }) => put({ rows: [...comparing.rows, row] }),
    });
    put({ abort: null });
  } catch (reason) {
    put({ abort: null, end: { error: sentence(asTagviewError(reason)) } });
  }
}

/** Cancels the comparison; finished measurements remain. */
export function cancel(file: ComparedFile): void {
  const comparing = comparingOf(file);
  const { abort } = comparing;
  if (abort === null) return;
  change(comparing, { abort: null, end: "cancelled" });
  abort.abort();
}
