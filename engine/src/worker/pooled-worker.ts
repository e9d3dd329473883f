/**
 * One worker, as seen from the caller's thread.
 *
 *     starting -- ready --> idle <----------- acknowledged ------------+
 *        |                   |                                          |
 *        +------- take ------+--> taken -- start --> busy -- cancel --> cancelling
 *                                  |  release          | done, failed
 *                                  +---> idle <--------+
 *
 *     any of them -- unfit, died, trapped, silent after a cancel, engine closed, spent --> dead
 *
 * A worker whose long job was cancelled can be taken again when it has acknowledged the cancellation. Short jobs run
 * beside the long one in all states except `dead`.
 */

import { asTagviewError, cancelled, TagviewError } from "../errors.ts";
import { openSlices } from "../source/given.ts";
import { behindPort, type PortSource } from "../source/port.ts";
import type { CompiledModule } from "./modules.ts";
import {
  buffersOf,
  type FromWorker,
  type JobType,
  type Task,
  type ToWorker,
  type Transferred,
  type WorkerPeer,
} from "./protocol.ts";

/** Milliseconds after which a worker whose long job was cancelled and has not ended is terminated. */
const SILENCE_MS = 2000;

type State =
  | { name: "starting" }
  | { name: "idle" }
  | { name: "taken" }
  | { name: "busy"; job: number }
  | { name: "cancelling"; job: number }
  | { name: "dead"; why: TagviewError };

/** Error: the worker is gone with the results of its jobs, which another one can repeat. */
export class WorkerLost extends TagviewError {
  constructor(cause: TagviewError) {
    super(cause.code, cause.message, cause.remedy, cause.offset, { cause });
  }
}

/** Callbacks of a running job. If one throws, the job ends with its error. */
export interface Hooks<J extends JobType> {
  onReport?: ((report: J["report"]) => void) | undefined;
  /** Output, to return with `returnBuffer`; without this callback it is returned at once. */
  onBuffer?: ((buffer: Uint8Array, note: number) => void) | undefined;
  /** A returned buffer of the job's input. */
  onReturn?: ((buffer: Uint8Array) => void) | undefined;
  /** The job has succeeded; its worker starts no other before this. */
  onDone?: ((result: J["result"]) => void) | undefined;
}

/** A started job, as seen by its caller. */
export interface StartedJob<J extends JobType> {
  readonly id: number;
  readonly worker: PooledWorker;
  /**
   * Rejects at once if the job is cancelled.
   * @throws TagviewError errors of the method, `cancelled` or `WorkerLost`; errors of its callbacks.
   */
  readonly result: Promise<J["result"]>;
}

/**
 * Returns the result of a job, which is cancelled when `signal` fires.
 * @throws TagviewError like `StartedJob.result`.
 */
export async function resultUntil<J extends JobType>(
  { id, worker, result }: StartedJob<J>,
  signal: AbortSignal | undefined,
): Promise<J["result"]> {
  if (signal === undefined) return result;
  // A signal of its own for each job: many may run, and Node warns of many listeners of one signal.
  const own = AbortSignal.any([signal]);
  const cancel = (): void => worker.cancel([id], own);
  if (own.aborted) cancel();
  own.addEventListener("abort", cancel, { once: true });
  try {
    return await result;
  } finally {
    own.removeEventListener("abort", cancel);
  }
}

type JobState =
  | {
      name: "running";
      hooks: Hooks<JobType>;
      resolve: (result: never) => void;
      reject: (why: unknown) => void;
    }
  /** Only a long job has a watchdog: a short one may be in the middle of a slow query of held tags. */
  | { name: "cancelling"; watchdog: ReturnType<typeof setTimeout> | undefined };

/** The pool of the worker. */
export interface WorkerOwner {
  /** The worker is free. */
  onIdle(worker: PooledWorker): void;
  onDead(worker: PooledWorker): void;
}

