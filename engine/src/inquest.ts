/** One question to an open recording: its parts asked, or read again, and their answers joined. */

import { Scan } from "@tagview/wasm";
import { type Asked, NOBODY, type Part, type Relayed, unlessAborted } from "./ask";
import { cancelled } from "./errors";
import { call, free } from "./instance";
import { toJson } from "./json";
import type { PartRequest } from "./part";
import type { ScanRequest, Selection } from "./request";
import type { Snapshot } from "./results";

const PAUSE_MS = 10;

/**
 * A question, and what was found for it so far: asked again while the file is read, it costs no
 * more than what was read since.
 */
export class Inquest {
  readonly question: ScanRequest;
  private answer: Scan;
  /** How many parts are joined: the first ones. */
  private joined = 0;
  private readonly progress = new Map<Part, Progress>();
  /** Whether parts answer it for tags they do not keep. */
  private readonly isStanding: boolean;

  private readonly asked: Asked;

  /** @throws TagviewError `usage`. */
  constructor(asked: Asked, question: ScanRequest) {
    this.asked = asked;
    this.question = question;
    this.answer = call(() => new Scan(question));
    this.isStanding = asked.standing.length > 0 && toJson(question) === toJson({ analyses: asked.standing });
  }

  /**
   * Asks for what is missing, and tells what is known then.
   * @throws TagviewError `usage`, `cancelled` or `internal`.
   */
  async ask(signal: AbortSignal): Promise<Snapshot> {
    await unlessAborted(this.asked.ready, signal);
    while (!(await this.proceed(signal))) {
      this.begin();
      await this.asked.means.pause();
      if (signal.aborted) throw cancelled();
    }
    // Peaks are looked for in what was joined: work for a turn of its own.
    await this.asked.means.pause();
    if (signal.aborted) throw cancelled();
    return call(() => this.answer.snapshot()) as Snapshot;
  }

  /**
   * What it tells of another question, which selects the same; null where it does not.
   * @throws TagviewError `usage`.
   */
  derive(question: ScanRequest): Snapshot | null {
    return (call(() => this.answer.derive(question)) as Snapshot | undefined) ?? null;
  }

  private begin(): void {
    free(this.answer);
    this.forgetTold();
    this.answer = call(() => new Scan(this.question));
    this.joined = 0;
    this.progress.clear();
  }

  /** Asks for what is missing; false where what was found before is worth nothing any more. */
  private async proceed(signal: AbortSignal): Promise<boolean> {
    const parts = [...this.asked.parts];
    // A part that was not sound is read again, together with what follows.
    for (const [part, { begun }] of this.progress) {
      if (parts.includes(part)) continue;
      if (begun) return false;
      this.progress.delete(part);
    }
    // Some of what was kept answered, and is not kept any more: that stands until all is read again.
    const stale = parts.some((part) => this.of(part).kept && !this.isOfUse(part));
    if (stale) return this.asked.reading;
    const missing = parts.filter((part) => this.isMissing(part));
    const request = placed(this.question, this.asked.origin);
    await unlessAborted(this.askAll(missing, request, signal), signal);
    for (const part of missing) if (this.of(part).lost) return false;
    await this.join(parts);
    return true;
  }

  /** Whether there is nothing left to ask. */
  isComplete(): boolean {
    const { parts, reading } = this.asked;
    const all = parts.every((part) => this.progress.get(part)?.done === true);
    return !reading && all && this.joined === parts.length;
  }

  free(): void {
    free(this.answer);
    this.forgetTold();
  }

  /** What was told is not told again. */
  private forgetTold(): void {
    for (const { of } of this.asked.parts) if (of?.told === this) of.told = NOBODY;
  }

  private of(part: Part): Progress {
    const progress = this.progress.get(part) ?? {
      tags: 0,
      kept: false,
      found: [],
      begun: false,
      done: false,
      lost: false,
    };
    this.progress.set(part, progress);
    return progress;
  }

  private isMissing(part: Part): boolean {
    if (this.of(part).done) return false;
    if (!this.isOfUse(part)) {
      if (this.isRead(part)) this.of(part).done = true;
      return false;
    }
    if (concerns(part, this.asked.origin, this.question.selection)) return true;
    // Nothing of it is selected, now that all of it was read.
    if (this.isRead(part)) this.of(part).done = true;
    return false;
  }

  /** Whether there will be no more of a part: all of it was read, or reading has ended in it. */
  private isRead({ result }: Part): boolean {
    return result !== null || !this.asked.reading;
  }

  /**
   * Whether to ask a part. Tags that were relayed are asked where they were analysed, or else the part as a whole
   * from which they came is read again.
   */
  private isOfUse({ relays, of }: Part): boolean {
    const told = (relayed: Relayed) =>
      relayed.kept || (this.isStanding && (relayed.told === null || relayed.told === this));
    return relays !== null ? !told(relays) : of === null || told(of);
  }

