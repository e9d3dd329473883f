/** What a format's functions work with: the engine as seen from a format. */

import type { Platform } from "./platform.ts";
import type { Instances } from "./worker/instance.ts";
import type { Pool } from "./worker/pool.ts";

export interface Resources extends Pick<Platform, "open" | "openAnywhere" | "isPostable" | "pause"> {
  /** Workers, among them the caller's own thread where it has nothing better to do. */
  readonly readers: Pool;
  /** Workers without it: whoever puts output in order should not be kept waiting by its own work. */
  readonly writers: Pool;
  /** The caller's own thread alone. */
  readonly ownThread: Pool;
  /** The wasm instances of the caller's thread. */
  readonly instances: Instances;
  /** Fires when the engine is closed. */
  readonly closed: AbortSignal;
}
