/** One query to an open recording: its parts asked, or read again, and their answers joined. */

import type { PartJoiner } from "@tagview/wasm/main";
import { unlessAborted } from "../../../abort.ts";
import { cancelled } from "../../../errors.ts";
import { toJson } from "../../../json.ts";
import type { WasmObject } from "../../../worker/instance.ts";
import type { PooledWorker } from "../../../worker/pooled-worker.ts";
import { definitionsOf, type ScanRequest, type Selection } from "../request.ts";
import type { FannedOut, Part } from "../session/part.ts";
import type { PartRequest, QueryJob } from "../session/part-report.ts";
import type { Snapshot } from "../snapshot.ts";
import type { OnProgress, QueryContext } from "./context.ts";
import { PartProgress } from "./part-progress.ts";

/** Milliseconds of joining after which the thread is given to other work. */
const PAUSE_MS = 10;

/** What a part has answered. */
type Answer =
  /** Background analyses are told once all of the part is read. */
  | { from: "nothing yet" }
  | { from: "background"; saved: Uint8Array }
  /** Of its first `tags` held tags. */
  | { from: "held tags"; saved: Uint8Array; tags: number }
  /** None of its tags are held, or not any more. */
  | { from: "no tags" };

/**
 * A query, and what was found for it so far: asked again while the file is read, it costs no more than what
 * was read since.
 */
export class Query {
  readonly request: ScanRequest;
  private answer: WasmObject<PartJoiner>;
  /** How many parts are joined: the first ones. */
  private joined = 0;
  private readonly progress = new Map<Part, PartProgress>();
  /** Settles when a worker has answered: only then it is asked of its next part, which an abort can still prevent. */
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
   * Asks for what is missing, and tells what is known then.
   * @throws TagviewError `usage`, `cancelled` or `internal`.
   */
  async ask(signal: AbortSignal, onProgress: OnProgress): Promise<Snapshot> {
    await unlessAborted(this.context.ready, signal);
    while (!(await this.proceed(signal, onProgress))) {
      this.beginAnew();
      await this.context.pause();
      if (signal.aborted) throw cancelled();
    }
    // Peaks are looked for in what was joined: work for a turn of its own.
    await this.context.pause();
    if (signal.aborted) throw cancelled();
    // What takes long to tell is told once there is nothing more to read.
    if (!this.context.isReading) this.answer.call((joiner) => joiner.conclude());
    return { ...this.answer.call((joiner) => joiner.snapshot()), tags: this.tags };
  }

  /** Number of tags that the answer covers, from the first tag of the recording on. */
  private get tags(): number {
    const parts = this.context.parts.slice(0, this.joined + 1);
    return parts.reduce((sum, part) => sum + (this.progress.get(part)?.covered ?? 0), 0);
  }

  /**
   * What it tells of another request, which selects the same; null where it does not.
   * @throws TagviewError `usage`.
   */
  derive(request: ScanRequest): Snapshot | null {
    const derived = this.answer.call((joiner) => joiner.derive(request));
    return derived ? { ...derived, tags: this.tags } : null;
  }

  /** Whether there is nothing left to ask. */
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

  /** What background analyses had found is told once, and gone with this query. */
  private forfeit(): void {
    for (const { role } of this.context.parts) if (role.name === "block") role.of.forfeit(this);
  }

  /** Asks for what is missing; false where what was found before is worth nothing any more. */
  private async proceed(signal: AbortSignal, onProgress: OnProgress): Promise<boolean> {
    const parts = [...this.context.parts];
    // A part that was not sound is read again, together with what follows; one that was lost, by itself.
    for (const [part, { isInAnswer }] of this.progress) {
      if (parts.includes(part)) continue;
      if (isInAnswer) return false;
      this.progress.delete(part);
    }
    // Some held tags have answered, and are not held any more: that stands until all is read again.
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
    // Nothing of it is selected, now that all of it was read, or others tell of it.
    if (this.isAtEnd(part)) {
      if (isOfUse) progress.covered = part.description?.tags ?? 0;
      progress.complete();
    }
    return false;
  }

  /** Whether there will be no more of a part: all of it was read, or reading has ended in it. */
  private isAtEnd(part: Part): boolean {
    return part.isRead || !this.context.isReading;
  }

