/** A recording that stays open: read once, then asked. */

import type { ScanRequest } from "./request";
import type { Snapshot } from "./results";

export interface SessionOptions {
  /** Ends reading; what was read stays and can be asked. */
  signal?: AbortSignal | undefined;
  /** What is known so far, about every `interval` ms; the first one comes early. */
  onSnapshot?: ((snapshot: Snapshot) => void) | undefined;
  interval?: number | undefined;
  /** Bytes of decoded tags to keep, 256 MiB unless said. */
  budget?: number | undefined;
}

export interface Session {
  /**
   * Settles when everything was read.
   * @throws TagviewError as `scan`.
   */
  readonly read: Promise<Snapshot>;
  /**
   * Runs analyses over what has been read so far, from the tags that were kept; of the rest, what
   * the selection needs is decoded again.
   * @throws TagviewError `usage`, `cancelled` (by `signal`, or because the session was closed) or `internal`.
   */
  ask(request: ScanRequest, options?: { signal?: AbortSignal | undefined }): Promise<Snapshot>;
  /** Gives back workers and memory. */
  close(): void;
}