export class PooledWorker {
  private state: State = { name: "starting" };
  private readonly jobs = new Map<number, JobState>();
  private lastJob = 0;
  /** Whether to terminate the worker when it is idle: its instance is empty, but has much memory. */
  isSpent = false;

  private readonly peer: WorkerPeer;
  private readonly owner: WorkerOwner;

  constructor(peer: WorkerPeer, owner: WorkerOwner) {
    this.peer = peer;
    this.owner = owner;
    peer.keepAlive(false);
    peer.onMessage = (message) => this.receive(message);
    peer.onDeath = (why) => this.fail(stopped(why));
  }

  get isDead(): boolean {
    return this.state.name === "dead";
  }

  load(compiled: CompiledModule): void {
    this.post({ type: "module", compiled });
  }

  /** Takes it for a long job; false if it is neither idle nor starting. Only its owner calls this. */
  take(): boolean {
    if (this.state.name !== "idle" && this.state.name !== "starting") return false;
    this.state = { name: "taken" };
    return true;
  }

  /** Releases it without a job. */
  release(): void {
    if (this.state.name === "taken") this.becomeIdle();
  }

  /**
   * Starts the long job it was taken for. The buffers of the views in `moved` are transferred; everything else is
   * copied.
   */
  start<J extends JobType>(
    task: Task<J>,
    hooks: Hooks<J> = {},
    moved: readonly ArrayBufferView[] = [],
  ): StartedJob<J> {
    const job = this.startShort(task, hooks, moved);
    if (this.state.name !== "taken") return job;
    if (this.jobs.has(job.id)) this.state = { name: "busy", job: job.id };
    // The message could not be posted.
    else this.becomeIdle();
    return job;
  }

  /** Starts a short job, in any state. */
  startShort<J extends JobType>(
    task: Task<J>,
    hooks: Hooks<J> = {},
    moved: readonly ArrayBufferView[] = [],
  ): StartedJob<J> {
    this.lastJob += 1;
    const id = this.lastJob;
    let lent: PortSource | null = null;
    const result = new Promise<J["result"]>((resolve, reject) => {
      if (this.state.name === "dead") {
        reject(new WorkerLost(this.state.why));
        return;
      }
      this.jobs.set(id, { name: "running", hooks: hooks as Hooks<JobType>, resolve, reject });
      try {
        lent = this.peer.sharesThread ? null : lentSource(task);
        const source = lent?.description ?? task.source;
        const port = source?.kind === "port" ? [source.port] : [];
        this.post({ type: "start", job: id, task: { ...task, source } }, [...buffersOf(moved), ...port]);
      } catch (thrown) {
        this.jobs.delete(id);
        reject(asTagviewError(thrown));
      }
      this.peer.keepAlive(this.jobs.size > 0);
    });
    const release = (): void => lent?.close();
    result.then(release, release);
    return { id, worker: this, result };
  }

  /** Sends input to a job, with the buffers of the views in `moved`. If that is impossible, the job fails. */
  sendInput(job: number, input: unknown, moved: readonly ArrayBufferView[] = []): void {
    try {
      this.post({ type: "input", job, input }, buffersOf(moved));
    } catch (thrown) {
      this.stop([job], asTagviewError(thrown));
    }
  }

  /** Returns a buffer that a job has sent. */
  returnBuffer(buffer: Uint8Array): void {
    try {
      this.post({ type: "return", buffer }, buffersOf([buffer]));
    } catch (thrown) {
      // Its jobs would wait for the buffer.
      this.fail(asTagviewError(thrown));
    }
  }

  /** Ends running jobs, whose promises reject at once, and releases the memory that ended jobs still hold. */
  cancel(ids: readonly number[], signal?: AbortSignal): void {
    this.stop(ids, cancelled(signal));
  }

