/** The views that were left, of each recording its own, and those that were gone back from. */

import { changedInView } from "./codecs";
import type { Recording } from "./recording";
import type { View } from "./view";

/** Steps back that are kept of a recording. */
const MOST_STEPS = 100;
/** Milliseconds within which changes of the same thing are one step, as those of a turning wheel. */
const SAME_MS = 700;
/** Milliseconds within which whatever changes is one step: one press of a key may change several things. */
const ONCE_MS = 20;

/**
 *               change: the view goes to `past`, `future` is dropped
 *     past <---------------------------------------------------------- the view on the page
 *     past ----------------------------------------------------------> the view on the page ----> future    undo
 *     past <---------------------------------------------------------- the view on the page <---- future    redo
 */
interface Trail {
  past: View[];
  future: View[];
  /** What was changed last, and when; nothing once a step was taken back. */
  last: { keys: string; at: number } | null;
}

const trails = new WeakMap<Recording, Trail>();

function trailOf(recording: Recording): Trail {
  const trail = trails.get(recording) ?? { past: [], future: [], last: null };
  trails.set(recording, trail);
  return trail;
}

/** Keeps the view that is left for another; `at` is in milliseconds. What brings back the same view is no step. */
export function leave(recording: Recording, view: View, next: View, at: number = performance.now()): void {
  const keys = changedInView(view, next);
  if (keys === "") return;
  const trail = trailOf(recording);
  const { last } = trail;
  const since = last ? at - last.at : Number.POSITIVE_INFINITY;
  const isSame = since < ONCE_MS || (since < SAME_MS && last?.keys === keys);
  trail.last = { keys, at };
  trail.future = [];
  if (isSame) return;
  trail.past = [...trail.past, view].slice(-MOST_STEPS);
}

/** The view before this one, or again the one after it; null where there is none. */
export function step(recording: Recording, view: View, by: "back" | "forward"): View | null {
  const trail = trailOf(recording);
  const [from, to] = by === "back" ? [trail.past, trail.future] : [trail.future, trail.past];
  const next = from.pop();
  if (!next) return null;
  to.push(view);
  trail.last = null;
  return next;
}

/** How many steps can be taken. */
export function steps(recording: Recording | null): { back: number; forward: number } {
  const trail = recording && trails.get(recording);
  return { back: trail?.past.length ?? 0, forward: trail?.future.length ?? 0 };
}
