/** Jobs that read ranges of a session's source on workers. */

import { asTagviewError, TagviewError } from "../../../errors.ts";
import type { SourceDescription } from "../../../source/description.ts";
import type { RandomAccess } from "../../../source/random-access.ts";
import type { Instance } from "../../../worker/instance.ts";
import type { Pool } from "../../../worker/pool.ts";
import {
  type Hooks,
  type PooledWorker,
  resultUntil,
  type StartedJob,
  WorkerLost,
} from "../../../worker/pooled-worker.ts";
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
  type ReportJob,
} from "./part-report.ts";

/** Inputs of a session. */
export interface SessionResources {
  pool: Pool;
  source: SourceDescription;
  /** The source with random access, if possible; closed with the session. */
  file: RandomAccess | null;
  /** For another tagger's format: how it is read sequentially. */
  importing: Importing | null;
  /** The instance that joins results. */
  instance: Instance;
  /** Yields to messages and events of this thread. */
  pause: () => Promise<void>;
  /** Computes slow results on this thread; null if it draws. */
  compute: (<T>(f: () => T) => T) | null;
}

function stateOf({ state }: SplitPart): Pick<Importing, "state"> {
  return state === undefined ? {} : { state };
}

/** Returns whether a source has no second pass; without random access, only a server provides one. */
export function isReadOnce({ kind }: SourceDescription, file: RandomAccess | null): boolean {
  return kind === "fd" || kind === "port" || (file === null && kind !== "url");
}

export class PartJobs {
  private readonly resources: SessionResources;
  private readonly listener: Listener;
  private readonly blockTags: number;

  /** With memory for held tags, if `holds`. */
  constructor(resources: SessionResources, listener: Listener, holds: boolean) {
    this.resources = resources;
    this.listener = listener;
    this.blockTags = holds ? HELD_BLOCK_TAGS : DROPPED_BLOCK_TAGS;
  }

  /** A job for `range`, with reports at the listener's interval. */
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
      // For a path, the part states the identity of the file. An address is read in one response, of one version.
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

  /** Starts a job on `worker`, which was taken for it; `signal` ends it. */
  start(
    worker: PooledWorker,
    task: Task<ReadJob>,
    signal: AbortSignal,
    hooks: Hooks<ReadJob> = {},
  ): StartedJob<ReadJob> {
    const job = worker.start<ReadJob>(task, hooks);
    return { ...job, result: resultUntil(job, signal) };
  }

  /**
   * Returns the final results of joined parts, computed by a worker: this thread may be the one that draws.
   * @throws TagviewError `cancelled`, `usage` or `internal`.
   */
  async report(args: ReportJob["args"], signal: AbortSignal): Promise<ReportJob["result"]> {
    const task: Task<ReportJob> = { format: "tags", method: "report", source: null, args };
    const run = async () => resultUntil((await this.resources.pool.any()).startShort(task), signal);
    return run().catch((thrown) => {
      if (thrown instanceof WorkerLost) return run();
      throw thrown;
    });
  }

  /**
   * Returns the results of `request` in a part; reads it once more if the worker is lost. `onTags` is called with the
   * number of tags read.
   * @throws TagviewError `usage` if the source can be read only once; `changed` or `read-failed` if earlier bytes cannot
   * be read again.
   */
  async find(
    { range, isBroken }: Pick<Part, "range" | "isBroken">,
    request: PartRequest,
    signal: AbortSignal,
    onTags: (tags: number) => void,
  ): Promise<Uint8Array> {
    if (isReadOnce(this.resources.source, this.resources.file))
      throw new TagviewError(
        "usage",
        "tags that are not in memory would be read again, but this source can be read only once",
        "open it with a larger `budget` and without a selection, or give a file, a Blob or bytes",
      );
    const task = this.task(range, { ...request, at: BigInt(range.from) });
    // Results so far are useless.
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
    // If reading was interrupted there before, it may be again.
    if (broken !== null && !isBroken) throw asTagviewError(broken);
    return saved;
  }
}
