/**
 * Tags of one part, decoded by one worker and analysed by others in blocks, which precede the part. All workers hold
 * tags of equally many blocks, so that all of them run queries.
 */

import type { PooledWorker, StartedJob } from "../../../worker/pooled-worker.ts";
import type { ScanRequest } from "../request.ts";
import { areDear, areLong } from "./analysis-cost.ts";
import type { Budget } from "./budget.ts";
import type { Claimed, FannedOut, Part, PartJob } from "./part.ts";
import { type BlockJob, MOST_WAITING, type PartRequest, type PartResult } from "./part-report.ts";

/** Maximum number of blocks waiting at another worker before the decoding worker analyses one too. */
const ENOUGH = 3;

/** Size in bytes below which the decoding worker analyses a part itself. */
const WORTH_FANNING_OUT = 16 << 20;

/** Whether to send the tags of a file that one worker decodes to others: to hold them, or to analyse them. */
export function isWorthFanningOut(
  byteLength: number,
  { analyses, selection }: ScanRequest,
  workers: number,
  budget: number,
  /** They are sent from one module to the other anyway. */
  isImported = false,
): boolean {
  if (byteLength <= WORTH_FANNING_OUT) return false;
  if (areLong(analyses)) return false;
  // Sent tags are not selected.
  return budget > 0 || (workers > 1 && selection === undefined && (isImported || areDear(analyses)));
}

/** The session's interface for a fan-out. */
export interface FanOutHost {
  readonly budget: Budget;
  /** Request for a block of tags. */
  blockRequest(): PartRequest;
  /** Adds a block before the part that its tags came from. */
  addBlock(part: Part, room: number, of: FannedOut): Part;
  /** Called when a part is completely known. */
  finish(part: Part, result: PartResult): void;
  /** Joins finished parts. */
  advance(): void;
}

/** Outcome of a block: `lost` tags are read again with the whole file; `failed` is an error. */
type Outcome = { name: "sound" } | { name: "lost" } | { name: "failed"; thrown: unknown };

/** The buffer of a block's tags; null while a worker has it, or if it was lost with one. */
interface Used {
  buffer: Uint8Array | null;
}

export class FanOut implements FannedOut {
  private tags: "held" | "dropped" = "held";
  claimed: Claimed = { name: "by nobody" };
  private outcome: Outcome = { name: "sound" };
  private readonly blocks: Part[] = [];
  private readonly results: Promise<void>[] = [];
  /** Number of unanalysed blocks at each worker. */
  private readonly waiting = new Map<PooledWorker, number>();
  /** Number of blocks whose tags each worker holds, or will hold. */
  private readonly held = new Map<PooledWorker, number>();

  private readonly host: FanOutHost;
  private readonly others: () => readonly PooledWorker[];

  /** Distributes blocks among `others` and, if these are busy or missing, the decoding worker. */
  constructor(host: FanOutHost, others: () => readonly PooledWorker[]) {
    this.host = host;
    this.others = others;
  }

  get holdsTags(): boolean {
    return this.tags === "held";
  }

  /** Whether tags were lost with a worker. */
  get hasLost(): boolean {
    return this.outcome.name === "lost";
  }

  /** The decoding worker was lost, and with it everything after the existing blocks. */
  lose(): void {
    this.outcome = { name: "lost" };
  }

  claim(by: object): void {
    this.claimed = { name: "by", query: by };
  }

  forfeit(by: object): void {
    if (this.claimed.name === "by" && this.claimed.query === by) this.claimed = { name: "gone" };
  }

  giveUp(): void {
    this.dropTags();
    this.claimed = { name: "gone" };
  }

  /** The next tags of `from`, decoded by `reader`. */
  pass(from: Part, reader: PartJob, tags: Uint8Array): void {
    const { host, blocks } = this;
    const worker = this.leastBusy(reader.worker);
    if (this.holdsTags && !host.budget.take(roomFor(tags))) this.dropTags();
    const room = this.holdsTags ? roomFor(tags) : 0;
    const holder = room > 0 ? this.leastLaden(worker, reader.worker) : worker;
    const block = host.addBlock(from, room, this);
    blocks.push(block);
    const used: Used = { buffer: null };
    this.count(worker, 1);
    const analysed = this.analyse(block, { tags, worker, room: holder === worker ? room : 0 }, used);
    const settled = analysed
      .finally(() => this.count(worker, -1))
      .then((result) => {
        const tags = holder !== worker && this.holdsTags ? used.buffer : null;
        return tags === null ? result : this.hold(block, result, { tags, holder, room }, used);
      })
      .then(
        (result) => {
          // The query with the background results of earlier blocks is gone: this block's could not be joined.
          if (!this.holdsTags && this.claimed.name === "gone") result.background = null;
          host.finish(block, result);
          host.budget.settle(room, block.room, room === 0 || block.room > 0);
          if (!this.holdsTags) this.drop(block);
          host.advance();
        },
        () => this.lose(),
      )
      .catch((thrown) => {
        if (this.outcome.name === "sound") this.outcome = { name: "failed", thrown };
      });
    this.results.push(
      settled.finally(() => {
        // The whole buffer, including its unused end.
        const buffer = used.buffer && new Uint8Array(used.buffer.buffer);
        reader.worker.sendInput(reader.id, { buffer }, buffer === null ? [] : [buffer]);
      }),
    );
  }

