/**
 * Reads a recording in parts, by as many workers as there are, and is asked what they found.
 *
 * Parts are joined in the order of the file, on the thread of the caller. Each is read as if it
 * began with a message. Where one turns out not to end with one, or is damaged, what follows it is
 * read again in one go: what was joined before stays, and nothing wrong was shown.
 */

import { cancelled } from "../../../errors.ts";
import type { RandomAccess } from "../../../source/random-access.ts";
import type { Instance } from "../../../worker/instance.ts";
import { type PooledWorker, WorkerLost } from "../../../worker/pooled-worker.ts";
import type { Follower } from "../follow/follower.ts";
import { QueryCache } from "../query/cache.ts";
import type { OnProgress, QueryContext } from "../query/context.ts";
import { definitionsOf, isRange, type ScanRequest, type Selection } from "../request.ts";
import type { Snapshot } from "../snapshot.ts";
import { splitRange } from "../split/by-index.ts";
import { splitByScout } from "../split/by-scout.ts";
import { type FrameIndex, overviewOf, totalsOf } from "../split/frame-index.ts";
import type { SplitPart } from "../split/points.ts";
import { beginSplitting, type Splitting } from "../split/splitting.ts";
import { isWorthSplitting } from "../split/target-size.ts";
import { BackgroundQuery } from "./background.ts";
import { Budget } from "./budget.ts";
import { dropUnread, FanOut, type FanOutHost, isWorthFanningOut } from "./fan-out.ts";
import { readPreview } from "./first-preview.ts";
import { ResultMerger } from "./merger.ts";
import { type FannedOut, Part } from "./part.ts";
import { PartJobs, type SessionResources } from "./part-jobs.ts";
import type { PartRequest, PartResult } from "./part-report.ts";
import { Placement } from "./placement.ts";
import { backgroundOf, budgetOf, type ReadingOptions } from "./reading-options.ts";

const WHOLE: SplitPart = { from: 0, to: null };

export class Reader implements QueryContext, FanOutHost, Follower {
  parts: Part[] = [];
  readonly background: ScanRequest;
  readonly budget: Budget;
  readonly instance: Instance;
  merger: ResultMerger;
  private readonly placement: Placement;
  private fanOut: FanOut | null = null;
  private phase: "reading" | "ended" = "reading";
  /** The error that ended reading; null where it was stopped, and what was read is to be asked. */
  private failure: unknown = null;
  becomeReady = (): void => {};
  readonly ready = new Promise<void>((resolve) => {
    this.becomeReady = resolve;
  });
  private readonly queries: QueryCache;
  private readonly backgroundQuery: BackgroundQuery;

  private readonly jobs: PartJobs;
  private readonly resources: SessionResources;
  private readonly request: ScanRequest;
  private readonly options: ReadingOptions;
  /** Bytes that held tags may take. */
  private readonly mostHeld: number;
  readonly signal: AbortSignal;

  /** @throws TagviewError `usage`. */
  constructor(
    resources: SessionResources,
    request: ScanRequest,
    options: ReadingOptions,
    signal: AbortSignal,
  ) {
    this.resources = resources;
    this.instance = resources.instance;
    this.mostHeld = budgetOf(options.purpose);
    this.jobs = new PartJobs(resources, options, this.mostHeld > 0);
    this.request = request;
    this.options = options;
    this.signal = signal;
    this.background = { analyses: backgroundOf(options.purpose), ...definitionsOf(request) };
    this.budget = new Budget(this.mostHeld);
    this.placement = new Placement(request);
    this.queries = new QueryCache(this);
    this.backgroundQuery = new BackgroundQuery(this.queries, this.background, signal);
    this.merger = this.createMerger();
  }

  get origin(): bigint | undefined {
    return this.placement.origin;
  }

  get isReading(): boolean {
    return this.phase === "reading";
  }

  pause(): Promise<void> {
    return this.resources.pause();
  }

  private createMerger(): ResultMerger {
    const total = this.resources.file?.byteLength ?? null;
    return new ResultMerger(this.instance, this.request, this.parts, total, this.options);
  }

  async read(): Promise<Snapshot> {
    try {
      return await this.readAll();
    } catch (thrown) {
      // What was closed meanwhile, file and results, fails in ways of its own.
      this.failure = this.signal.aborted ? null : thrown;
      throw this.failure ?? cancelled();
    } finally {
      this.phase = "ended";
      dropUnread(this.parts);
      this.becomeReady();
    }
  }

  private async readAll(): Promise<Snapshot> {
    const { follow, purpose } = this.options;
    if (follow)
      return (await import("../follow/read-following.ts")).readFollowing(this, this.resources, purpose);
    const splitting = beginSplitting(this.resources, this.request, this.mostHeld);
    const preview = this.preview(splitting?.index);
    const rest = await this.readInParts(splitting);
    if (rest !== null) {
      // Where there is an index, it is wrong.
      this.merger.overview = null;
      await this.readPart(rest);
    }
    if (this.fanOut?.hasLost) {
      if (this.signal.aborted) throw cancelled();
      this.startOver();
      await this.readPart(WHOLE);
    }
    await preview;
    const columns = purpose.name === "results" ? purpose.columns : "whole";
    await this.pause();
    return this.resources.keepingThread(() => this.merger.conclude(null, columns));
  }