  /**
   * Whether to ask a part. Tags that were fanned out are asked where they were analysed, or else the part from
   * which they came is read again as a whole.
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

  /** Asks held tags, or reads again. */
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
      const answer = await this.askPart(part, progress.tags, request, signal);
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
      // What reading left half done is gone.
      else if (atEnd.has(part)) progress.complete();
    });
    await Promise.all(answered);
    await Promise.all(
      again.map(async (part) => {
        const reading = this.context.readAgain(part, request, until, (tags) => tell(part, tags));
        const saved = await reading.catch((thrown) => {
          // The answer can't be had, so that the workers have nothing more to do for it.
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

  /** What follows the first `after` tags of a part, as it was found while these were read or in held ones. */
  private async askPart(
    part: Part,
    after: number,
    request: PartRequest,
    signal: AbortSignal,
  ): Promise<Answer> {
    if (this.isBackground && !part.isRead) return { from: "nothing yet" };
    if (!this.isBackground || !part.hasBackground) return this.askHeld(part, after, request, signal);
    if (part.role.name === "block") part.role.of.claim(this);
    return { from: "background", saved: part.takeBackground() };
  }

  /** What the tags answer that are held. */
  private async askHeld(
    part: Part,
    after: number,
    request: PartRequest,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { description, job } = part;
    if (job === null || typeof description?.held_tags !== "number") return { from: "no tags" };
    try {
      const args = { part: job.id, request: { ...request, after: BigInt(after) } };
      const task = { format: "tags", method: "query", source: null, args };
      const ask = () => job.worker.startShort<QueryJob>(task).result;
      return { from: "held tags", ...(await this.inTurn(job.worker, ask, signal)) };
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      // Over the budget by now, or lost with its worker.
      return { from: "no tags" };
    }
  }

  /** @throws TagviewError `cancelled` where it was aborted before its turn came, and what `ask` does. */
  private inTurn<T>(worker: PooledWorker, ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const answer = (this.lastAnswers.get(worker) ?? Promise.resolve()).then(() => {
      if (signal.aborted) throw cancelled();
      return ask();
    });
    this.lastAnswers.set(
      worker,
      answer.catch(() => {}),
    );
    return answer;
  }

  /** Joins what was found, in the order of the file. */
  private async join(parts: Part[]): Promise<void> {
    let since = performance.now();
    for (; this.joined < parts.length; this.joined += 1) {
      const progress = this.progressOf(parts[this.joined] as Part);
      for (const found of progress.answers()) {
        this.answer.call((joiner) => joiner.join(found));
        // Many bins take their time, and this may be the thread that draws.
        if (performance.now() - since < PAUSE_MS) continue;
        await this.context.pause();
        since = performance.now();
      }
      if (!progress.join()) return;
    }
  }
}

/** Takes how many tags of a part were gone through, all of them unless said, and tells the share of all parts' tags. */
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

/** Whether two requests ask the same. */
function isSame(one: ScanRequest, other: ScanRequest): boolean {
  const text = ({ analyses, selection, slices, verify, ...rest }: ScanRequest): string =>
    toJson({ analyses, selection, slices, verify, ...definitionsOf(rest) });
  return text(one) === text(other);
}

/** The request as parts understand it: what counts from the first tag has to know that. */
function placed(request: ScanRequest, origin: bigint | undefined): PartRequest {
  if (origin === undefined) return request;
  const start = origin + (request.selection?.from ?? 0n);
  const analyses = request.analyses.map((analysis) =>
    analysis.name === "rate" ? { start, ...analysis } : analysis,
  );
  return { ...request, analyses, origin };
}

/** Whether a part can have tags in the selected range, and is read so far that it can be asked. */
function concerns(part: Part, origin: bigint | undefined, selection: Selection | undefined): boolean {
  const { description, isRead } = part;
  if (description === null || (!isRead && description.held_tags === null)) return false;
  const { min, max } = description;
  if (origin === undefined || min === null || max === null) return false;
  const { from, to } = selection ?? {};
  // Of a part that is still being read, later tags may have come.
  const isAfter = to !== undefined && min > origin + to;
  const isBefore = from !== undefined && isRead && max < origin + from;
  return !isAfter && !isBefore;
}
