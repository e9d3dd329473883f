/**
 * The messages between the caller's thread and a worker. A job is a method of a format, called with a source and
 * arguments; this file is independent of methods.
 *
 *     caller                                         worker
 *       | -- module ---------------------------------> |   first of all
 *       | <-- ready | unfit ---------------------------|   unfit: no instance could be created; the worker is ended
 *       |                                              |
 *       | -- start {job, format, method, source} ----> |   one long job at a time, short ones in parallel
 *       | <-- report ... report ---------------------- |   progress: defined by the method
 *       | -- input ... input ------------------------> |   input of the job: defined by the method
 *       | <-- buffer ... buffer ---------------------- |   output in buffers of the worker's pool,
 *       | -- return ... return ----------------------> |   returned after they are written
 *       | <-- return ... return ---------------------- |   the caller's buffers of input
 *       | -- cancel {jobs} --------------------------> |   ends jobs, and releases memory of ended ones
 *       | <-- done | failed -------------------------- |   exactly once a job, also after a cancel
 */

import type { ErrorObject } from "../errors.ts";
import type { SourceDescription } from "../source/description.ts";
import type { CompiledModule, ModuleName } from "./modules.ts";

/** Types of a method; a format defines them for each of its methods. */
export interface JobType {
  /** The wasm module that it uses: that of its worker's pool. */
  module: ModuleName;
  args: unknown;
  result: unknown;
  /** Reports while it runs. */
  report: unknown;
  /** Input while it runs. */
  input: unknown;
}

/** A request for a job. */
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
  /** `note` belongs to the buffer: defined by the method. */
  | { type: "buffer"; job: number; buffer: Uint8Array; note: number }
  | { type: "return"; job: number; buffer: Uint8Array }
  /** `isSpent`: the wasm instance is empty, but its memory has grown large and never shrinks. */
  | { type: "done"; job: number; result: unknown; isSpent: boolean }
  /** `trapped`: the wasm instance, and so the worker, is unusable. */
  | { type: "failed"; job: number; error: ErrorObject; trapped: boolean };

/** Objects that are transferred to a worker instead of copied. */
export type Transferred = ArrayBuffer | MessagePort;

/** A worker, as seen by its starter. */
export interface WorkerPeer {
  /** Whether it runs on the caller's thread, and so opens objects of the caller. */
  readonly sharesThread?: boolean;
  /** Objects in `transfer` are transferred, not copied. */
  post(message: ToWorker, transfer: Transferred[]): void;
  onMessage: (message: FromWorker) => void;
  /** The worker died: script not found, out of memory, an uncaught error. */
  onDeath: (why: string) => void;
  terminate(): void;
  /** Whether it keeps the process alive. */
  keepAlive(busy: boolean): void;
}

/**
 * The buffers of `views` without duplicates: they are transferred with a message, and every view of them is empty
 * afterwards.
 */
export function buffersOf(views: readonly ArrayBufferView[]): ArrayBuffer[] {
  return [...new Set(views.map(({ buffer }) => buffer as ArrayBuffer))];
}