  /** Lets `worker` analyse a block, and hold its tags if they fit. */
  private analyse(
    block: Part,
    { tags, worker, room }: { tags: Uint8Array; worker: PooledWorker; room: number },
    used: Used,
  ): Promise<PartResult> {
    const request = this.host.blockRequest();
    if (room > 0) request.holdBytes = BigInt(room);
    const job = startBlock(worker, tags, request, used);
    block.start(job);
    return job.result;
  }

  /** Lets `holder` hold the tags of a block that another worker has analysed. */
  private async hold(
    block: Part,
    result: PartResult,
    { tags, holder, room }: { tags: Uint8Array; holder: PooledWorker; room: number },
    used: Used,
  ): Promise<PartResult> {
    const request: PartRequest = { ...this.host.blockRequest(), analyses: [], holdBytes: BigInt(room) };
    delete request.background;
    const job = startBlock(holder, tags, request, used);
    block.moveTo(job);
    const { held_tags, held_bytes } = (await job.result).part;
    return { ...result, part: { ...result.part, held_tags, held_bytes } };
  }

  /** Chooses the worker that analyses the next block: the decoding one if every other worker has enough blocks. */
  private leastBusy(decoding: PooledWorker): PooledWorker {
    const others = this.others();
    // One block less than may wait in all: otherwise it would wait instead.
    const enough = Math.min(ENOUGH, Math.max(1, Math.floor((MOST_WAITING - 1) / others.length)));
    let chosen = decoding;
    let least = this.waiting.has(decoding) ? Number.POSITIVE_INFINITY : enough;
    for (const other of others) {
      const waiting = this.waiting.get(other) ?? 0;
      if (waiting < least) {
        chosen = other;
        least = waiting;
      }
    }
    return chosen;
  }

  /** Chooses the worker that holds the next block: `analysing`, unless another one holds fewer. */
  private leastLaden(analysing: PooledWorker, decoding: PooledWorker): PooledWorker {
    let chosen = analysing;
    for (const worker of [decoding, ...this.others()])
      if ((this.held.get(worker) ?? 0) < (this.held.get(chosen) ?? 0)) chosen = worker;
    this.held.set(chosen, (this.held.get(chosen) ?? 0) + 1);
    return chosen;
  }

  private count(worker: PooledWorker, blocks: number): void {
    const waiting = (this.waiting.get(worker) ?? 0) + blocks;
    if (waiting === 0) this.waiting.delete(worker);
    else this.waiting.set(worker, waiting);
  }

  /** Waits until all sent tags are analysed, or lost. */
  async settled(): Promise<void> {
    await Promise.all(this.results);
    if (this.outcome.name === "failed") throw this.outcome.thrown;
  }

  dropTags(): void {
    this.tags = "dropped";
    for (const block of this.blocks) if (block.isRead) this.drop(block);
  }

  private drop(block: Part): void {
    this.host.budget.giveBack(block.room);
    block.dropTags();
  }
}

/** Blocks are joined in file order: removes the first unanalysed one, and all parts after it. */
export function dropUnread(parts: Part[]): void {
  if (!parts.some(({ role }) => role.name === "block")) return;
  const gap = parts.findIndex(({ isRead }) => !isRead);
  if (gap >= 0) for (const part of parts.splice(gap)) part.letGo();
}

/** Starts a job that takes `tags`; `used` receives their buffer back. */
function startBlock(
  worker: PooledWorker,
  tags: Uint8Array,
  request: PartRequest,
  used: Used,
): StartedJob<BlockJob> {
  used.buffer = null;
  const onReturn = (buffer: Uint8Array): void => {
    used.buffer = buffer;
  };
  const task = { format: "tags", method: "block", source: null, args: { tags, request } };
  return worker.startShort<BlockJob>(task, { onReturn }, [tags]);
}

/** Maximum bytes of held tags: twice as many per tag if they are far apart. */
function roomFor(tags: Uint8Array): number {
  return 2 * tags.byteLength + 4096;
}
