/**
 * A worker's comparison of formats for the items of a file.
 *
 *     idle ---> running ---> done
 *                  |  ^
 *        cancelled |  | again, from any of them
 *        or failed v  |
 *               stopped
 */

import {
  asTagviewError,
  type ComparedItems,
  type ComparedRow,
  type ComparedSelection,
  type SourceDescription,
} from "@tagview/engine";
import { engine } from "../app/engine";
import { sentence } from "../ui/sentence";
import { reactive } from "../ui/signals";

/** An open file whose items are compared. */
export interface ComparedFile {
  readonly name: string;
  readonly source: SourceDescription;
}

export type Comparing =
  | { is: "idle" }
  | { is: "running"; abort: AbortController; items: ComparedItems | null; rows: readonly ComparedRow[] }
  /** `why` is null after a cancellation. */
  | { is: "stopped"; why: string | null; items: ComparedItems | null; rows: readonly ComparedRow[] }
  | { is: "done"; items: ComparedItems; rows: readonly ComparedRow[] };

const IDLE: Comparing = { is: "idle" };
const known = new WeakMap<ComparedFile, { now: Comparing }>();

function kept(file: ComparedFile): { now: Comparing } {
  const one = known.get(file) ?? reactive<{ now: Comparing }>({ now: IDLE });
  known.set(file, one);
  return one;
}

export function comparingOf(file: ComparedFile): Comparing {
  return kept(file).now;
}

/** The rows so far; a new list after each new row. */
export function rowsOf(comparing: Comparing): readonly ComparedRow[] {
  return comparing.is === "idle" ? [] : comparing.rows;
}

export function itemsOf(comparing: Comparing): ComparedItems | null {
  return comparing.is === "idle" ? null : comparing.items;
}

/** Restarts the comparison with the items of the file that `selection` takes. */
export async function begin(file: ComparedFile, selection: ComparedSelection): Promise<void> {
  cancel(file);
  const abort = new AbortController();
  let items: ComparedItems | null = null;
  let rows: readonly ComparedRow[] = [];
  const isCurrent = (): boolean => {
    const now = comparingOf(file);
    return now.is === "running" && now.abort === abort;
  };
  const become = (next: Comparing): void => {
    kept(file).now = next;
  };
  become({ is: "running", abort, items, rows });
  const goOn = (): void => {
    if (isCurrent()) become({ is: "running", abort, items, rows });
  };
  try {
    await engine.compare.measure(file.source, {
      ...selection,
      signal: abort.signal,
      onItems: (read) => {
        items = read;
        goOn();
      },
      onRow: ({ row }) => {
        rows = [...rows, row];
        goOn();
      },
    });
    if (isCurrent() && items !== null) become({ is: "done", items, rows });
  } catch (reason) {
    if (isCurrent()) become({ is: "stopped", why: sentence(asTagviewError(reason)), items, rows });
  }
}

/** Cancels the comparison; finished measurements remain. */
export function cancel(file: ComparedFile): void {
  const now = comparingOf(file);
  if (now.is !== "running") return;
  const { abort, items, rows } = now;
  kept(file).now = { is: "stopped", why: null, items, rows };
  abort.abort();
}
