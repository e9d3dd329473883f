/**
 * The comparison of formats of a recording, which a worker makes.
 *
 *     idle ---> running ---> done
 *                  |  ^
 *        cancelled |  | again, from any of them
 *        or failed v  |
 *               stopped
 */

import { asTagviewError, type ComparedItems, type ComparedRow } from "@tagview/engine";
import { engine } from "../../app/engine";
import { store } from "../../app/store";
import { sentence } from "../../ui/sentence";
import type { Recording } from "./recording";

export type Comparing =
  | { is: "idle" }
  | { is: "running"; abort: AbortController; tags: ComparedItems | null; rows: readonly ComparedRow[] }
  /** `why` is null where it was cancelled. */
  | { is: "stopped"; why: string | null; tags: ComparedItems | null; rows: readonly ComparedRow[] }
  | { is: "done"; tags: ComparedItems; rows: readonly ComparedRow[] };

/** Tags that are compared where all are asked for, at most. */
const ALL = 1 << 24;

const known = new WeakMap<Recording, Comparing>();

export function comparingOf(recording: Recording): Comparing {
  return known.get(recording) ?? { is: "idle" };
}

/** The rows so far; a new list where there is a new one. */
export function rowsOf(comparing: Comparing): readonly ComparedRow[] {
  return comparing.is === "idle" ? [] : comparing.rows;
}

export function tagsOf(comparing: Comparing): ComparedItems | null {
  return comparing.is === "idle" ? null : comparing.tags;
}

/** Begins anew; `all` compares as many tags as there may be. */
export async function begin(recording: Recording, all: boolean): Promise<void> {
  cancel(recording);
  const abort = new AbortController();
  let tags: ComparedItems | null = null;
  let rows: readonly ComparedRow[] = [];
  const isCurrent = (): boolean => {
    const now = comparingOf(recording);
    return now.is === "running" && now.abort === abort;
  };
  const become = (next: Comparing): void => {
    known.set(recording, next);
    store.refresh();
  };
  become({ is: "running", abort, tags, rows });
  const goOn = (): void => {
    if (isCurrent()) become({ is: "running", abort, tags, rows });
  };
  try {
    await engine.compare.run(recording.source, {
      ...(all && { tags: ALL }),
      signal: abort.signal,
      onItems: (read) => {
        tags = read;
        goOn();
      },
      onRow: ({ row }) => {
        rows = [...rows, row];
        goOn();
      },
    });
    if (isCurrent() && tags !== null) become({ is: "done", tags, rows });
  } catch (reason) {
    if (isCurrent()) become({ is: "stopped", why: sentence(asTagviewError(reason)), tags, rows });
  }
}

/** Ends it; what was measured stays. */
export function cancel(recording: Recording): void {
  const now = comparingOf(recording);
  if (now.is !== "running") return;
  const { abort, tags, rows } = now;
  known.set(recording, { is: "stopped", why: null, tags, rows });
  abort.abort();
  store.refresh();
}
