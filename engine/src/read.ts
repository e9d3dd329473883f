/** Reads one part on the thread it is called on: what a worker does with a source. */

import type { Scan } from "@tagview/wasm";
import { asTagviewError, cancelled } from "./errors";
import { feed } from "./feed";
import { call } from "./instance";
import { describePart, type PartDescription, type PartResult, resultOf } from "./part";
import type { Source } from "./source";

/** How reading talks to whoever started it. */
export interface ReadControl {
  /** Asked between pieces; `true` ends it with `cancelled`. */
  stopped: () => boolean;
  /** Called when the time of the file's first tag is known, and when that of the first selected one is. */
  onOrigin: (origin: bigint, start: bigint | null) => void;
  /** Called about every `interval` ms. */
  onProgress: (bytes: number, saved: Uint8Array | null, part: PartDescription) => void;
  interval: number;
  /** Whether that brings partial results. */
  snapshots: boolean;
  /** Sends tags on, in the form of `Scan.hold`; where no more are to follow yet, settles when they may. */
  relay: (tags: Uint8Array) => Promise<void> | null;
  /** Lets messages and signals of this thread in. */
  pause: () => Promise<void>;
  /** How often that is done, ms. */
  turn: number;
}

const FIRST_PROGRESS_MS = 30;
/** Tags that are sent on at once: 4 MB. The first ones are fewer, but more than a glimpse has. */
const HANDFUL = 1 << 20;
const FIRST_HANDFUL = 1 << 17;

/**
 * Feeds `source` to `scan` and closes it. Damage does not throw: it is in the results. Where
 * reading itself fails half way, that is said beside them.
 * @throws TagviewError `cancelled` or `internal`.
 */
export async function readPart(source: Source, scan: Scan, control: ReadControl): Promise<PartResult> {
  const { interval, pause, stopped, turn } = control;
  const began = performance.now();
  let due = began + Math.min(FIRST_PROGRESS_MS, interval);
  let pauseDue = began + turn;
  let bytes = 0;
  let known: Pick<PartDescription, "origin" | "start"> = { origin: null, start: null };
  let handful = FIRST_HANDFUL;

  const handOver = (): Promise<void> | null => {
    const tags = call(() => scan.handOver(handful));
    if (tags === undefined) return null;
    // Of the first ones it is told at once where they are.
    if (handful === FIRST_HANDFUL) due = 0;
    handful = HANDFUL;
    return control.relay(tags);
  };

  const pushed = (more: boolean, n: number): boolean | Promise<boolean> => {
    const now = performance.now();
    bytes += n;
    if (known.start === null) {
      const before = known;
      known = describePart(scan);
      const { origin, start } = known;
      if (origin !== null && (before.origin === null || start !== null)) control.onOrigin(origin, start);
    }
    const full = handOver();
    if (now >= due) {
      control.onProgress(bytes, control.snapshots ? call(() => scan.save()) : null, describePart(scan));
      // Costly results (many bins) are drawn up less often, so that they never take over.
      const cost = performance.now() - now;
      due = now + Math.max(interval, 5 * cost);
    }
    if (stopped()) throw cancelled();
    if (now < pauseDue && full === null) return more;
    return (full ?? pause()).then(() => {
      pauseDue = performance.now() + turn;
      if (stopped()) throw cancelled();
      return more;
    });
  };

  let broken: PartResult["broken"] = null;
  try {
    await feed(source, scan, (n) => call(() => scan.push(n)), pushed, { aim: turn / 2 });
  } catch (thrown) {
    const error = asTagviewError(thrown);
    if (error.code !== "read-failed") throw error;
    broken = error.toObject();
  } finally {
    source.close();
  }
  call(() => scan.finish());
  handful = 1;
  handOver();
  return resultOf(scan, broken);
}
