/** One query to an open recording: its parts are queried or read again, and their results joined. */

import type { PartJoiner } from "@tagview/wasm/main";
import { unlessAborted } from "../../../abort.ts";
import { cancelled } from "../../../errors.ts";
import { toJson } from "../../../json.ts";
import type { WasmObject } from "../../../worker/instance.ts";
import { type PooledWorker, resultUntil } from "../../../worker/pooled-worker.ts";
import { definitionsOf, type ScanRequest, type Selection } from "../request.ts";
import { finalResults } from "../session/final-results.ts";
import type { FannedOut, Part } from "../session/part.ts";
import type { PartRequest, QueryJob } from "../session/part-report.ts";
import type { Snapshot } from "../snapshot.ts";
import type { OnProgress, QueryContext } from "./context.ts";
import { PartProgress } from "./part-progress.ts";

/** Milliseconds of joining after which the thread yields. */
const PAUSE_MS = 10;

/** Result of a part. */
type Answer =
  /** Results of background analyses, reported once the part is completely read. */
  | { from: "nothing yet" }
  | { from: "background"; saved: Uint8Array }
  /** Results of its first `tags` held tags. */
  | { from: "held tags"; saved: Uint8Array; tags: number }
  /** None of its tags are held, or no longer. */
  | { from: "no tags" };

/**
 * A query with its results so far: repeating it while the file is read costs only the tags read since.
 */
export class Query {
  readonly request: ScanRequest;
  private answer: WasmObject<PartJoiner>;
  /** Number of joined parts, from the first. */
  private joined = 0;
  private readonly progress = new Map<Part, PartProgress>();
  /** Settles when a worker has returned a result; only then is its next part queried, unless the call was aborted. */
  private readonly lastAnswers = new Map<PooledWorker, Promise<unknown>>();
  /** Whether parts answer it while they are read, also for tags they do not hold. */
  private readonly isBackground: boolean;
  private readonly context: QueryContext;

  /** @throws TagviewError `usage`. */
  constructor(context: QueryContext, request: ScanRequest) {
    const { background, instance } = context;
    this.context = context;
    this.request = request;
    this.answer = instance.make(({ PartJoiner }) => new PartJoiner(request));
    this.isBackground = background.analyses.length > 0 && isSame(request, background);
  }

  /**
   * Queries missing parts, and returns the results.
   * @throws TagviewError `usage`, `cancelled` or `internal`.
   */
  async ask(signal: AbortSignal, onProgress: OnProgress): Promise<Snapshot> {
    await unlessAborted(this.context.ready, signal);
    while (!(await this.proceed(signal, onProgress))) {
      this.beginAnew();
      await this.context.pause();
      if (signal.aborted) throw cancelled(signal);
    }
    // Joined results are searched for peaks: work for a turn of its own.
    await this.context.pause();
    if (signal.aborted) throw cancelled(signal);
    if (!this.context.isReading) return this.report(null, signal);
    return { ...this.answer.call((joiner) => joiner.snapshot()), tags: this.tags };
  }

  /**
   * The final results, or those of a request that follows from them: this thread computes them if it may, because they
   * are slow, else a worker.
   */
  private async report(derived: ScanRequest | null, signal: AbortSignal): Promise<Snapshot> {
    const { compute, jobs } = this.context;
    // The results do not cover tags that are joined meanwhile.
    const { request, tags } = this;
    const snapshot =
      compute === null
        ? await jobs.report(
            { request, saved: this.answer.call((joiner) => joiner.save()), derived, mostNumbers: null },
            signal,
          )
        : compute(() => this.answer.call((joiner) => finalResults(joiner, { derived, mostNumbers: null })));
    return { ...snapshot, tags };
  }

  /** Number of tags covered by the result, from the first tag of the recording. */
  private get tags(): number {
    const parts = this.context.parts.slice(0, this.joined + 1);
    return parts.reduce((sum, part) => sum + (this.progress.get(part)?.covered ?? 0), 0);
  }

  /**
   * Derives the results of another request with the same selection; null if impossible.
   * @throws TagviewError `usage`, `cancelled` or `internal`.
   */
  async derive(request: ScanRequest, signal: AbortSignal): Promise<Snapshot | null> {
    if (!this.canDerive(request)) return null;
    if (this.isComplete()) return this.report(request, signal);
    const derived = this.answer.call((joiner) => joiner.derive(request));
    return derived ? { ...derived, tags: this.tags } : null;
  }

  /**
   * Whether the results of another request with the same selection follow from the counts.
   * @throws TagviewError `usage`.
   */
  canDerive(request: ScanRequest): boolean {
    return this.answer.call((joiner) => joiner.derive(request)) !== undefined;
  }

