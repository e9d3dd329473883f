import {
  asTagviewError,
  type Finding,
  type Gaps,
  type Rate,
  type ScanRequest,
  type Snapshot,
  type SourceDescription,
  type Summary,
  scan,
} from "@tagview/engine";
import { type Range, refresh } from "./state";

/** Log bins per decade of the gap histogram. */
const GAP_BINS = 20n;

/** A scan of one file, as far as it has come. */
export interface Run {
  phase: "running" | "done" | "stopped" | "failed";
  snapshot: Snapshot | null;
  /** What went wrong first, in the file or with the scan itself. */
  error: Finding | null;
  /** Milliseconds, on the clock of `performance.now()`. */
  began: number;
  ended: number | null;
  stop: () => void;
}

/** Starts to read `source`; each snapshot asks for a redraw, `finished` is called at the end. */
export function start(source: SourceDescription, range: Range | null, finished: (run: Run) => void): Run {
  const control = new AbortController();
  const run: Run = {
    phase: "running",
    snapshot: null,
    error: null,
    began: performance.now(),
    ended: null,
    stop: () => {
      if (run.phase !== "running") return;
      // The page answers at once; the worker is ended by the signal.
      end(run, "stopped");
      control.abort();
      finished(run);
    },
  };
  const onSnapshot = (snapshot: Snapshot): void => {
    if (run.phase !== "running") return;
    run.snapshot = snapshot;
    run.error = snapshot.error;
    refresh();
  };
  const request: ScanRequest = {
    analyses: [
      { name: "summary", id: "summary" },
      { name: "rate", id: "rate" },
      { name: "gaps", id: "gaps", log: GAP_BINS },
    ],
    ...(range ? { selection: { from: range.from, to: range.to } } : {}),
  };
  scan(source, request, { signal: control.signal, onSnapshot }).then(
    (snapshot) => {
      if (run.phase !== "running") return;
      onSnapshot(snapshot);
      end(run, "done");
      finished(run);
    },
    (reason: unknown) => {
      if (run.phase !== "running") return;
      run.error = asTagviewError(reason).toObject();
      end(run, "failed");
      finished(run);
    },
  );
  return run;
}

function end(run: Run, phase: Run["phase"]): void {
  run.phase = phase;
  run.ended = performance.now();
  refresh();
}

export const summaryOf = (run: Run | null | undefined): Summary | null =>
  (run?.snapshot?.analyses.summary as Summary | undefined) ?? null;
export const rateOf = (run: Run | null | undefined): Rate | null =>
  (run?.snapshot?.analyses.rate as Rate | undefined) ?? null;
export const gapsOf = (run: Run | null | undefined): Gaps | null =>
  (run?.snapshot?.analyses.gaps as Gaps | undefined) ?? null;

/** Between 0 and 1; null where the file's size is unknown. */
export function progressOf(run: Run): number | null {
  const { snapshot } = run;
  if (run.phase === "done") return 1;
  if (!snapshot || snapshot.total === null || snapshot.total === 0) return null;
  return Math.min(1, snapshot.bytes / snapshot.total);
}

/** True where not everything in the file is counted yet, or ever will be. */
export function isPartial(run: Run): boolean {
  return run.phase !== "done" || !run.snapshot?.complete;
}
