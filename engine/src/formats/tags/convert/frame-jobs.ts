/** Frames that workers make of runs of lines or of tags, written in the order of the runs. */

import type { PackJoiner } from "@tagview/wasm/more";
import { BufferPool } from "../../../worker/buffer-pool.ts";
import type { Instance, WasmObject } from "../../../worker/instance.ts";
import type { Pool } from "../../../worker/pool.ts";
import type { Write } from "./control.ts";
import type { Contents, Packing, PackJob } from "./options.ts";
import { type OrderedJob, OrderedJobs } from "./ordered-jobs.ts";

/** Tags per frame: workers that make larger ones would take too much memory together. */
const LARGEST_FRAME = 1 << 21;
/** Buffers on their way to workers: reading waits for one to come back. */
const RUN_BUFFERS = 3;
const NO_BYTES = new Uint8Array(0);

/** Whether frames can be made by several workers. */
export function canShareFrames(pool: Pool, { frameTags = 0 }: Packing): boolean {
  return pool.size > 1 && frameTags <= LARGEST_FRAME;
}

export class FrameJobs {
  private readonly jobs = new OrderedJobs<PackJob, null>();
  private readonly buffers = new BufferPool();
  private readonly joiner: WasmObject<PackJoiner>;
  private readonly writing: Promise<void>;
  /** The run that is sent. */
  private run: OrderedJob<PackJob, null> | null = null;
  private failure: { thrown: unknown } | null = null;

  private readonly pool: Pool;
  private readonly packing: Packing;
  private readonly write: Write;

  /** @throws TagviewError `usage`. */
  constructor(instance: Instance<"more">, pool: Pool, packing: Packing, write: Write) {
    this.pool = pool;
    this.packing = packing;
    this.write = write;
    this.joiner = instance.make(({ PackJoiner }) => new PackJoiner(packing));
    this.writing = this.writeAll();
    this.writing.catch((thrown) => {
      this.failure = { thrown };
      // Whoever waits for a buffer or a worker goes on, and is told.
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
   * Begins a run, once there is a worker for it, unless one is begun that has not ended.
   * @throws what writing has thrown.
   */
  async begin(args: () => Omit<PackJob["args"], "packing">): Promise<void> {
    if (this.run !== null) return;
    const task = { format: "tags", method: "pack", source: null };
    const worker = await this.pool.take();
    if (this.failure !== null) {
      worker.release();
      throw this.failure.thrown;
    }
    this.run = this.jobs.begin(worker, { ...task, args: { packing: this.packing, ...args() } }, null, () => ({
      onReturn: (buffer) => this.buffers.give(buffer),
    }));
  }

  /**
   * Sends the run its next bytes, at most a buffer; a run that has ended early has met something wrong.
   * @throws what writing has thrown.
   */
  async send(bytes: () => Uint8Array, isLast: boolean): Promise<void> {
    const { run } = this;
    if (run === null) return;
    // Those that a lost worker had do not come back.
    this.assertWriting();
    const buffer = await this.buffers.take(run, RUN_BUFFERS);
    this.assertWriting();
    if (this.jobs.isRunning(run)) {
      const chunk = bytes();
      buffer.set(chunk);
      run.worker.sendInput(run.id, { bytes: buffer.subarray(0, chunk.length), isLast });
    } else this.buffers.give(buffer);
    if (isLast) this.run = null;
  }

  /**
   * All runs were sent: writes what is left, and the index.
   * @throws what writing throws, and the first thing that is wrong with the runs.
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

  /** Ends what is under way. */
  async close(): Promise<void> {
    this.jobs.close();
    await this.writing.catch(() => {});
    this.joiner.free();
  }
}
