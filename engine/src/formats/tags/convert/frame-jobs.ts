/** Frames made by workers from runs of lines or tags, written in the order of the runs. */

import type { PackJoiner } from "@tagview/wasm/more";
import { BufferPool } from "../../../worker/buffer-pool.ts";
import type { Instance, WasmObject } from "../../../worker/instance.ts";
import type { Pool } from "../../../worker/pool.ts";
import type { Write } from "../../../write.ts";
import type { Control } from "./control.ts";
import type { Contents, Packing, PackJob } from "./options.ts";
import { type OrderedJob, OrderedJobs } from "./ordered-jobs.ts";

/** Maximum tags per frame for workers: together, they would take too much memory with more. */
const LARGEST_FRAME = 1 << 21;
/** Maximum number of buffers sent to workers: reading waits until one returns. */
const MOST_BUFFERS = 3;
const NO_BYTES = new Uint8Array(0);

/** Whether several workers can make the frames. */
export function canShareFrames(pool: Pool, { frameTags = 0 }: Packing): boolean {
  return pool.size > 1 && frameTags <= LARGEST_FRAME;
}

export class FrameJobs {
  private readonly jobs = new OrderedJobs<PackJob, null>();
  private readonly buffers = new BufferPool();
  private readonly joiner: WasmObject<PackJoiner>;
  private readonly writing: Promise<void>;
  /** The job that makes the frames of the current run. */
  private job: OrderedJob<PackJob, null> | null = null;
  private failure: { thrown: unknown } | null = null;

  private readonly pool: Pool;
  private readonly packing: Packing;
  private readonly write: Write;
  private readonly signal: AbortSignal;

  /**
   * `signal` ends a wait for a worker.
   * @throws TagviewError `usage`.
   */
  constructor(
    instance: Instance<"more">,
    pool: Pool,
    packing: Packing,
    { write, signal }: Pick<Control, "write" | "signal">,
  ) {
    this.pool = pool;
    this.packing = packing;
    this.write = write;
    this.signal = signal;
    this.joiner = instance.make(({ PackJoiner }) => new PackJoiner(packing));
    this.writing = this.writeAll();
    this.writing.catch((thrown) => {
      this.failure = { thrown };
      // Every wait for a buffer or a worker ends with an error.
      this.buffers.refuseAll(thrown);
      this.jobs.close();
    });
  }

  private async writeAll(): Promise<void> {
    await this.write(this.joiner.call((joiner) => joiner.beginning()));
    return this.jobs.write(
      async (frames) => this.write(frames),
      ({ saved }) => {
        this.joiner.call((joiner) => joiner.join(saved));
        return true;
      },
    );
  }

  /**
   * Starts a run, as soon as a worker is free, unless one is open.
   * @throws errors of writing.
   */
  async begin(args: () => Omit<PackJob["args"], "packing">): Promise<void> {
    if (this.job !== null) return;
    const task = { format: "tags", method: "pack", source: null };
    const worker = await this.pool.take(this.signal);
    if (this.failure !== null) {
      worker.release();
      throw this.failure.thrown;
    }
    this.job = this.jobs.begin(worker, { ...task, args: { packing: this.packing, ...args() } }, null, () => ({
      onReturn: (buffer) => this.buffers.give(buffer),
    }));
  }

  /**
   * Sends the next bytes of the run, at most one buffer. A job that has ended early has found an error.
   * @throws errors of writing.
   */
  async send(bytes: () => Uint8Array, isLast: boolean): Promise<void> {
    const { job } = this;
    if (job === null) return;
    // Buffers of a lost worker do not return.
    this.assertWriting();
    const buffer = await this.buffers.take(job, MOST_BUFFERS);
    this.assertWriting();
    if (this.jobs.isRunning(job)) {
      const chunk = bytes();
      buffer.set(chunk);
      job.worker.sendInput(job.id, { bytes: buffer.subarray(0, chunk.length), isLast }, [buffer]);
    } else this.buffers.give(buffer);
    if (isLast) this.job = null;
  }

  /**
   * Called after all runs were sent: writes the remaining output, and the index.
   * @throws errors of writing, and the first error in the runs.
   */
  async finish(): Promise<Contents> {
    await this.send(() => NO_BYTES, true);
    this.jobs.end();
    await this.writing;
    await this.write(this.joiner.call((joiner) => joiner.finish()));
    return this.joiner.call((joiner) => joiner.written());
  }

  private assertWriting(): void {
    if (this.failure !== null) throw this.failure.thrown;
  }

  /** Ends running jobs. */
  async close(): Promise<void> {
    this.jobs.close();
    await this.writing.catch(() => {});
    this.joiner.free();
  }
}
