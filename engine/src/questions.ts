/** The questions to an open recording, and which of their answers are of use for others. */

import { type Asked, unlessAborted } from "./ask";
import { Inquest, isOfPairs } from "./inquest";
import { toJson } from "./json";
import type { ScanRequest } from "./request";
import type { Snapshot } from "./results";

/** Most questions that are kept; each holds histograms. */
const MOST = 8;

/**
 * Answers questions. Those that are asked while the file is read are continued when asked again; and
 * what the pairs of all channels tell, once they are counted, is not counted again.
 */
export class Questions {
  /** By their text; the last one asked is last. */
  private readonly kept = new Map<string, Inquest>();
  /** What is asked now, by its text: settles once that was answered or has failed. */
  private readonly running = new Map<string, Promise<void>>();
  /** Pairs of all channels by the text of their selection: kept, or asked now. */
  private readonly pairs = new Map<string, Inquest>();
  private readonly asked: Asked;

  constructor(asked: Asked) {
    this.asked = asked;
  }

  /**
   * What a question finds in all that is read; the snapshot's totals are nothing.
   * @throws TagviewError `usage`, `cancelled` or `internal`.
   */
  async ask(question: ScanRequest, signal: AbortSignal): Promise<Snapshot> {
    // At once, so that whoever asks next waits for these pairs and not for those before.
    const derived = isOfPairs(question) ? null : await this.derive(question, signal);
    return derived ?? (await this.inquire(question, signal));
  }

  /** Lets go of the answers to all but the last `left` questions. */
  forget(left = 0): void {
    for (const inquest of this.kept.values()) {
      if (this.kept.size <= left) return;
      this.drop(inquest);
    }
  }

  /** From pairs with the same selection; null where they do not tell, or are not counted any more. */
  private async derive(question: ScanRequest, signal: AbortSignal): Promise<Snapshot | null> {
    for (;;) {
      const inquest = this.pairs.get(selectionOf(question));
      if (inquest === undefined) return null;
      const told = inquest.derive(question);
      // What they will not tell does not wait for them.
      if (told === null || inquest.isComplete()) return told;
      const running = this.running.get(toJson(inquest.question));
      // What was read since they were counted belongs to the answer.
      if (running === undefined) await this.inquire(inquest.question, signal);
      else await unlessAborted(running, signal);
      const isThere = this.isSource(inquest) && (this.asked.reading || inquest.isComplete());
      if (isThere) return inquest.derive(question);
      if (running === undefined) return null;
      // Reading ended while they were counted: the rest is still to be asked.
    }
  }

  private async inquire(question: ScanRequest, signal: AbortSignal): Promise<Snapshot> {
    const key = toJson(question);
    // Nobody else continues it meanwhile: whoever asks the same goes on from there.
    for (let asked = this.running.get(key); asked !== undefined; asked = this.running.get(key))
      await unlessAborted(asked, signal);
    const inquest = this.kept.get(key) ?? new Inquest(this.asked, question);
    this.kept.delete(key);
    const answer = inquest.ask(signal);
    let ended = (): void => {};
    this.running.set(
      key,
      new Promise((resolve) => {
        ended = resolve;
      }),
    );
    if (isOfPairs(question)) this.pairs.set(selectionOf(question), inquest);
    let keep = false;
    try {
      const snapshot = await answer;
      keep = !this.kept.has(key) && (this.isSource(inquest) || !inquest.isComplete());
      return snapshot;
    } finally {
      if (keep) this.keep(key, inquest);
      else this.drop(inquest);
      this.running.delete(key);
      ended();
    }
  }

  private keep(key: string, inquest: Inquest): void {
    this.kept.set(key, inquest);
    // One range is looked at at a time.
    const ranges = [...this.kept.values()].filter(
      (kept) => isOfPairs(kept.question) && kept.question.selection,
    );
    for (const earlier of ranges.slice(0, -1)) this.drop(earlier);
    this.forget(MOST);
  }

  /** Whether other answers are told from this one. */
  private isSource(inquest: Inquest): boolean {
    return [...this.pairs.values()].includes(inquest);
  }

  private drop(inquest: Inquest): void {
    for (const [key, kept] of this.kept) if (kept === inquest) this.kept.delete(key);
    for (const [selection, pairs] of this.pairs) if (pairs === inquest) this.pairs.delete(selection);
    inquest.free();
  }
}

/** What is selected, as text. */
const selectionOf = ({ selection }: ScanRequest): string => toJson({ selection });
