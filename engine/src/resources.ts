/** What a format's functions work with: the engine as seen from a format. */

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
   * @throws TagviewError `open-failed`; `cancelled` where `signal` fires or the engine is closed first.
   */
  readonly open: (source: SourceDescription, signal?: AbortSignal) => Promise<Source>;
  /** Opens a source for reading anywhere, as `open` does; null where that can't be done. */
  readonly openAnywhere: (source: SourceDescription, signal?: AbortSignal) => Promise<RandomAccess | null>;
  /** Workers with `main`, among them the caller's own thread where it has nothing better to do. */
  readonly readers: Pool;
  /** Workers with `more`, all but that thread: whoever puts output in order should not be kept waiting by its own work. */
  readonly writers: Pool;
  /** The caller's own thread alone, with `main`. */
  readonly ownThread: Pool;
  /** One worker with `compare`: what is measured at a time disturbs each other, and so would an export. */
  readonly measuring: Pool;
  /** The caller's own thread with `compare`, for sources that no worker can open. */
  readonly measuringHere: Pool;
  /** The wasm instances of the caller's thread, by their module. */
  readonly instances: { readonly [N in ModuleName]: Instances<N> };
  /** A module that is posted to workers, compiled once, when it is asked for first. */
  readonly load: <N extends ModuleName>(name: N) => Promise<CompiledModule<N>>;
  /** Fires when the engine is closed. */
  readonly closed: AbortSignal;
}
