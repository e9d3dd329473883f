import {
  asTagviewError,
  type Finding,
  open,
  type ScanRequest,
  type Session,
  type Snapshot,
  type SourceDescription,
  type Summary,
} from "@tagview/engine";
import { refresh } from "./state";

/** Log bins per decade of the gap histogram. */
export const GAP_BINS = 20n;

/** What is counted while the file is read; everything else is asked. */
export const REQUEST: ScanRequest = {
  analyses: [
    { name: "summary", id: "summary" },
    { name: "rate", id: "rate" },
    { name: "gaps", id: "gaps", log: GAP_BINS },
  ],
};

/** What is asked of the whole file first, as it tells most of what is asked next. */
export const PAIRS = { analyses: [{ name: "pairs", id: "pairs" }] } satisfies ScanRequest;

/**
 * Milliseconds between snapshots of one part: each is drawn, and drawing takes a processor away from
 * decoding.
 */
const INTERVAL_MS = 400;

/** How each file is read. */
export const READING = { interval: INTERVAL_MS, standing: PAIRS.analyses };

/** The reading of one file, as far as it has come. */
export interface Run {
  phase: "running" | "done" | "stopped" | "failed";
  snapshot: Snapshot | null;
  /** What went wrong first, in the file or with the reading itself. */
  error: Finding | null;
  /** Milliseconds, on the clock of `performance.now()`. */
  began: number;
  ended: number | null;
  ask: Session["ask"];
  stop: () => void;
  /** Stops, and gives back what was kept: there is nothing to ask any more. */
  close: () => void;
}

/**
 * Starts to read `source`, keeping at most `budget` bytes of tags; each snapshot asks for a
 * redraw, `finished` is called at the end.
 */
export function start(source: SourceDescription, budget: number, finished: (run: Run) => void): Run {
  const control = new AbortController();
  const onSnapshot = (snapshot: Snapshot): void => {
    if (run.phase !== "running") return;
    run.snapshot = snapshot;
    run.error = snapshot.error;
    refresh();
  };
  const session = open(source, REQUEST, { ...READING, signal: control.signal, onSnapshot, budget });
  const run: Run = {
    phase: "running",
    snapshot: null,
    error: null,
    began: performance.now(),
    ended: null,
    ask: (request, options) => session.ask(request, options),
    stop: () => {
      if (run.phase !== "running") return;
      // The page answers at once; the worker is ended by the signal.
      end(run, "stopped");
      control.abort();
      finished(run);
    },
    close: () => {
      run.stop();
      session.close();
    },
  };
  session.read.then(
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

/** What the file's index says is in it, as long as it is not read. */
export const overviewOf = (run: Run | null | undefined): Snapshot["overview"] =>
  run?.phase === "running" ? run.snapshot?.overview : null;

/** From the first to the last tag in ticks; null without tags. */
export function lengthOf(summary: Summary | null): bigint | null {
  return summary && summary.first !== null && summary.last !== null ? summary.last - summary.first : null;
}

/** Between 0 and 1; null where the file's size is unknown. */
export function progressOf(run: Run): number | null {
  const { snapshot } = run;
  if (run.phase === "done") return 1;
  if (!snapshot || snapshot.total === null || snapshot.total === 0) return null;
  return Math.min(1, snapshot.bytes / snapshot.total);
}
