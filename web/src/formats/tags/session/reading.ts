import {
  type AskOptions,
  asTagviewError,
  delaysIn,
  type Finding,
  parseTick,
  type RecordingKind,
  type ScanRequest,
  SEARCHED,
  type Session,
  type Snapshot,
  type SourceDescription,
  type Summary,
} from "@tagview/engine";
import { engine } from "../../../app/engine";
import type { Period } from "../model/view";

/** Logarithmic bins per decade of the gap histogram. */
const GAP_BINS = 20n;

/** Results counted while the recording is read; all other results need queries. */
export const REQUEST: ScanRequest = {
  analyses: [
    { name: "summary", id: "summary" },
    { name: "rate", id: "rate" },
    { name: "gaps", id: "gaps", log: GAP_BINS },
  ],
};

/**
 * The first query for the whole recording, on which most later requests depend. `tick` is the length of a tick,
 * `period` that of pulsed light in ticks, if given as a time.
 */
export const pairsIn = (tick: string, period: Period | null = null) => {
  const delays = delaysIn(parseTick(tick), SEARCHED);
  const given = typeof period === "number" ? { period } : {};
  return { analyses: [{ name: "pairs", id: "pairs", ...delays, ...given }] } satisfies ScanRequest;
};

/**
 * Options of every reading: 400 ms between snapshots, because drawing each slows down decoding. `tickOf` returns the
 * tick of a kind of file, which the first query needs.
 */
export const readingWith = (tickOf: (kind: RecordingKind) => string) => ({
  interval: 400,
  background: (kind: RecordingKind) => pairsIn(tickOf(kind)).analyses,
});

/** The engine's session of a recording, as the rest of the page uses it. */
export interface Reader {
  ask: Session["ask"];
  stop(): void;
  /** Stops, and frees the held tags; later queries fail. */
  close(): void;
}

/** State since reading began. Milliseconds are those of `performance.now()`. */
interface Begun {
  reader: Reader;
  /** Null before the first one. */
  snapshot: Snapshot | null;
  began: number;
}

/**
 * How far a recording has been read. `readRecording` owns it: it makes all but the first state.
 *
 *                read              to the end
 *     unread ---------> running ----------------> done
 *                        |   |  by the person
 *                        |   +------------------> stopped
 *                        |      not possible
 *                        +----------------------> failed
 *
 * Damage does not make a reading fail: it is in the snapshot, and the rest is read.
 */
export type Reading =
  | { phase: "unread" }
  | (Begun & { phase: "running" })
  | (Begun & { phase: "done" | "stopped"; ended: number })
  | (Begun & { phase: "failed"; ended: number; error: Finding });

/**
 * Reads a source, as it grows if `follow` is set, holding at most `budget` bytes of tags, and counts `more` in the same
 * pass. `become` is called with every new state.
 */
export function readRecording(
  source: SourceDescription,
  {
    budget,
    more,
    onKind,
    tickOf,
    follow,
  }: {
    budget: number;
    more: ScanRequest["analyses"];
    onKind: (kind: RecordingKind) => void;
    tickOf: (kind: RecordingKind) => string;
    follow: boolean;
  },
  become: (reading: Reading) => void,
): void {
  const control = new AbortController();
  const onSnapshot = (snapshot: Snapshot): void => {
    if (now.phase === "running") go({ ...now, snapshot });
  };
  const session = engine.tags.open(
    source,
    { analyses: [...REQUEST.analyses, ...more] },
    {
      ...readingWith(tickOf),
      signal: control.signal,
      onSnapshot,
      budget,
      follow,
    },
  );
  // The kind may arrive before any tags; reading reports errors of the file.
  session.kind.then(onKind, () => {});
  const reader: Reader = {
    ask: (request, options) => session.ask(request, options),
    stop: () => {
      if (now.phase !== "running") return;
      // The page shows it at once; workers end when they receive it.
      go({ ...now, phase: "stopped", ended: performance.now() });
      control.abort();
    },
    close: () => {
      reader.stop();
      session.close();
    },
  };
  let now: Reading = { phase: "running", reader, snapshot: null, began: performance.now() };
  become(now);

  function go(next: Reading): void {
    now = next;
    become(next);
  }

  session.read.then(
    (snapshot) => {
      if (now.phase === "running") go({ ...now, phase: "done", snapshot, ended: performance.now() });
    },
    (reason: unknown) => {
      if (now.phase !== "running") return;
      go({ ...now, phase: "failed", ended: performance.now(), error: asTagviewError(reason).toObject() });
    },
  );
}

/**
 * Asks a recording that has been read, or is being read.
 * @throws TagviewError `usage`, `cancelled` or `internal`.
 */
export async function askRecording(
  { reading }: { readonly reading: Reading },
  request: ScanRequest,
  options: AskOptions,
): Promise<Snapshot> {
  if (reading.phase === "unread") throw new Error("A recording is asked before it is read.");
  return reading.reader.ask(request, options);
}

export function snapshotOf(reading: Reading | undefined): Snapshot | null {
  return reading && reading.phase !== "unread" ? reading.snapshot : null;
}

/** The first error of the recording, or of reading it. */
export function errorOf(reading: Reading | undefined): Finding | null {
  return reading?.phase === "failed" ? reading.error : (snapshotOf(reading)?.error ?? null);
}

export function summaryOf(reading: Reading | undefined): Summary | null {
  return (snapshotOf(reading)?.analyses.summary as Summary | undefined) ?? null;
}

/** The contents of the recording according to its index, only while it is being read. */
export function overviewOf(reading: Reading | undefined): Snapshot["overview"] {
  return reading?.phase === "running" ? reading.snapshot?.overview : null;
}

/** From the first to the last tag in file order, in ticks, the length in which ranges are chosen; null without tags. */
export function lengthOf(summary: Summary | null): bigint | null {
  return summary && summary.first !== null && summary.last !== null ? summary.last - summary.first : null;
}

/** The share of bytes read, from 0 to 1; null if the size is unknown. */
export function progressOf(reading: Reading): number | null {
  if (reading.phase === "done") return 1;
  const snapshot = snapshotOf(reading);
  if (!snapshot?.total) return null;
  return Math.min(1, snapshot.bytes / snapshot.total);
}
