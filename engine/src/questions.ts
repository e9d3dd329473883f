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
  /** Pairs of all channels by the text of their selection, and whether counting them went well. */
  private readonly pairs = new Map<string, { inquest: Inquest; counted: Promise<boolean> }>();
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
    const pairs = this.pairs.get(selectionOf(question));
    if (pairs === undefined) return null;
    const { inquest, counted } = pairs;
    const told = inquest.derive(question);
    // What they will not tell does not wait for them.
    if (told === null || inquest.isComplete()) return told;
    const waits = [...this.kept.values()].includes(inquest);
    // What was read since they were counted belongs to the answer.
    if (waits) await this.inquire(inquest.question, signal);
    else if (!(await unlessAborted(counted, signal))) return null;
    const isThere = this.isSource(inquest) && (this.asked.reading || inquest.isComplete());
    return isThere ? inquest.derive(question) : null;
  }

  private async inquire(question: ScanRequest, signal: AbortSignal): Promise<Snapshot> {
    const key = toJson(question);
    const inquest = this.kept.get(key) ?? new Inquest(this.asked, question);
    // Nobody else continues it meanwhile.
    this.kept.delete(key);
    const answer = inquest.ask(signal);
    if (isOfPairs(question)) {
      const counted = answer.then(
        () => true,
        () => false,
      );
      this.pairs.set(selectionOf(question), { inquest, counted });
    }
    let keep = false;
    try {
      const snapshot = await answer;
      keep = !this.kept.has(key) && (this.isSource(inquest) || !inquest.isComplete());
      return snapshot;
    } finally {
      if (keep) this.keep(key, inquest);
      else this.drop(inquest);
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
    return [...this.pairs.values()].some((pairs) => pairs.inquest === inquest);
  }

  private drop(inquest: Inquest): void {
    for (const [key, kept] of this.kept) if (kept === inquest) this.kept.delete(key);
    for (const [selection, pairs] of this.pairs) if (pairs.inquest === inquest) this.pairs.delete(selection);
    inquest.free();
  }
}

/** What is selected, as text. */
const selectionOf = ({ selection }: ScanRequest): string => toJson({ selection });
