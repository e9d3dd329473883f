/** Parallel jobs on workers, whose output is written in the order in which they were started. */

import type { Hooks, PooledWorker, StartedJob } from "../../../worker/pooled-worker.ts";
import type { JobType, Task } from "../../../worker/protocol.ts";
import { Queue } from "../../../worker/queue.ts";

interface Output {
  buffer: Uint8Array;
  note: number;
}

/** A job with its subject. */
export interface OrderedJob<J extends JobType, About> extends StartedJob<J> {
  about: About;
  /** Ends with the job. */
  output: Queue<Output>;
}

export class OrderedJobs<J extends JobType, About> {
  private readonly begun = new Queue<OrderedJob<J, About>>();
  private readonly running = new Set<OrderedJob<J, About>>();
  /** Jobs whose output is not completely written. */
  private readonly unwritten = new Set<OrderedJob<J, About>>();

  /** Starts a job on a worker taken for it. */
  begin(
    worker: PooledWorker,
    task: Task<J>,
    about: About,
    hooks: (job: () => OrderedJob<J, About>) => Pick<Hooks<J>, "onReport" | "onReturn">,
  ): OrderedJob<J, About> {
    const output = new Queue<Output>();
    const onBuffer = (buffer: Uint8Array, note: number): void => output.push({ buffer, note });
    const started = worker.start<J>(task, { ...hooks(() => job), onBuffer });
    const job: OrderedJob<J, About> = { ...started, about, output };
    this.running.add(job);
    this.unwritten.add(job);
    job.result
      .catch(() => {})
      .finally(() => {
        this.running.delete(job);
        output.close();
      });
    this.begun.push(job);
    return job;
  }

  isRunning(job: OrderedJob<J, About>): boolean {
    return this.running.has(job);
  }

  /** No further job will be started. */
  end(): void {
    this.begun.close();
  }

  /** Writes the output of all jobs; `ended` receives each result, and returns whether to write more. */
  async write(
    write: (buffer: Uint8Array, note: number, job: OrderedJob<J, About>) => Promise<void>,
    ended: (result: J["result"], job: OrderedJob<J, About>) => boolean,
  ): Promise<void> {
    for await (const job of this.begun) {
      for await (const { buffer, note } of job.output) {
        try {
          await write(buffer, note, job);
        } finally {
          job.worker.returnBuffer(buffer);
        }
      }
      const result = await job.result;
      this.unwritten.delete(job);
      if (!ended(result, job)) return;
    }
  }

  /** Cancels the jobs for which `which` is true. */
  cancel(which: (job: OrderedJob<J, About>) => boolean = () => true): void {
    for (const job of this.running) {
      if (!which(job)) continue;
      job.worker.cancel([job.id]);
      giveBack(job);
    }
  }

  /** Stops writing. A worker whose buffers are not returned would wait for them forever in the next file. */
  close(): void {
    this.end();
    this.cancel();
    for (const job of this.unwritten) giveBack(job);
  }
}

function giveBack<J extends JobType>({ worker, output }: OrderedJob<J, unknown>): void {
  for (const { buffer } of output.drain()) worker.returnBuffer(buffer);
}
