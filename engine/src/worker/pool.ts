/** The workers of an engine: started when needed, each with one long job at a time. */

import { unlessAborted } from "../abort.ts";
import { asTagviewError, cancelled, TagviewError } from "../errors.ts";
import type { CompiledModule } from "./modules.ts";
import { PooledWorker, type WorkerOwner } from "./pooled-worker.ts";
import type { JobType, Task, WorkerPeer } from "./protocol.ts";

/** What a pool is made of. */
export interface Staff {
  /** How many may work at the same time. */
  size: number;
  spawn: () => WorkerPeer;
  /** The wasm module that all of them get. */
  load: () => Promise<CompiledModule>;
  /** The caller's own thread, the first to work where it has nothing better to do. */
  ownThread?: (() => WorkerPeer) | undefined;
}

interface Waiter {
  resolve: (worker: PooledWorker) => void;
  reject: (why: TagviewError) => void;
}

/** Hands out workers that are idle, or start. */
export class Pool implements WorkerOwner {
  readonly size: number;
  /** The one that waited longest is taken first. */
  private readonly free: PooledWorker[] = [];
  private readonly started = new Set<PooledWorker>();
  private readonly waiters: Waiter[] = [];
  /** Where the caller's own thread may work: whether it is one of those that are started. */
  private own: PooledWorker | undefined;
  private isClosed = false;
  private readonly staff: Staff;

  constructor(staff: Staff) {
    this.staff = staff;
    this.size = staff.size;
  }

  /** Starts so many workers before they are needed, fewer where there can't be so many. */
  async warm(count: number): Promise<void> {
    const more = Math.max(0, Math.min(count, this.size) - this.started.size);
    await Promise.all(
      Array.from({ length: more }, async () => {
        this.onIdle(await this.spawn());
      }),
    );
  }

  /**
   * A worker for a long job, as soon as there is one.
   * @throws TagviewError `cancelled` once the pool is closed or `signal` fires, `load-failed` where no worker can be
   * started.
   */
  async take(signal?: AbortSignal): Promise<PooledWorker> {
    const taking = this.takeNext();
    if (signal === undefined) return taking;
    try {
      return await unlessAborted(taking, signal);
    } catch (thrown) {
      // The worker that is taken later goes to the next caller.
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
   * Does a long job as soon as there is a worker, unless `signal` is aborted.
   * @throws TagviewError what `take` and the method throw, `cancelled` once it is aborted, or `WorkerLost`.
   */
  async run<J extends JobType>(
    task: Task<J>,
    onReport: (report: J["report"]) => void,
    signal: AbortSignal | undefined,
  ): Promise<J["result"]> {
    const worker = await this.take(signal);
    const job = worker.start(task, { onReport });
    const cancel = (): void => worker.cancel([job.id]);
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      return await job.result;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  /** Those that were started, busy or not, but `worker`. */
  others(worker: PooledWorker): PooledWorker[] {
    return [...this.started].filter((other) => other !== worker);
  }

  /** Ends all workers; whoever waits for one, or for a job, is told `cancelled`. */
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
    // Whoever waits for it gets another.
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
      // The worker starts while the module is compiled here.
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

/** A worker that nobody else has. */
function taken(worker: PooledWorker): PooledWorker {
  worker.take();
  return worker;
}
