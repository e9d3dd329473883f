/**
 * One worker, seen from outside.
 *
 *     starting -- ready --> idle <----------- acknowledged ------------+
 *        |                   |                                          |
 *        +------- take ------+--> taken -- start --> busy -- cancel --> cancelling
 *                                  |  release          | done, failed
 *                                  +---> idle <--------+
 *
 *     any of them -- unfit, died, trapped, silent after a cancel, engine closed, spent --> dead
 *
 * A worker whose long job was cancelled is taken by nobody else before it has acknowledged that. Short jobs
 * run beside the long one in all states but `dead`.
 */

import { asTagviewError, cancelled, TagviewError } from "../errors.ts";
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

/** A worker whose cancelled job has not ended after this many milliseconds is terminated. */
const SILENCE_MS = 2000;

type State =
  | { name: "starting" }
  | { name: "idle" }
  | { name: "taken" }
  | { name: "busy"; job: number }
  | { name: "cancelling"; job: number }
  | { name: "dead"; why: TagviewError };

/** The worker is gone, and with it what its jobs had found: they can be done again by another one. */
export class WorkerLost extends TagviewError {
  constructor(cause: TagviewError) {
    super(cause.code, cause.message, cause.remedy, cause.offset, { cause });
  }
}

/** What a job says while it runs. */
export interface Hooks<J extends JobType> {
  onReport?: ((report: J["report"]) => void) | undefined;
  /** Output, to be given back with `returnBuffer`; without this it goes back at once. */
  onBuffer?: ((buffer: Uint8Array, note: number) => void) | undefined;
  /** A buffer in which the job was sent something. */
  onReturn?: ((buffer: Uint8Array) => void) | undefined;
  /** The job has ended well; its worker takes no other before. */
  onDone?: ((result: J["result"]) => void) | undefined;
}

/** A job that was started, as its caller sees it. */
export interface StartedJob<J extends JobType> {
  readonly id: number;
  readonly worker: PooledWorker;
  /**
   * Rejects at once where the job is cancelled.
   * @throws TagviewError what the method throws, `cancelled` or `WorkerLost`.
   */
  readonly result: Promise<J["result"]>;
}

type JobState =
  | {
      name: "running";
      hooks: Hooks<JobType>;
      resolve: (result: never) => void;
      reject: (why: TagviewError) => void;
    }
  | { name: "cancelling"; watchdog: ReturnType<typeof setTimeout> };

/** Who hands the worker out. */
export interface WorkerOwner {
  /** It may be taken. */
  onIdle(worker: PooledWorker): void;
  onDead(worker: PooledWorker): void;
}

export class PooledWorker {
  private state: State = { name: "starting" };
  private readonly jobs = new Map<number, JobState>();
  private lastJob = 0;
  /** Whether it is better ended than kept: it holds nothing, and much memory. */
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

  /** Takes it for a long job; false where it is neither idle nor starting. Only its owner calls this. */
  take(): boolean {
    if (this.state.name !== "idle" && this.state.name !== "starting") return false;
    this.state = { name: "taken" };
    return true;
  }

  /** Gives it back without a job. */
  release(): void {
    if (this.state.name === "taken") this.becomeIdle();
  }

  /** Starts the long job it was taken for. The buffers of the views in `moved` are moved, everything else is copied. */
  start<J extends JobType>(
    task: Task<J>,
    hooks: Hooks<J> = {},
    moved: readonly ArrayBufferView[] = [],
  ): StartedJob<J> {
    const job = this.startShort(task, hooks, moved);
    if (this.state.name !== "taken") return job;
    if (this.jobs.has(job.id)) this.state = { name: "busy", job: job.id };
    // It could not be posted.
    else this.becomeIdle();
    return job;
  }

  /** Starts a short job, whatever else it does. */
  startShort<J extends JobType>(
    task: Task<J>,
    hooks: Hooks<J> = {},
    moved: readonly ArrayBufferView[] = [],
  ): StartedJob<J> {
    this.lastJob += 1;
    const id = this.lastJob;
    const result = new Promise<J["result"]>((resolve, reject) => {
      if (this.state.name === "dead") {
        reject(new WorkerLost(this.state.why));
        return;
      }
      this.jobs.set(id, { name: "running", hooks: hooks as Hooks<JobType>, resolve, reject });
      try {
        const port = task.source?.kind === "port" ? [task.source.port] : [];
        this.post({ type: "start", job: id, task }, [...buffersOf(moved), ...port]);
      } catch (thrown) {
        this.jobs.delete(id);
        reject(asTagviewError(thrown));
      }
      this.peer.keepAlive(this.jobs.size > 0);
    });
    return { id, worker: this, result };
  }

  /** Sends a job what it waits for, with the buffers of the views in `moved`. A job that can't be sent it fails. */
  sendInput(job: number, input: unknown, moved: readonly ArrayBufferView[] = []): void {
    try {
      this.post({ type: "input", job, input }, buffersOf(moved));
    } catch (thrown) {
      this.stop([job], asTagviewError(thrown));
    }
  }

  /** Gives back a buffer that a job has sent. */
  returnBuffer(buffer: Uint8Array): void {
    try {
      this.post({ type: "return", buffer }, buffersOf([buffer]));
    } catch (thrown) {
      // Its jobs would wait for the buffer.
      this.fail(asTagviewError(thrown));
    }
  }

  /** Ends jobs, and lets go of what those that have ended left behind. Callers are answered at once. */
  cancel(ids: readonly number[]): void {
    this.stop(ids, cancelled());
  }

  private stop(ids: readonly number[], why: TagviewError): void {
    if (ids.length === 0 || this.isDead) return;
    const ended: JobState[] = [];
    for (const id of ids) {
      const job = this.jobs.get(id);
      if (job?.name !== "running") continue;
      ended.push(job);
      const watchdog = setTimeout(() => this.fail(stopped("it did not answer")), SILENCE_MS);
      this.jobs.set(id, { name: "cancelling", watchdog });
      if (this.state.name === "busy" && this.state.job === id) this.state = { name: "cancelling", job: id };
    }
    this.post({ type: "cancel", jobs: [...ids] });
    for (const job of ended) if (job.name === "running") job.reject(why);
  }

  /** Ends it because nobody needs it any more. */
  close(): void {
    this.end(cancelled());
  }

  /** Ends it, and what its jobs had found is lost. */
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

  /** @throws DOMException where something in the message can't be posted. */
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
      default:
        this.receiveFromJob(message);
    }
  }

  /** A message of a job. */
  private receiveFromJob(message: Extract<FromWorker, { job: number }>): void {
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
        break;
      case "done":
        this.isSpent = message.isSpent;
        hooks.onDone?.(message.result);
        if (job?.name === "running") job.resolve(message.result as never);
        this.acknowledged(message.job, job);
        break;
      case "failed": {
        const error = asTagviewError(message.error);
        if (message.trapped) {
          // All its jobs are lost with the instance, this one among them.
          this.fail(error);
          break;
        }
        if (job?.name === "running") job.reject(error);
        this.acknowledged(message.job, job);
      }
    }
  }

  private acknowledged(id: number, job: JobState | undefined): void {
    if (job?.name === "cancelling") clearTimeout(job.watchdog);
    this.jobs.delete(id);
    this.peer.keepAlive(this.jobs.size > 0);
    const { state } = this;
    if ((state.name === "busy" || state.name === "cancelling") && state.job === id) this.becomeIdle();
  }
}

function stopped(why: string): TagviewError {
  return new TagviewError(
    "internal",
    `the decoder stopped (${why})`,
    "please report it, with the file if you can share it",
  );
}
