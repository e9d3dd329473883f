/**
 * Reads a recording in parts, on all workers, and runs queries over them.
 *
 * Parts are joined in file order, on the caller's thread. Each is read as if it began with a message. If a part does
 * not end with one, or is damaged, the bytes after it are read again sequentially. Earlier joined results stay, and no
 * wrong result is ever reported.
 */

import { cancelled } from "../../../errors.ts";
import type { RandomAccess } from "../../../source/random-access.ts";
import type { Instance } from "../../../worker/instance.ts";
import { type PooledWorker, WorkerLost } from "../../../worker/pooled-worker.ts";
import type { Follower } from "../follow/follower.ts";
import { QueryCache } from "../query/cache.ts";
import type { OnProgress, QueryContext } from "../query/context.ts";
import { definitionsOf, isRange, type ScanRequest, type Selection } from "../request.ts";
import type { Follow, Snapshot } from "../snapshot.ts";
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
import { MOST_NUMBERS, ResultMerger } from "./merger.ts";
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
  /** The error that ended reading; null if it was stopped, and the parts read can be queried. */
  private failure: unknown = null;
  becomeReady = (): void => {};
  readonly ready = new Promise<void>((resolve) => {
    this.becomeReady = resolve;
  });
  private readonly queries: QueryCache;
  private readonly backgroundQuery: BackgroundQuery;
  readonly compute: SessionResources["compute"];
  readonly jobs: PartJobs;
  private readonly resources: SessionResources;
  private readonly request: ScanRequest;
  private readonly options: ReadingOptions;
  /** Maximum bytes of held tags. */
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
    this.compute = resources.compute;
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
      // Closed files and results fail with errors of their own.
      this.failure = this.signal.aborted ? null : thrown;
      throw this.failure ?? cancelled(this.signal);
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
      // If there is an index, it is wrong.
      this.merger.overview = null;
      await this.readPart(rest);
    }
    if (this.fanOut?.hasLost) {
      if (this.signal.aborted) throw cancelled(this.signal);
      this.startOver();
      await this.readPart(WHOLE);
    }
    await preview;
    const columns = purpose.name === "results" ? purpose.columns : "whole";
    await this.pause();
    return this.conclude(null, columns);
  }

  async conclude(follow: Follow | null, columns: "whole" | "fetched" = "whole"): Promise<Snapshot> {
    if (this.compute) return this.compute(() => this.merger.conclude(follow, { computed: "here", columns }));
    const mostNumbers = columns === "fetched" ? MOST_NUMBERS : null;
    const args = { request: this.request, saved: this.merger.save(), derived: null, mostNumbers };
    const taken = await this.jobs.report(args, this.signal);
    return this.merger.conclude(follow, { computed: "by a worker", taken });
  }

  /** Reads parts in parallel if possible; returns the rest to read sequentially, or null. */
  private async readInParts(splitting: Splitting | null): Promise<SplitPart | null> {
    const { importing } = this.resources;
    if (importing !== null && this.request.clock === undefined)
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
    // An index does not describe virtual channels.
    this.merger.overview = this.background.define === undefined ? overviewOf(index) : null;
    return this.readParts(all);
  }

  /** Reports the very beginning while split points are searched; an existing index has been read then. */
  private async preview(index: Promise<unknown> | undefined): Promise<void> {
    const { file, importing } = this.resources;
    const isWorth = importing === null && isWorthSplitting(file, this.request);
    if (!isWorth || this.request.selection !== undefined || this.options.onSnapshot === undefined) return;
    const { jobs, resources, placement, signal } = this;
    await readPreview({ jobs, pool: resources.pool, placement, signal }, this.request, (preview) => {
      this.merger.firstPreview = preview;
      // The first report includes the index. A failure to read it is reported elsewhere.
      Promise.resolve(index).then(
        () => this.show(),
        () => {},
      );
    });
  }

  /** Reads the selected frames; returns the whole file if the index proves wrong, null when done. */
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
    // An untrustworthy index chose the joined parts.
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

  /** Releases all parts from number `at`. */
  private dropFrom(at: number): void {
    for (const part of this.parts.splice(at)) {
      part.letGo();
      this.budget.giveBack(part.room);
    }
  }

  /** Reads parts in parallel; returns the rest to read sequentially, or null. */
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

  /** Reads a part, once more if its worker is lost and the source can be read again. */
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

  /** Lets `worker` read a part: if one worker decodes everything, others analyse and hold its tags. */
  private createPart(worker: PooledWorker, range: SplitPart): Part {
    const { pool, file, importing } = this.resources;
    const isAll = range.from === 0 && range.to === null && !this.options.follow;
    const [bytes, isImported] = [file?.byteLength ?? 0, importing !== null];
    const isWorth = isWorthFanningOut(bytes, this.request, pool.size, this.mostHeld, isImported);
    if (isAll && isWorth && !this.fanOut?.hasLost) {
      // Reading continues without another worker.
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
            // Results are joined from the first part.
            if (part === this.parts[0]) this.becomeReady();
            this.show();
        }
      },
      onDone: (result) => {
        // Very short parts have no report before their end.
        this.placement.learn(result.part.origin, result.part.start);
        this.finish(part, result);
        if (fanOut === null) this.budget.settle(granted, part.room, result.part.held_tags !== null);
      },
    });
    part.start(job);
    try {
      await job.result;
    } finally {
      // Also after a stop, sent tags are analysed.
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

  /** Joins finished parts; returns the rest to read sequentially, or null. */
  advance(): SplitPart | null {
    for (;;) {
      const part = this.parts[this.merger.joined];
      const result = part?.result ?? null;
      if (part === undefined || result === null) return null;
      const { range, role } = part;
      const isAsIndexed = range.tags === undefined || range.tags === result.part.tags;
      const isSound = result.part.sound && result.broken === null && isAsIndexed;
      // For a followed file, damage is reported and later data is read as it arrives.
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
        throw signal.aborted ? cancelled(signal) : thrown;
      });
    if (this.failure !== null) throw this.failure;
    const base = this.merger.last ?? this.merger.snapshot();
    return {
      ...base,
      // During reading, results cover other tags than the last snapshot. For a range, an index has the total.
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
