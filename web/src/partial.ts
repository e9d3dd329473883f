import { isPending, narrowed } from "./files";
import { progressOf, type Run, summaryOf } from "./run";
import type { State } from "./state";

/** What is said beside results that are not of the whole file; null where they are. */
export function partMark(run: Run): string | null {
  const done = progressOf(run);
  const percent = done === null ? "" : `${Math.floor(done * 100)} %`;
  if (run.phase === "running") return percent ? `so far, ${percent}` : "so far";
  if (run.phase === "stopped") return percent ? `stopped at ${percent}` : "stopped";
  return run.phase === "failed" || !run.snapshot?.complete ? "incomplete" : null;
}

/** The same beside a chart or table, where nothing needs saying of nothing. */
export function dataMark(run: Run | null): string | null {
  return run && (summaryOf(run)?.tags ?? 0) > 0 ? partMark(run) : null;
}

/** What is said beside the results that a chosen range narrows. */
export function scopeMark(state: State): string | null {
  const { current, view } = state;
  if (!current) return null;
  if (isPending(state)) return "counting the range";
  const marks = [view.range ? "in the range" : null, dataMark(narrowed(current))];
  return marks.filter(Boolean).join(", ") || null;
}
