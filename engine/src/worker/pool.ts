/** The workers of an engine: started on demand, each with one long job at a time. */

import { unlessAborted } from "../abort.ts";
import { asTagviewError, cancelled, TagviewError } from "../errors.ts";
import type { CompiledModule } from "./modules.ts";
import { PooledWorker, resultUntil, type WorkerOwner } from "./pooled-worker.ts";
import type { JobType, Task, WorkerPeer } from "./protocol.ts";

/** Options of a pool. */
export interface Staff {
  /** Maximum number of concurrent workers. */
  size: number;
  spawn: () => WorkerPeer;
  /** The wasm module for all of them. */
  load: () => Promise<CompiledModule>;
  /** The caller's own thread, used first if it is free. */
  ownThread?: (() => WorkerPeer) | undefined;
}

interface Waiter {
  resolve: (worker: PooledWorker) => void;
  reject: (why: TagviewError) => void;
}

/** Assigns idle or starting workers to jobs. */
export class Pool implements WorkerOwner {
  readonly size: number;
  /** Idle workers, longest waiting first. */
  private readonly free: PooledWorker[] = [];
  private readonly started = new Set<PooledWorker>();
  private readonly waiters: Waiter[] = [];
  /** If the caller's own thread may work: whether it is already one of the workers. */
  private own: PooledWorker | undefined;
  private isClosed = false;
  private readonly staff: Staff;

  constructor(staff: Staff) {
    this.staff = staff;
    this.size = staff.size;
  }

  /** Starts this many workers in advance, up to the maximum. */
  async warm(count: number): Promise<void> {
    const more = Math.max(0, Math.min(count, this.size) - this.started.size);
    await Promise.all(
      Array.from({ length: more }, async () => {
        this.onIdle(await this.spawn());
      }),
    );
  }

  /**
   * Returns a worker for a long job, as soon as one is free.
   * @throws TagviewError `cancelled` after the pool is closed or `signal` fires, `load-failed` if no worker can be
   * started.
   */
  async take(signal?: AbortSignal): Promise<PooledWorker> {
    const taking = this.takeNext();
    if (signal === undefined) return taking;
    try {
      // A signal of its own for each call: many may wait, and Node warns of many listeners of one signal.
      return await unlessAborted(taking, AbortSignal.any([signal]));
    } catch (thrown) {
      // A worker taken later goes to the next caller.
      taking.then(
        (worker) => worker.release(),
        () => {},
      );
      throw thrown;
    }
  }

  private async takeNext(): Promise<PooledWorker> {
    if (this.isClosed) throw cancelled();
    for (let worker = this.free.shift(); worker !== undefined; worker = this.free.shift())
      if (worker.take()) return worker;
    if (this.started.size < this.size) return taken(await this.spawn());
    return new Promise((resolve, reject) => this.waiters.push({ resolve, reject }));
  }

  /**
   * Runs a long job as soon as a worker is free, unless `signal` is aborted.
   * @throws TagviewError errors of `take` and of the method, `cancelled` after an abort, or `WorkerLost`.
   */
  async run<J extends JobType>(
    task: Task<J>,
    onReport: (report: J["report"]) => void,
    signal: AbortSignal | undefined,
  ): Promise<J["result"]> {
    const worker = await this.take(signal);
    return resultUntil(worker.start(task, { onReport }), signal);
  }

  /**
   * Returns a worker for a short job: an idle one if there is one.
   * @throws TagviewError `load-failed`, `cancelled` after the pool is closed.
   */
  async any(): Promise<PooledWorker> {
    if (this.started.size === 0) await this.warm(1);
    const [worker] = [...this.free, ...this.started];
    if (worker === undefined) throw cancelled();
    return worker;
  }

  /** All started workers, busy or not, except `worker`. */
  others(worker: PooledWorker): PooledWorker[] {
    return [...this.started].filter((other) => other !== worker);
  }

  /** Ends all workers; waits for workers and jobs reject with `cancelled`. */
  close(): void {
    this.isClosed = true;
    for (const waiter of this.waiters.splice(0)) waiter.reject(cancelled());
    for (const worker of this.started) worker.close();
  }

  onIdle(worker: PooledWorker): void {
    if (worker.isDead) return;
    const waiter = this.waiters.shift();
    if (waiter === undefined && worker.isSpent) worker.close();
    else if (waiter === undefined) this.free.push(worker);
    else waiter.resolve(taken(worker));
  }

  onDead(worker: PooledWorker): void {
    this.started.delete(worker);
    if (this.own === worker) this.own = undefined;
    const at = this.free.indexOf(worker);
    if (at >= 0) this.free.splice(at, 1);
    // The waiting caller gets another one.
    const waiter = this.waiters.shift();
    if (waiter !== undefined) this.spawn().then((other) => waiter.resolve(taken(other)), waiter.reject);
  }

  private async spawn(): Promise<PooledWorker> {
    if (this.isClosed) throw cancelled();
    const { load, ownThread } = this.staff;
    const isOwn = ownThread !== undefined && this.own === undefined;
    const worker = new PooledWorker(isOwn ? ownThread() : this.startPeer(), this);
    if (isOwn) this.own = worker;
    this.started.add(worker);
    try {
      // The worker starts while this thread compiles the module.
      worker.load(await load());
    } catch (thrown) {
      worker.close();
      throw asTagviewError(thrown);
    }
    return worker;
  }

  /** @throws TagviewError `load-failed`. */
  private startPeer(): WorkerPeer {
    try {
      return this.staff.spawn();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new TagviewError(
        "load-failed",
        `a background worker could not be started (${why})`,
        "reload the page, or install tagview again",
        null,
        { cause },
      );
    }
  }
}

/** A worker without a user. */
function taken(worker: PooledWorker): PooledWorker {
  worker.take();
  return worker;
}
