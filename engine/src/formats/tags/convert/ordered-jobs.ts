/** Jobs that run side by side on workers, and whose output is written in the order in which they were begun. */

import type { Hooks, PooledWorker, StartedJob } from "../../../worker/pooled-worker.ts";
import type { JobType, Task } from "../../../worker/protocol.ts";
import { Queue } from "../../../worker/queue.ts";

interface Output {
  buffer: Uint8Array;
  note: number;
}

/** A job with what it is about. */
export interface OrderedJob<J extends JobType, About> extends StartedJob<J> {
  about: About;
  /** Ends with the job. */
  output: Queue<Output>;
}

export class OrderedJobs<J extends JobType, About> {
  private readonly begun = new Queue<OrderedJob<J, About>>();
  private readonly running = new Set<OrderedJob<J, About>>();
  /** Jobs whose output was not written to its end. */
  private readonly unwritten = new Set<OrderedJob<J, About>>();

  /** Begins a job on a worker that was taken for it. */
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

  /** No further job will be begun. */
  end(): void {
    this.begun.close();
  }

  /** Writes the output of all jobs; `ended` is told each result, and answers whether more are to be written. */
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

  /** Cancels those jobs of which `which` is true. */
  cancel(which: (job: OrderedJob<J, About>) => boolean = () => true): void {
    for (const job of this.running) {
      if (!which(job)) continue;
      job.worker.cancel([job.id]);
      giveBack(job);
    }
  }

  /** Nothing more is written. A worker that is not given its buffers back would wait for them in the next file, for ever. */
  close(): void {
    this.end();
    this.cancel();
    for (const job of this.unwritten) giveBack(job);
  }
}

function giveBack<J extends JobType>({ worker, output }: OrderedJob<J, unknown>): void {
  for (const { buffer } of output.drain()) worker.returnBuffer(buffer);
}