  /** From kept tags, or read again. */
  private async askAll(parts: Part[], request: PartRequest, signal: AbortSignal): Promise<void> {
    const read = new Set(parts.filter((part) => this.isRead(part)));
    const again: Part[] = [];
    const kept = parts.map(async (part) => {
      const progress = this.of(part);
      const found = await this.askPart(part, progress.tags, request);
      if (found !== null) {
        progress.tags = found.tags;
        progress.found.push(...found.saved);
        progress.done = read.has(part);
        progress.kept ||= found.kept;
      } else if (part.of !== null) {
        part.of.keepNone();
        part.of.told = NOBODY;
        progress.lost = true;
      } else if (progress.begun) progress.lost = true;
      else if (part.result !== null) again.push(part);
      // What reading left half done is gone.
      else progress.done = read.has(part);
    });
    await Promise.all(kept);
    await Promise.all(
      again.map(async (part) => {
        const { means } = this.asked;
        const worker = await means.pool.take();
        const task = this.asked.task(part, { ...request, at: BigInt(part.from) });
        const { saved } = await this.asked.readOn(worker, task, signal, {}).result;
        Object.assign(this.of(part), { found: [saved], done: true });
      }),
    );
  }

  /** What follows the first `after` tags of a part, as it was found while these were read or from kept ones. */
  private async askPart(part: Part, after: number, request: PartRequest): Promise<Answer | null> {
    const { result } = part;
    // Nothing is told before all are read.
    if (this.isStanding && result === null) return { saved: [], tags: 0, kept: false };
    if (!this.isStanding || !result?.standing) return this.askKept(part, after, request);
    const saved = [result.standing];
    result.standing = null;
    if (part.of !== null) part.of.told = this;
    return { saved, tags: 0, kept: false };
  }

  /** From the tags that are kept; null where they are not, or not any more. */
  private async askKept(
    { description, held }: Part,
    after: number,
    request: PartRequest,
  ): Promise<Answer | null> {
    if (typeof description?.kept_tags !== "number") return null;
    try {
      const { saved, tags } = await held.worker.ask(held.id, after, request);
      return { saved: [saved], tags, kept: true };
    } catch {
      // Over the budget by now, or lost with its worker.
      return null;
    }
  }

  /** Joins what was found, in the order of the file. */
  private async join(parts: Part[]): Promise<void> {
    let since = performance.now();
    for (; this.joined < parts.length; this.joined += 1) {
      const progress = this.of(parts[this.joined] as Part);
      for (const found of progress.found) {
        call(() => this.answer.join(found));
        progress.begun = true;
        // Many bins take their time, and this may be the thread that draws.
        if (performance.now() - since < PAUSE_MS) continue;
        await this.asked.means.pause();
        since = performance.now();
      }
      progress.found = [];
      if (!progress.done) return;
      progress.begun = true;
    }
  }
}

/** Whether a question is about all pairs of channels, and so tells what else may be asked. */
export function isOfPairs({ analyses }: ScanRequest): boolean {
  return analyses.length === 1 && analyses[0]?.name === "pairs";
}

/** What a part has answered. */
interface Answer {
  saved: Uint8Array[];
  /** It is of the first so many tags, where they are kept. */
  tags: number;
  kept: boolean;
}

/** How far a part was asked. */
interface Progress {
  /** The first so many tags. */
  tags: number;
  /** That was answered from tags that are kept. */
  kept: boolean;
  /** What was found, not joined yet. */
  found: Uint8Array[];
  /** Something of it was joined, or nothing was to be. */
  begun: boolean;
  /** It was read to its end, and asked all of it. */
  done: boolean;
  /** What it kept is gone, after something of it was joined. */
  lost: boolean;
}

/** The question as parts understand it: what counts from the first tag has to know that. */
function placed(question: ScanRequest, origin: bigint | undefined): PartRequest {
  if (origin === undefined) return question;
  const start = origin + (question.selection?.from ?? 0n);
  const analyses = question.analyses.map((analysis) =>
    analysis.name === "rate" ? { start, ...analysis } : analysis,
  );
  return { ...question, analyses, origin };
}

/** Whether a part can have tags in the selected range, and is read so far that it can be asked. */
function concerns(
  { description, result }: Part,
  origin: bigint | undefined,
  selection: Selection | undefined,
): boolean {
  if (description === null || (result === null && description.kept_tags === null)) return false;
  const { min, max } = description;
  if (origin === undefined || min === null || max === null) return false;
  const { from, to } = selection ?? {};
  // Of a part that is still being read, later tags may have come.
  const after = to !== undefined && min > origin + to;
  const before = from !== undefined && result !== null && max < origin + from;
  return !after && !before;
}
