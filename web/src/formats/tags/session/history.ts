/** The views of a recording that were left, and those that were gone back from. */

import type { View } from "../model/view";
import { changedInView } from "./codecs";

/** Steps back that are kept of a recording. */
const MOST_STEPS = 100;
/** Milliseconds within which changes of the same thing are one step, as those of a turning wheel. */
const SAME_MS = 700;
/** Time in milliseconds within which all changes are one step: one key may change several values. */
const ONCE_MS = 20;

/**
 *               change: the view goes to `past`, `future` is dropped
 *     past <---------------------------------------------------------- the view on the page
 *     past ----------------------------------------------------------> the view on the page ----> future    undo
 *     past <---------------------------------------------------------- the view on the page <---- future    redo
 */
export interface Trail {
  readonly past: readonly View[];
  readonly future: readonly View[];
  /** Keys and time of the last change; null after undo or redo. */
  readonly last: { keys: string; at: number } | null;
}

/** The trail of a recording whose view was never changed. */
export const NO_TRAIL: Trail = { past: [], future: [], last: null };

/** Has a trail, as a recording. */
interface Trailed {
  trail: Trail;
}

/** Stores the view before a change; `at` is in milliseconds. An unchanged view makes no step. */
export function leave(recording: Trailed, view: View, next: View, at: number = performance.now()): void {
  const keys = changedInView(view, next);
  if (keys === "") return;
  const { past, last } = recording.trail;
  const since = last ? at - last.at : Number.POSITIVE_INFINITY;
  const isSame = since < ONCE_MS || (since < SAME_MS && last?.keys === keys);
  recording.trail = {
    past: isSame ? past : [...past, view].slice(-MOST_STEPS),
    future: [],
    last: { keys, at },
  };
}

/** The previous view, or the next one after an undo; null if there is none. */
export function step(recording: Trailed, view: View, by: "back" | "forward"): View | null {
  const { past, future } = recording.trail;
  const next = (by === "back" ? past : future).at(-1);
  if (!next) return null;
  recording.trail =
    by === "back"
      ? { past: past.slice(0, -1), future: [...future, view], last: null }
      : { past: [...past, view], future: future.slice(0, -1), last: null };
  return next;
}