  /** Whether the query is complete. */
  isComplete(): boolean {
    const { parts, isReading } = this.context;
    const all = parts.every((part) => this.progress.get(part)?.isComplete === true);
    return !isReading && all && this.joined === parts.length;
  }

  free(): void {
    this.answer.free();
    this.forfeit();
  }

  private beginAnew(): void {
    this.free();
    this.answer = this.context.instance.make(({ PartJoiner }) => new PartJoiner(this.request));
    this.joined = 0;
    this.progress.clear();
  }

  /** Results of background analyses are reported once, and are lost with this query. */
  private forfeit(): void {
    for (const { role } of this.context.parts) if (role.name === "block") role.of.forfeit(this);
  }

  /** Queries missing parts; returns false if earlier results have become invalid. */
  private async proceed(signal: AbortSignal, onProgress: OnProgress): Promise<boolean> {
    const parts = [...this.context.parts];
    // An unsound part is read again together with the rest of the file; a lost one alone.
    for (const [part, { isInAnswer }] of this.progress) {
      if (parts.includes(part)) continue;
      if (isInAnswer) return false;
      this.progress.delete(part);
    }
    // Some held tags returned results and are no longer held: these results remain until everything is read again.
    const isStale = parts.some((part) => this.progressOf(part).fromHeld && !this.isOfUse(part));
    if (isStale) return this.context.isReading;
    const missing = parts.filter((part) => this.isMissing(part));
    const request = placed(this.request, this.context.origin);
    await unlessAborted(this.askAll(missing, request, signal, onProgress), signal);
    for (const part of missing) if (this.progressOf(part).isLost) return false;
    await this.join(parts);
    return true;
  }

  private progressOf(part: Part): PartProgress {
    const progress = this.progress.get(part) ?? new PartProgress();
    this.progress.set(part, progress);
    return progress;
  }

  private isMissing(part: Part): boolean {
    const progress = this.progressOf(part);
    if (!progress.isOpen) return false;
    const isOfUse = this.isOfUse(part);
    if (isOfUse && concerns(part, this.context.origin, this.request.selection)) return true;
    // The completely read part contains no selected tags, or other parts cover it.
    if (this.isAtEnd(part)) {
      if (isOfUse) progress.covered = part.description?.tags ?? 0;
      progress.complete();
    }
    return false;
  }

  /** Whether a part is complete: it was read to its end, or reading ended in it. */
  private isAtEnd(part: Part): boolean {
    return part.isRead || !this.context.isReading;
  }

  /**
   * Whether to query a part. Tags that were fanned out are queried where they were analysed; otherwise the part they
   * came from is read again as a whole.
   */
  private isOfUse({ role }: Part): boolean {
    switch (role.name) {
      case "whole":
        return true;
      case "block":
        return this.isAnsweredBy(role.of);
      case "fanned out":
        return !this.isAnsweredBy(role.to);
    }
  }

  private isAnsweredBy({ holdsTags, claimed }: FannedOut): boolean {
    if (holdsTags) return true;
    const isOurs = claimed.name === "by nobody" || (claimed.name === "by" && claimed.query === this);
    return this.isBackground && isOurs;
  }

