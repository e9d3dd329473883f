import type { Topic } from "./inquiry";
import { wholeOf } from "./results";
import { progressOf, type Run } from "./run";
import type { State } from "./state";

/** What is said beside what was not counted yet. */
export const BY_INDEX = "by its index";

/** What is said beside results that are not of the whole file; null where they are. */
export function partMark(run: Run): string | null {
  const done = progressOf(run);
  const percent = done === null ? "" : `${Math.floor(done * 100)} %`;
  if (run.phase === "running") return percent ? `so far, ${percent}` : "so far";
  if (run.phase === "stopped") return percent ? `stopped at ${percent}` : "stopped";
  return run.phase === "failed" || !run.snapshot?.complete ? "incomplete" : null;
}

/** The same beside a chart or table, where nothing needs saying of nothing. */
export function dataMark({ current }: State): string | null {
  const run = current?.run;
  return run && (wholeOf(current, "summary")?.tags ?? 0) > 0 ? partMark(run) : null;
}

/** True where what is drawn is not the answer to what is asked now. */
export function isPending({ current, compared }: State, topic: Topic): boolean {
  return [current, compared].some((file) => file?.inquiry?.pending(topic));
}

/** True where there will be an answer; which pair is asked about waits for the matrix. */
export function isAwaited(state: State, topic: Topic): boolean {
  const { current } = state;
  if (current?.run && !current.run.snapshot && current.run.phase === "running") return true;
  return isPending(state, topic) || isPending(state, "pairs");
}

/** What is said beside answers: that they are of the range, of a part, or not there yet. */
export function scopeMark(state: State, topic: Topic): string | null {
  const { current, view } = state;
  if (!current) return null;
  // Answers to what is asked while the file is read come with the next snapshot anyway.
  if (view.range && isPending(state, topic)) return "counting the range";
  const early = current.run?.phase !== "running" && current.inquiry?.answer(topic)?.settled === false;
  const marks = [view.range ? "in the range" : null, early ? "so far" : dataMark(state)];
  return marks.filter(Boolean).join(", ") || null;
}
