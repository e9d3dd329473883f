/** The differences between Node and browsers. */

import type { SourceDescription } from "./source/description.ts";
import type { RandomAccess } from "./source/random-access.ts";
import type { Source } from "./source/stream.ts";
import type { ModuleName } from "./worker/modules.ts";
import type { WorkerPeer } from "./worker/protocol.ts";

export interface Platform {
  /** A wasm module, compiled once, on first use. */
  wasm(name: ModuleName): Promise<WebAssembly.Module>;
  /** Starts a worker that runs `serve`. */
  spawn(): WorkerPeer;
  /** Maximum number of workers. */
  workers: number;
  /** Whether the caller's thread may decode for a while, because it does not draw. */
  ownThreadWorks: boolean;
  /** Opens `source`; `signal` ends a wait for it. */
  open(source: SourceDescription, signal?: AbortSignal): Source | Promise<Source>;
  /** Opens `source` with random access; null if impossible. `signal` ends a wait for it. */
  openAnywhere(
    source: SourceDescription,
    signal?: AbortSignal,
  ): RandomAccess | null | Promise<RandomAccess | null>;
  /** Whether a worker can open `source`. */
  isPostable(source: SourceDescription): boolean;
  /** Yields to messages, signals and timers of this thread. */
  pause(): Promise<void>;
  /** Runs work that may block the caller's thread for long, after yielding once. */
  keepingThread?<T>(f: () => T): T;
  /** Ends everything started in advance. */
  close?(): void;
}

/** Addresses of the wasm files. */
export type WasmFiles = Readonly<Record<ModuleName, string | URL>>;
