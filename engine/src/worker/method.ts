/** What a format's method gets to work with in a worker. */

import type { SourceDescription } from "../source/description.ts";
import type { Source } from "../source/stream.ts";
import type { BufferPool } from "./buffer-pool.ts";
import type { Instance } from "./instance.ts";
import type { JobType } from "./protocol.ts";
import type { Queue } from "./queue.ts";

/** What a job leaves in its worker. */
export interface Left {
  free(): void;
}

/** A job as its method sees it. */
export interface Job<J extends JobType> {
  readonly source: SourceDescription | null;
  readonly args: J["args"];
  /** The worker's wasm instance, of the module that its pool has. */
  readonly instance: Instance<J["module"]>;
  readonly isCancelled: boolean;
  /** What the caller sends; closed when the job is cancelled. */
  readonly inbox: Queue<J["input"]>;
  /** How long reading may keep the thread from anything else, ms. */
  readonly turn: number;
  /** Lets messages in. */
  pause(): Promise<void>;
  /**
   * Opens a source, which is closed when the job is cancelled.
   * @throws TagviewError `cancelled` where that happens first; reading throws it too.
   */
  open(source: SourceDescription): Promise<Source>;
  /** Reports to the caller. The buffers of the views in `moved` are moved, everything else is copied. */
  report(report: J["report"], moved?: readonly ArrayBufferView[]): void;
  /** Moves the buffers of these views of the result to the caller; without it they are copied. */
  moveWithResult(...views: readonly ArrayBufferView[]): void;
  /** Of this worker. */
  readonly buffers: BufferPool;
  /** Sends a buffer of `buffers`; `note` belongs to it. */
  send(buffer: Uint8Array, note: number): void;
  /** Gives a buffer of input back. */
  giveBack(buffer: Uint8Array): void;
  /**
   * Leaves something for other jobs, until this one fails or is cancelled: then it is freed. Without
   * anything, takes back what was left.
   */
  leave(left?: Left): void;
  /** What another job has left; undefined where that was cancelled. */
  leftBy(job: number): Left | undefined;
}

export type Method<J extends JobType = JobType> = (job: Job<J>) => J["result"] | Promise<J["result"]>;

/** Methods by name. */
// biome-ignore lint/suspicious/noExplicitAny: each has arguments and results of its own, tied by its format.
export type Methods = Record<string, Method<any>>;

/** The methods of all formats by the format's id, made anew for each worker: they may share what they keep. */
export type MethodTable = Record<string, () => Methods>;
