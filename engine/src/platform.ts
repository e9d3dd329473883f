/** What differs between Node and browsers, and nothing else does. */

import type { SourceDescription } from "./source/description.ts";
import type { RandomAccess } from "./source/random-access.ts";
import type { Source } from "./source/stream.ts";
import type { ModuleName } from "./worker/modules.ts";
import type { WorkerPeer } from "./worker/protocol.ts";

export interface Platform {
  /** A wasm module, compiled once, when it is first asked for. */
  wasm(name: ModuleName): Promise<WebAssembly.Module>;
  /** Starts a worker that runs `serve`. */
  spawn(): WorkerPeer;
  /** How many workers there may be. */
  workers: number;
  /** Whether the caller's thread may decode for a while: it draws nothing. */
  ownThreadWorks: boolean;
  /** Opens `source`; `signal` ends a wait for it. */
  open(source: SourceDescription, signal?: AbortSignal): Source | Promise<Source>;
  /** Opens `source` for reading anywhere; null where that can't be done. `signal` ends a wait for it. */
  openAnywhere(
    source: SourceDescription,
    signal?: AbortSignal,
  ): RandomAccess | null | Promise<RandomAccess | null>;
  /** Whether a worker can open `source` by itself. */
  isPostable(source: SourceDescription): boolean;
  /** Lets messages, signals and timers of this thread in. */
  pause(): Promise<void>;
  /** Runs what may keep the caller's thread for long; what has come until now was let in. */
  keepingThread?<T>(f: () => T): T;
  /** Ends what was started ahead of its use. */
  close?(): void;
}

/** Where the wasm file of each module lies. */
export type WasmFiles = Readonly<Record<ModuleName, string | URL>>;