  /** Reads side by side what can be; answers the rest that is to be read in one go, null for nothing. */
  private async readInParts(splitting: Splitting | null): Promise<SplitPart | null> {
    const { importing } = this.resources;
    if (importing !== null)
      return this.readParts(splitByScout(this.resources, importing, this.request, this.mostHeld));
    if (splitting === null) return WHOLE;
    const { file, parts } = splitting;
    const { selection } = this.request;
    const index = await splitting.index;
    if (isRange(selection) && index !== null && index.origin !== null)
      return this.readRange(file, selection, index, index.origin);
    const all = parts(index);
    if (all === null) return WHOLE;
    this.placement.learn(index?.origin ?? null, null);
    // An index knows nothing of virtual channels.
    this.merger.overview = this.background.define === undefined ? overviewOf(index) : null;
    return this.readParts(all);
  }

  /** Shows the very beginning, while it is found out how the file is split; an index there is has been read then. */
  private async preview(index: Promise<unknown> | undefined): Promise<void> {
    const { file, importing } = this.resources;
    const isWorth = importing === null && isWorthSplitting(file, this.request);
    if (!isWorth || this.request.selection !== undefined || this.options.onSnapshot === undefined) return;
    const { jobs, resources, placement, signal } = this;
    await readPreview({ jobs, pool: resources.pool, placement, signal }, this.request, (preview) => {
      this.merger.firstPreview = preview;
      // What an index tells belongs to the first picture. That it can't be read is told elsewhere.
      Promise.resolve(index).then(
        () => this.show(),
        () => {},
      );
    });
  }

  /** Reads the frames that the selection concerns; answers the whole file where the index proves wrong, null for done. */
  private async readRange(
    file: RandomAccess,
    selection: Selection,
    index: FrameIndex,
    origin: bigint,
  ): Promise<SplitPart | null> {
    this.placement.learn(origin, null);
    const { size } = this.resources.pool;
    if ((await this.readParts(splitRange(index, origin, selection, size))) === null) {
      this.merger.totals = totalsOf(index, file.byteLength);
      return null;
    }
    // What was joined was chosen by an index that is not to be trusted.
    this.startOver();
    this.placement.forget();
    return WHOLE;
  }

  private startOver(): void {
    this.merger.free();
    this.dropFrom(0);
    this.parts = [];
    this.merger = this.createMerger();
  }

  /** Lets go of all parts from number `at` on. */
  private dropFrom(at: number): void {
    for (const part of this.parts.splice(at)) {
      part.letGo();
      this.budget.giveBack(part.room);
    }
  }

  /** Reads parts side by side; answers the rest that is to be read in one go, null for nothing. */
  async readParts(all: AsyncIterable<SplitPart> | Iterable<SplitPart>): Promise<SplitPart | null> {
    const running = new Set<Promise<void>>();
    let failure: unknown;
    let rest: SplitPart | null = null;
    try {
      for await (const range of all) {
        const worker = await this.resources.pool.take(this.signal);
        if (failure !== undefined || rest !== null) {
          worker.release();
          break;
        }
        const joined = this.readOn(worker, range)
          .then(() => {
            rest ??= this.advance();
          })
          .catch((thrown) => {
            failure ??= thrown;
          });
        running.add(joined);
        if (!this.placement.isKnown) await Promise.race([this.placement.known(), joined]);
      }
    } catch (thrown) {
      failure ??= thrown;
    }
    await Promise.all(running);
    if (rest === null && failure !== undefined) throw failure;
    return rest;
  }

  private async readPart(range: SplitPart): Promise<void> {
    await this.readOn(await this.resources.pool.take(this.signal), range);
    this.advance();
  }

  /** Reads a part, once more where its worker is lost and the source can be read again. */
  private async readOn(worker: PooledWorker, range: SplitPart): Promise<void> {
    const part = this.createPart(worker, range);
    this.parts.push(part);
    try {
      await this.readOnce(worker, part);
    } catch (thrown) {
      part.fail();
      const mayComeAgain = this.resources.source.kind !== "port";
      if (!(thrown instanceof WorkerLost) || !mayComeAgain || this.signal.aborted) throw thrown;
      if (part.role.name !== "whole") {
        this.fanOut?.lose();
        return;
      }
      const other = await this.resources.pool.take(this.signal);
      const at = this.parts.indexOf(part);
      if (at < 0) return other.release();
      this.budget.giveBack(part.room);
      const again = this.createPart(other, range);
      this.parts[at] = again;
      await this.readOnce(other, again);
    }
  }

