/** The interface of a format's methods in a worker. */

import type { SourceDescription } from "../source/description.ts";
import type { Source } from "../source/stream.ts";
import type { BufferPool } from "./buffer-pool.ts";
import type { Instance } from "./instance.ts";
import type { JobType } from "./protocol.ts";
import type { Queue } from "./queue.ts";

/** An object that a job leaves in its worker. */
export interface Left {
  free(): void;
}

/** A job, as seen by its method. */
export interface Job<J extends JobType> {
  readonly source: SourceDescription | null;
  readonly args: J["args"];
  /** The worker's wasm instance, of its pool's module. */
  readonly instance: Instance<J["module"]>;
  readonly isCancelled: boolean;
  /** Input from the caller; closed when the job is cancelled. */
  readonly inbox: Queue<J["input"]>;
  /** Maximum time that reading may block the thread, ms. */
  readonly turn: number;
  /** Yields to messages. */
  pause(): Promise<void>;
  /**
   * Opens a source, which is closed when the job is cancelled.
   * @throws TagviewError `cancelled` if that happens first; reading throws it too.
   */
  open(source: SourceDescription): Promise<Source>;
  /** Reports to the caller. The buffers of the views in `moved` are transferred; everything else is copied. */
  report(report: J["report"], moved?: readonly ArrayBufferView[]): void;
  /** Transfers the buffers of these views of the result to the caller; otherwise they are copied. */
  moveWithResult(...views: readonly ArrayBufferView[]): void;
  /** Buffers of this worker. */
  readonly buffers: BufferPool;
  /** Sends a buffer of `buffers`; `note` belongs to it. */
  send(buffer: Uint8Array, note: number): void;
  /** Returns a buffer of input. */
  giveBack(buffer: Uint8Array): void;
  /**
   * Leaves an object for other jobs, until this job fails or is cancelled: then it is freed. Without an argument, takes
   * the object back.
   */
  leave(left?: Left): void;
  /** The object left by another job; undefined if that was cancelled. */
  leftBy(job: number): Left | undefined;
}

export type Method<J extends JobType = JobType> = (job: Job<J>) => J["result"] | Promise<J["result"]>;

/** Methods by name. */
// biome-ignore lint/suspicious/noExplicitAny: each has its own arguments and results, typed by its format.
export type Methods = Record<string, Method<any>>;

/** The methods of all formats by id, created for each worker: methods of one worker may share state. */
export type MethodTable = Record<string, () => Methods>;
