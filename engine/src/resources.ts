/** Resources for a format's functions: the engine's interface for formats. */

import type { Platform } from "./platform.ts";
import type { SourceDescription } from "./source/description.ts";
import type { RandomAccess } from "./source/random-access.ts";
import type { Source } from "./source/stream.ts";
import type { Instances } from "./worker/instance.ts";
import type { CompiledModule, ModuleName } from "./worker/modules.ts";
import type { Pool } from "./worker/pool.ts";

export interface Resources
  extends Required<Pick<Platform, "isPostable" | "pause" | "keepingThread" | "ownThreadWorks">> {
  /**
   * Opens a source, which is closed with the engine.
   * @throws TagviewError `open-failed`; `cancelled` if `signal` fires or the engine is closed first.
   */
  readonly open: (source: SourceDescription, signal?: AbortSignal) => Promise<Source>;
  /** Opens a source with random access, like `open`; null if impossible. */
  readonly openAnywhere: (source: SourceDescription, signal?: AbortSignal) => Promise<RandomAccess | null>;
  /** Workers with `main`, including the caller's own thread if it is free. */
  readonly readers: Pool;
  /** Workers with `more`, without that thread: its own work would delay writing output in order. */
  readonly writers: Pool;
  /** Only the caller's own thread, with `main`. */
  readonly ownThread: Pool;
  /** One worker with `compare`: concurrent measurements, and exports, would disturb each other. */
  readonly measuring: Pool;
  /** The caller's own thread with `compare`, for sources that no worker can open. */
  readonly measuringHere: Pool;
  /** The wasm instances of the caller's thread, by module. */
  readonly instances: { readonly [N in ModuleName]: Instances<N> };
  /** A module to post to workers, compiled once, on first use. */
  readonly load: <N extends ModuleName>(name: N) => Promise<CompiledModule<N>>;
  /** Fires when the engine is closed. */
  readonly closed: AbortSignal;
}