  /** A part that `worker` is to read: where one worker decodes all, others analyse its tags, and hold them. */
  private createPart(worker: PooledWorker, range: SplitPart): Part {
    const { pool, file, importing } = this.resources;
    const isAll = range.from === 0 && range.to === null && !this.options.follow;
    const [bytes, isImported] = [file?.byteLength ?? 0, importing !== null];
    const isWorth = isWorthFanningOut(bytes, this.request, pool.size, this.mostHeld, isImported);
    if (isAll && isWorth && !this.fanOut?.hasLost) {
      // Without another one it goes on as well.
      pool.warm(2).catch(() => {});
      this.fanOut = new FanOut(this, () => pool.others(worker));
      return new Part(range, { name: "fanned out", to: this.fanOut }, 0);
    }
    const busy = this.parts.filter(({ isRead }) => !isRead).length;
    const sharers = range.to === null ? 1 : pool.size - busy;
    return new Part(range, { name: "whole" }, this.budget.grant(sharers));
  }

  private async readOnce(worker: PooledWorker, part: Part): Promise<void> {
    const fanOut = part.role.name === "fanned out" ? this.fanOut : null;
    const granted = part.room;
    const request = this.placement.placed(this.request, part.range.from);
    if (fanOut !== null) request.fanOut = true;
    else {
      if (granted > 0) request.holdBytes = BigInt(granted);
      if (this.background.analyses.length > 0) request.background = this.background;
    }
    const job = this.jobs.start(worker, this.jobs.task(part.range, request), this.signal, {
      onReport: (report) => {
        switch (report.type) {
          case "origin":
            return this.placement.learn(report.origin, report.start);
          case "tags":
            return fanOut?.pass(part, job, report.tags);
          case "progress":
            part.progress(report.bytes, report.saved, report.part);
            // Answers are joined from the first part on.
            if (part === this.parts[0]) this.becomeReady();
            this.show();
        }
      },
      onDone: (result) => {
        // Of the shortest parts there is nothing to tell before their end.
        this.placement.learn(result.part.origin, result.part.start);
        this.finish(part, result);
        if (fanOut === null) this.budget.settle(granted, part.room, result.part.held_tags !== null);
      },
    });
    part.start(job);
    try {
      await job.result;
    } finally {
      // Also where reading is stopped, what was passed on is analysed.
      await fanOut?.settled();
    }
  }

  blockRequest(): PartRequest {
    const request: PartRequest = { analyses: this.request.analyses, ...definitionsOf(this.request) };
    if (this.origin !== undefined) request.origin = this.origin;
    if (this.background.analyses.length > 0) request.background = this.background;
    return request;
  }

  addBlock(part: Part, room: number, of: FannedOut): Part {
    const block = new Part({ from: 0, to: 0 }, { name: "block", of }, room);
    this.parts.splice(this.parts.indexOf(part), 0, block);
    return block;
  }

  finish(part: Part, result: PartResult): void {
    part.finish(result);
    if (part === this.parts[0]) this.becomeReady();
  }

  readAgain(
    part: Part,
    request: PartRequest,
    signal: AbortSignal,
    onTags: (tags: number) => void,
  ): Promise<Uint8Array> {
    return this.jobs.find(part, request, signal, onTags);
  }

  /** Joins what is ready; answers the rest that is to be read in one go, null for nothing. */
  advance(): SplitPart | null {
    for (;;) {
      const part = this.parts[this.merger.joined];
      const result = part?.result ?? null;
      if (part === undefined || result === null) return null;
      const { range, role } = part;
      const isAsIndexed = range.tags === undefined || range.tags === result.part.tags;
      const isSound = result.part.sound && result.broken === null && isAsIndexed;
      // Of a file that is followed, what is damaged is told, and what follows it is read as it comes.
      if (role.name !== "block" && range.to !== null && !isSound && !this.options.follow) {
        this.dropFrom(this.merger.joined);
        return { ...range, to: null };
      }
      this.merger.join(part);
      this.show();
      this.backgroundQuery.takeFrom(this.parts);
    }
  }

  private show(): void {
    if (!this.signal.aborted) this.merger.show();
  }

  async ask(request: ScanRequest, signal: AbortSignal, onProgress: OnProgress): Promise<Snapshot> {
    const { analyses, findings, tags } = await this.queries
      .ask(request, signal, onProgress)
      .catch((thrown) => {
        throw signal.aborted ? cancelled() : thrown;
      });
    if (this.failure !== null) throw this.failure;
    const base = this.merger.last ?? this.merger.snapshot();
    return {
      ...base,
      // While the recording is read, answers cover other tags than the last snapshot. Of a range, an index gives the total.
      tags: this.merger.totals === null ? tags : base.tags,
      overview: this.isReading ? base.overview : null,
      analyses,
      findings,
      error: findings[0] ?? null,
      complete: base.complete && findings.length === 0,
    };
  }

  close(): void {
    this.queries.forget();
    for (const part of this.parts) part.letGo();
    this.resources.file?.close();
    this.merger.free();
  }
}
