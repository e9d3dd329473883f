/** What differs between Node and browsers, and nothing else does. */

import type { FromWorker, ToWorker } from "./protocol";
import type { Seekable, Source, SourceDescription } from "./source";

export interface Platform {
  /** The wasm module, compiled once. */
  load(): WebAssembly.Module | Promise<WebAssembly.Module>;
  /** Starts a worker that runs `serve`. */
  spawn(): WorkerPeer;
  open(source: SourceDescription): Source | Promise<Source>;
  /** Opens `source` for reading anywhere; null where that can't be done. */
  seek(source: SourceDescription): Seekable | null;
  /** How many workers there may be. */
  workers: number;
  /** Whether the caller's thread may decode for a while: it draws nothing. */
  spare: boolean;
  /** Lets messages, signals and timers of this thread in. */
  pause(): Promise<void>;
  /** Whether a worker can open `source` by itself. */
  postable(source: SourceDescription): boolean;
}

/** A worker as its starter sees it. */
export interface WorkerPeer {
  /** `transfer` is moved, not copied. */
  post(message: ToWorker, transfer: ArrayBuffer[]): void;
  onMessage: (message: FromWorker) => void;
  /** The worker died: script not found, out of memory, an uncaught error. */
  onDeath: (why: string) => void;
  terminate(): void;
  /** Whether it keeps the process alive. */
  hold(busy: boolean): void;
}
