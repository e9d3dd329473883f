/** A recording that stays open: read once, then asked. */

import type { Listener } from "./account";
import type { Means } from "./ask";
import { Reader } from "./reader";
import type { ScanRequest } from "./request";
import type { Snapshot } from "./results";

export interface SessionOptions extends Listener {
  /** Ends reading; what was read stays and can be asked. */
  signal?: AbortSignal | undefined;
  /** Bytes of decoded tags to keep, 256 MiB unless said. */
  budget?: number | undefined;
  /**
   * Analyses that will be asked of the whole file, all in one question: they are run while it is read, so that
   * the question takes neither going through the tags nor, where there is no room to keep them, decoding them
   * again, unless it is aborted. (`rate` counts from a first tag that not every part knows.)
   */
  standing?: Exclude<ScanRequest["analyses"][number], { name: "rate" }>[] | undefined;
}

export interface Session {
  /**
   * Settles when everything was read.
   * @throws TagviewError as `scan`.
   */
  readonly read: Promise<Snapshot>;
  /**
   * Runs analyses over what has been read so far, from the tags that were kept; of the rest, what
   * the selection needs is decoded again. A `rate` without `start` starts with the selected range.
   * @throws TagviewError `usage`, `cancelled` (by `signal`, or because the session was closed) or `internal`.
   */
  ask(request: ScanRequest, options?: { signal?: AbortSignal | undefined }): Promise<Snapshot>;
  /** Gives back workers and memory. */
  close(): void;
}

/** Begins to read; the thread's wasm instance must be there. */
export function createSession(means: Means, request: ScanRequest, options: SessionOptions): Session {
  const closed = new AbortController();
  const reader = new Reader(means, request, options, until(options.signal, closed.signal));
  return {
    read: reader.read(),
    ask: (question, { signal } = {}) => reader.ask(question, until(signal, closed.signal)),
    close() {
      closed.abort();
      reader.close();
    },
  };
}

function until(signal: AbortSignal | undefined, closed: AbortSignal): AbortSignal {
  return signal === undefined ? closed : AbortSignal.any([signal, closed]);
}