  /** Queries held tags, or reads the part again. */
  private async askAll(
    parts: Part[],
    request: PartRequest,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<void> {
    const failed = new AbortController();
    const until = AbortSignal.any([signal, failed.signal]);
    const tell = progressOver(parts, onProgress);
    const atEnd = new Set(parts.filter((part) => this.isAtEnd(part)));
    const again: Part[] = [];
    const answered = parts.map(async (part) => {
      const progress = this.progressOf(part);
      const answer = await this.askPart(part, progress.tags, request, signal, (tags) => tell(part, tags));
      if (answer.from !== "no tags") {
        tell(part);
        if (answer.from === "background") progress.add(answer.saved, part.description?.tags ?? 0);
        if (answer.from === "held tags") progress.addHeld(answer.saved, answer.tags);
        if (atEnd.has(part)) progress.complete();
      } else if (part.role.name === "block") {
        part.role.of.giveUp();
        progress.lose();
      } else if (progress.isInAnswer) progress.lose();
      else if (part.isRead) again.push(part);
      // Results of an interrupted read are discarded.
      else if (atEnd.has(part)) progress.complete();
    });
    await Promise.all(answered);
    await Promise.all(
      again.map(async (part) => {
        const reading = this.context.jobs.find(part, request, until, (tags) => tell(part, tags));
        const saved = await reading.catch((thrown) => {
          // The result is unavailable, so the workers need not continue.
          failed.abort();
          throw thrown;
        });
        tell(part);
        const progress = new PartProgress();
        progress.add(saved, part.description?.tags ?? 0);
        progress.complete();
        this.progress.set(part, progress);
      }),
    );
  }

  /** Results after the first `after` tags of a part, from its reading or from held tags. */
  private async askPart(
    part: Part,
    after: number,
    request: PartRequest,
    signal: AbortSignal,
    onReport: (tags: number) => void,
  ): Promise<Answer> {
    if (this.isBackground && !part.isRead) return { from: "nothing yet" };
    if (!this.isBackground || !part.hasBackground) {
      return this.askHeld(part, after, request, signal, onReport);
    }
    if (part.role.name === "block") part.role.of.claim(this);
    return { from: "background", saved: part.takeBackground() };
  }

  /** Results of the held tags. */
  private async askHeld(
    part: Part,
    after: number,
    request: PartRequest,
    signal: AbortSignal,
    onReport: (tags: number) => void,
  ): Promise<Answer> {
    const { description, job } = part;
    if (job === null || typeof description?.held_tags !== "number") return { from: "no tags" };
    try {
      const args = { part: job.id, request: { ...request, after: BigInt(after) } };
      const task = { format: "tags", method: "query", source: null, args };
      const ask = () => resultUntil(job.worker.startShort<QueryJob>(task, { onReport }), signal);
      return { from: "held tags", ...(await this.inTurn(job.worker, ask, signal)) };
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      // The part exceeded the budget meanwhile, or was lost with its worker.
      return { from: "no tags" };
    }
  }

  /** @throws TagviewError `cancelled` if it was aborted before its turn, and errors of `ask`. */
  private inTurn<T>(worker: PooledWorker, ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const answer = (this.lastAnswers.get(worker) ?? Promise.resolve()).then(() => {
      if (signal.aborted) throw cancelled(signal);
      return ask();
    });
    this.lastAnswers.set(
      worker,
      answer.catch(() => {}),
    );
    return answer;
  }

  /** Joins results, in the order of the file. */
  private async join(parts: Part[]): Promise<void> {
    let since = performance.now();
    for (; this.joined < parts.length; this.joined += 1) {
      const progress = this.progressOf(parts[this.joined] as Part);
      for (const found of progress.answers()) {
        this.answer.call((joiner) => joiner.join(found));
        // Many bins take time, and this may be the thread that draws.
        if (performance.now() - since < PAUSE_MS) continue;
        await this.context.pause();
        since = performance.now();
      }
      if (!progress.join()) return;
    }
  }
}

/** Records the number of processed tags of a part, all by default, and reports the share of all parts. */
function progressOver(parts: Part[], onProgress: OnProgress): (part: Part, tags?: number) => void {
  const tagsOf = (part: Part): number => part.description?.tags ?? 0;
  const all = parts.reduce((sum, part) => sum + tagsOf(part), 0);
  const done = new Map<Part, number>();
  let sum = 0;
  return (part, tags = tagsOf(part)) => {
    sum += tags - (done.get(part) ?? 0);
    done.set(part, tags);
    if (all > 0) onProgress(Math.min(1, sum / all));
  };
}

/** Whether two requests are equal. */
function isSame(one: ScanRequest, other: ScanRequest): boolean {
  const text = ({ analyses, selection, slices, verify, ...rest }: ScanRequest): string =>
    toJson({ analyses, selection, slices, verify, ...definitionsOf(rest) });
  return text(one) === text(other);
}

/** The request for parts: if times count from the first tag, it includes that tag's time. */
function placed(request: ScanRequest, origin: bigint | undefined): PartRequest {
  if (origin === undefined) return request;
  const start = origin + (request.selection?.from ?? 0n);
  const analyses = request.analyses.map((analysis) =>
    analysis.name === "rate" ? { start, ...analysis } : analysis,
  );
  return { ...request, analyses, origin };
}

/** Whether a part can have tags in the selected range, and enough of it is read. */
function concerns(part: Part, origin: bigint | undefined, selection: Selection | undefined): boolean {
  const { description, isRead } = part;
  if (description === null || (!isRead && description.held_tags === null)) return false;
  const { min, max } = description;
  if (origin === undefined || min === null || max === null) return false;
  const { from, to } = selection ?? {};
  // A part that is still being read may have got later tags meanwhile.
  const isAfter = to !== undefined && min > origin + to;
  const isBefore = from !== undefined && isRead && max < origin + from;
  return !isAfter && !isBefore;
}
