/**
 * Tags of one part, decoded by one worker and analysed by others in blocks, which stand before the part. All workers hold
 * tags of as many blocks, so that all of them answer questions about these.
 */

import type { PooledWorker, StartedJob } from "../../../worker/pooled-worker.ts";
import type { ScanRequest } from "../request.ts";
import { areDear, areLong } from "./analysis-cost.ts";
import type { Budget } from "./budget.ts";
import type { Claimed, FannedOut, Part, PartJob } from "./part.ts";
import { type BlockJob, MOST_WAITING, type PartRequest, type PartResult } from "./part-report.ts";

/** Blocks that another worker has at most, before the worker that decodes analyses one too. */
const ENOUGH = 3;

/** Below so many bytes, one part's tags are analysed where they are decoded. */
const WORTH_FANNING_OUT = 16 << 20;

/** Whether the tags of a file that one worker decodes are worth passing on: to be held, or for what is asked of them. */
export function isWorthFanningOut(
  byteLength: number,
  { analyses, selection }: ScanRequest,
  workers: number,
  budget: number,
  /** They are passed on from one module to the other anyway. */
  isImported = false,
): boolean {
  if (byteLength <= WORTH_FANNING_OUT) return false;
  if (areLong(analyses)) return false;
  // What passes tags on selects none.
  return budget > 0 || (workers > 1 && selection === undefined && (isImported || areDear(analyses)));
}

/** What a fan-out needs of a session. */
export interface FanOutHost {
  readonly budget: Budget;
  /** What a block of tags is asked. */
  blockRequest(): PartRequest;
  /** Adds a block before the part whose tags it has. */
  addBlock(part: Part, room: number, of: FannedOut): Part;
  /** All that there is of a part is known. */
  finish(part: Part, result: PartResult): void;
  /** Joins what is ready. */
  advance(): void;
}

/** How it went: `lost` tags are read again, with the whole file; `failed` is nobody's loss but an error. */
type Outcome = { name: "sound" } | { name: "lost" } | { name: "failed"; thrown: unknown };

/** The buffer in which a block's tags came; null while a worker has it, or where it was lost with one. */
interface Used {
  buffer: Uint8Array | null;
}

export class FanOut implements FannedOut {
  private tags: "held" | "dropped" = "held";
  claimed: Claimed = { name: "by nobody" };
  private outcome: Outcome = { name: "sound" };
  private readonly blocks: Part[] = [];
  private readonly results: Promise<void>[] = [];
  /** Blocks that each worker has and has not analysed. */
  private readonly waiting = new Map<PooledWorker, number>();
  /** Blocks whose tags each worker holds, or is to hold. */
  private readonly held = new Map<PooledWorker, number>();

  private readonly host: FanOutHost;
  private readonly others: () => readonly PooledWorker[];

  /** Among `others` and, where these have enough to do or there are none, the worker that decodes. */
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

  /** The worker that decodes was lost, and with it what follows the blocks there are. */
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

  /** The next tags of `from`, which `reader` has decoded. */
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
          // The query that took the earlier blocks' background results is gone: this block's could not be joined.
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
        // All of it, also what the tags did not fill.
        const buffer = used.buffer && new Uint8Array(used.buffer.buffer);
        reader.worker.sendInput(reader.id, { buffer }, buffer === null ? [] : [buffer]);
      }),
    );
  }

  /** Has `worker` analyse a block, and hold its tags where there is room. */
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

  /** Has `holder` hold the tags of a block that another worker has analysed. */
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

  /** Who analyses the next block. The worker that decodes takes one where the others will not run out meanwhile. */
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

  /** Who holds the next block: `analysing`, unless another one holds fewer. */
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

  /** All that was passed on is analysed, or lost. */
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

/** Blocks are joined in the order of the file: removes the first one that was not analysed, and all parts behind it. */
export function dropUnread(parts: Part[]): void {
  if (!parts.some(({ role }) => role.name === "block")) return;
  const gap = parts.findIndex(({ isRead }) => !isRead);
  if (gap >= 0) for (const part of parts.splice(gap)) part.letGo();
}

/** Starts a job that takes `tags`; `used` gets their buffer back. */
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

/** Bytes that tags may take where they are held: twice as many each where they are far apart. */
function roomFor(tags: Uint8Array): number {
  return 2 * tags.byteLength + 4096;
}