  private stop(ids: readonly number[], why: unknown): void {
    if (ids.length === 0 || this.isDead) return;
    const ended: JobState[] = [];
    for (const id of ids) {
      const job = this.jobs.get(id);
      if (job?.name !== "running") continue;
      ended.push(job);
      const isLong = this.state.name === "busy" && this.state.job === id;
      const silent = (): void => this.fail(stopped("it did not answer"));
      this.jobs.set(id, {
        name: "cancelling",
        watchdog: isLong ? setTimeout(silent, SILENCE_MS) : undefined,
      });
      if (isLong) this.state = { name: "cancelling", job: id };
    }
    this.post({ type: "cancel", jobs: [...ids] });
    for (const job of ended) if (job.name === "running") job.reject(why);
  }

  /** Ends it when it is no longer needed. */
  close(): void {
    this.end(cancelled());
  }

  /** Ends it; the results of its jobs are lost. */
  private fail(why: TagviewError): void {
    this.end(new WorkerLost(why));
  }

  private end(why: TagviewError): void {
    if (this.isDead) return;
    this.state = { name: "dead", why };
    this.peer.terminate();
    const jobs = [...this.jobs.values()];
    this.jobs.clear();
    this.owner.onDead(this);
    for (const job of jobs) {
      if (job.name === "cancelling") clearTimeout(job.watchdog);
      else job.reject(why);
    }
  }

  /** @throws DOMException if something in the message cannot be posted. */
  private post(message: ToWorker, transfer: Transferred[] = []): void {
    if (this.isDead) return;
    this.peer.post(message, transfer);
  }

  private becomeIdle(): void {
    this.state = { name: "idle" };
    this.owner.onIdle(this);
  }

  private receive(message: FromWorker): void {
    if (this.isDead) return;
    switch (message.type) {
      case "ready":
        if (this.state.name === "starting") this.state = { name: "idle" };
        break;
      case "unfit":
        this.fail(asTagviewError(message.error));
        break;
      case "done":
      case "failed":
        this.receiveEnd(message);
        break;
      default:
        try {
          this.receiveFromJob(message);
        } catch (thrown) {
          this.stop([message.job], thrown);
        }
    }
  }

  /** Handles a message of a running job. */
  private receiveFromJob(message: Extract<FromWorker, { type: "report" | "buffer" | "return" }>): void {
    const job = this.jobs.get(message.job);
    const hooks = job?.name === "running" ? job.hooks : {};
    switch (message.type) {
      case "report":
        hooks.onReport?.(message.report);
        break;
      case "buffer":
        if (hooks.onBuffer === undefined) this.returnBuffer(message.buffer);
        else hooks.onBuffer(message.buffer, message.note);
        break;
      case "return":
        hooks.onReturn?.(message.buffer);
    }
  }

  /** Handles the last message of a job. */
  private receiveEnd(message: Extract<FromWorker, { type: "done" | "failed" }>): void {
    const job = this.jobs.get(message.job);
    if (message.type === "done") {
      // A short job may have been sent meanwhile.
      this.isSpent = message.isSpent && this.jobs.size === 1;
      if (job?.name === "running") {
        try {
          job.hooks.onDone?.(message.result);
          job.resolve(message.result as never);
        } catch (thrown) {
          job.reject(thrown);
        }
      }
    } else {
      const error = asTagviewError(message.error);
      // All its jobs are lost with the instance, including this one.
      if (message.trapped) this.fail(error);
      else if (job?.name === "running") job.reject(error);
    }
    this.acknowledged(message.job, job);
  }

  private acknowledged(id: number, job: JobState | undefined): void {
    if (job?.name === "cancelling") clearTimeout(job.watchdog);
    this.jobs.delete(id);
    this.peer.keepAlive(this.jobs.size > 0);
    const { state } = this;
    if ((state.name === "busy" || state.name === "cancelling") && state.job === id) this.becomeIdle();
  }
}

/** The source of a task as one of another thread, if it is an object of the caller; null for all others. */
function lentSource({ source }: Task): PortSource | null {
  if (source?.kind !== "slices") return null;
  return behindPort(openSlices(source), source);
}

function stopped(why: string): TagviewError {
  return new TagviewError(
    "internal",
    `the decoder stopped (${why})`,
    "please report it, with the file if you can share it",
  );
}
