/**
 * One pass over one source, on the thread it is called on. This is all a worker does, and tests
 * call it without one.
 */

import { Scan } from "@tagview/wasm";
import { asTagviewError, cancelled, type ErrorObject } from "./errors";
import { feed } from "./feed";
import { call } from "./instance";
import type { ScanRequest } from "./request";
import type { Snapshot } from "./results";
import type { Source } from "./source";

/** How a run talks to whoever started it. */
export interface RunControl {
  /** Asked between pieces; `true` ends the run with `cancelled`. */
  stopped?: () => boolean;
  /** Called about every `interval` ms with what is known so far. Nothing is drawn up without it. */
  onSnapshot?: ((snapshot: Snapshot) => void) | undefined;
  interval?: number | undefined;
  /** Lets messages and signals of this thread in. */
  pause: () => Promise<void>;
}

const FIRST_SNAPSHOT_MS = 30;
const PAUSE_MS = 25;

/**
 * Runs `request` over `source` and closes it.
 *
 * Damage does not throw: the snapshot has it, with all that could be read. Where reading itself
 * fails half way, that is the snapshot's error too.
 * @throws TagviewError `usage`, `cancelled` or `internal`.
 */
export async function runScan(source: Source, request: ScanRequest, control: RunControl): Promise<Snapshot> {
  const interval = control.interval ?? 100;
  let scan: Scan | undefined;
  try {
    const job = call(() => new Scan(request));
    scan = job;
    let due = performance.now() + Math.min(FIRST_SNAPSHOT_MS, interval);
    let pauseDue = performance.now() + PAUSE_MS;

    const snapshot = (broken: ErrorObject | null): Snapshot => {
      const taken = call(() => job.snapshot()) as Snapshot;
      taken.total = source.byteLength;
      if (broken !== null) {
        taken.complete = false;
        taken.findings = [broken, ...taken.findings];
        taken.error = broken;
      }
      return taken;
    };

    const pushed = (more: boolean): boolean | Promise<boolean> => {
      const now = performance.now();
      if (control.onSnapshot !== undefined && now >= due) {
        control.onSnapshot(snapshot(null));
        // A costly snapshot (many bins) is taken less often, so that it never takes over.
        const cost = performance.now() - now;
        due = now + Math.max(interval, 5 * cost);
      }
      if (now >= pauseDue) {
        return control.pause().then(() => {
          pauseDue = performance.now() + PAUSE_MS;
          if (control.stopped?.()) throw cancelled();
          return more;
        });
      }
      if (control.stopped?.()) throw cancelled();
      return more;
    };

    let broken: ErrorObject | null = null;
    try {
      await feed(source, job, (n) => call(() => job.push(n)), pushed);
    } catch (thrown) {
      const error = asTagviewError(thrown);
      if (error.code !== "read-failed") throw error;
      broken = error.toObject();
    }
    call(() => job.finish());
    return snapshot(broken);
  } finally {
    source.close();
    free(scan);
  }
}

/** Frees a wasm object; one of a trapped instance is left alone. */
export function free(object: { free(): void } | undefined): void {
  try {
    if (object !== undefined) call(() => object.free());
  } catch {
    // The instance trapped and is never used again, and neither is the object.
  }
}
