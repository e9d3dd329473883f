/** Jobs that read ranges of a session's source on workers. */

import { asTagviewError } from "../../../errors.ts";
import type { SourceDescription } from "../../../source/description.ts";
import type { RandomAccess } from "../../../source/random-access.ts";
import type { Instance } from "../../../worker/instance.ts";
import type { Pool } from "../../../worker/pool.ts";
import { type Hooks, type PooledWorker, type StartedJob, WorkerLost } from "../../../worker/pooled-worker.ts";
import type { Task } from "../../../worker/protocol.ts";
import type { SplitPart } from "../split/points.ts";
import { INTERVAL_MS, type Listener } from "./merger.ts";
import type { Part } from "./part.ts";
import {
  DROPPED_BLOCK_TAGS,
  HELD_BLOCK_TAGS,
  type Importing,
  type PartRequest,
  type ReadJob,
} from "./part-report.ts";

/** What a session works with. */
export interface SessionResources {
  pool: Pool;
  source: SourceDescription;
  /** The source read anywhere, where that can be done; closed with the session. */
  file: RandomAccess | null;
  /** How it is read where it is of another maker's format: in one go. */
  importing: Importing | null;
  /** Where results are joined. */
  instance: Instance;
  /** Lets messages and events of this thread in. */
  pause: () => Promise<void>;
  keepingThread: <T>(f: () => T) => T;
}

function stateOf({ state }: SplitPart): Pick<Importing, "state"> {
  return state === undefined ? {} : { state };
}

export class PartJobs {
  private readonly resources: SessionResources;
  private readonly listener: Listener;
  private readonly blockTags: number;

  /** With room for held tags, where `holds`. */
  constructor(resources: SessionResources, listener: Listener, holds: boolean) {
    this.resources = resources;
    this.listener = listener;
    this.blockTags = holds ? HELD_BLOCK_TAGS : DROPPED_BLOCK_TAGS;
  }

  /** Reading `range`, with reports as often as the listener wants snapshots. */
  task(
    range: SplitPart,
    request: PartRequest,
    interval = this.listener.interval ?? INTERVAL_MS,
  ): Task<ReadJob> {
    const { source, file, importing } = this.resources;
    const isWhole = file === null || (range.from === 0 && range.to === null);
    return {
      format: "tags",
      method: "read",
      // Of a path, a part says which file it is of. All of an address is one answer, of one version.
      source: isWhole && source.kind !== "path" ? source : (file?.part(range.from, range.to) ?? source),
      args: {
        request: range.to === null ? request : { ...request, followed: true },
        interval,
        snapshots: this.listener.onSnapshot !== undefined,
        blockTags: this.blockTags,
        ...(importing !== null && { importing: { ...importing, ...stateOf(range) } }),
      },
    };
  }

  /** Starts a job for which `worker` was taken; `signal` ends it. */
  start(
    worker: PooledWorker,
    task: Task<ReadJob>,
    signal: AbortSignal,
    hooks: Hooks<ReadJob> = {},
  ): StartedJob<ReadJob> {
    const job = worker.start<ReadJob>(task, hooks);
    const abort = () => worker.cancel([job.id]);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    const result = job.result.finally(() => signal.removeEventListener("abort", abort));
    return { ...job, result };
  }

  /**
   * What `request` finds in a part; read once more where the worker is lost. `onTags` is called with the tags read so far.
   * @throws TagviewError `changed` or `read-failed` where what was read before can't be read again.
   */
  async find(
    { range, isBroken }: Pick<Part, "range" | "isBroken">,
    request: PartRequest,
    signal: AbortSignal,
    onTags: (tags: number) => void,
  ): Promise<Uint8Array> {
    const task = this.task(range, { ...request, at: BigInt(range.from) });
    // What is found so far is of no use to anybody.
    task.args.snapshots = false;
    const onReport = (report: ReadJob["report"]): void => {
      if (report.type === "progress") onTags(report.part.tags);
    };
    const read = async () =>
      this.start(await this.resources.pool.take(signal), task, signal, { onReport }).result;
    const { saved, broken } = await read().catch((thrown) => {
      if (thrown instanceof WorkerLost) return read();
      throw thrown;
    });
    // Where reading broke off before, it may do so again.
    if (broken !== null && !isBroken) throw asTagviewError(broken);
    return saved;
  }
}
