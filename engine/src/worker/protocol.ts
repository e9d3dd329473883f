/**
 * What crosses the line between the caller's thread and a worker. A job is a method of a format, called
 * with a source and arguments; nothing here knows what any method does.
 *
 *     caller                                         worker
 *       | -- module ---------------------------------> |   first of all
 *       | <-- ready | unfit ---------------------------|   unfit: no instance could be made; the worker is ended
 *       |                                              |
 *       | -- start {job, format, method, source} ----> |   one long job at a time, short ones beside it
 *       | <-- report ... report ---------------------- |   how far it is: for the method to define
 *       | -- input ... input ------------------------> |   what the job waits for: for the method to define
 *       | <-- buffer ... buffer ---------------------- |   output in buffers of the worker's pool,
 *       | -- return ... return ----------------------> |   which go back when they are written
 *       | <-- return ... return ---------------------- |   buffers of the caller that came as input
 *       | -- cancel {jobs} --------------------------> |   ends a job, and lets go of what one has left behind
 *       | <-- done | failed -------------------------- |   exactly once a job, also once it was cancelled
 */

import type { ErrorObject } from "../errors.ts";
import type { SourceDescription } from "../source/description.ts";
import type { CompiledModule, ModuleName } from "./modules.ts";

/** What a method takes and gives; a format defines one for each of its methods. */
export interface JobType {
  /** The wasm module that it works with: that of the pool whose worker it is started in. */
  module: ModuleName;
  args: unknown;
  result: unknown;
  /** What it says of itself while it runs. */
  report: unknown;
  /** What it is sent while it runs. */
  input: unknown;
}

/** A job as it is asked for. */
export interface Task<J extends JobType = JobType> {
  format: string;
  method: string;
  source: SourceDescription | null;
  args: J["args"];
}

export type ToWorker =
  | { type: "module"; compiled: CompiledModule }
  | { type: "start"; job: number; task: Task }
  | { type: "input"; job: number; input: unknown }
  | { type: "return"; buffer: Uint8Array }
  | { type: "cancel"; jobs: number[] };

export type FromWorker =
  | { type: "ready" }
  | { type: "unfit"; error: ErrorObject }
  | { type: "report"; job: number; report: unknown }
  /** `note` belongs to the buffer: for the method to define. */
  | { type: "buffer"; job: number; buffer: Uint8Array; note: number }
  | { type: "return"; job: number; buffer: Uint8Array }
  /** `isSpent`: nothing is left in the wasm instance, whose memory has grown large and never shrinks. */
  | { type: "done"; job: number; result: unknown; isSpent: boolean }
  /** `trapped`: the wasm instance is of no more use, nor is the worker. */
  | { type: "failed"; job: number; error: ErrorObject; trapped: boolean };

/** What is moved to a worker, and not copied. */
export type Transferred = ArrayBuffer | MessagePort;

/** A worker as its starter sees it. */
export interface WorkerPeer {
  /** `transfer` is moved, not copied. */
  post(message: ToWorker, transfer: Transferred[]): void;
  onMessage: (message: FromWorker) => void;
  /** The worker died: script not found, out of memory, an uncaught error. */
  onDeath: (why: string) => void;
  terminate(): void;
  /** Whether it keeps the process alive. */
  keepAlive(busy: boolean): void;
}

/** The buffers of `views`, each once: they are moved with a message, and every view of them is empty afterwards. */
export function buffersOf(views: readonly ArrayBufferView[]): ArrayBuffer[] {
  return [...new Set(views.map(({ buffer }) => buffer as ArrayBuffer))];
}
