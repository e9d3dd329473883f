/** Whether anything is wrong with a recording, in one sentence. */

import type { Rate } from "./results.ts";
import { isTellable, unsteadyIn, unsteadyText } from "./steadiness.ts";

/** The input of a verdict. */
export interface Judged {
  /** Whether the whole file was read, without an error. */
  isWhole: boolean;
  outOfOrder: number;
  /** Counts over time; null if not counted, or if damage added false times. */
  rate: Rate | null;
  /** Seconds in a tick. */
  tick: number;
}

export interface Verdict {
  isSound: boolean;
  /** One sentence: the first problem, or the checks that passed. */
  message: string;
}

/** How a caller writes numbers, and times in seconds. */
export interface VerdictWording {
  count(value: number): string;
  time(seconds: number): string;
}

/** Maximum number of listed stretches with other rates, the longest first. */
const LISTED = 3;

const unsteady = new WeakMap<Rate, { tick: number; texts: string[] }>();

/** Each stretch of time in which rates are not steady, and each drift, in words; found once for each answer. */
export function unsteadyTexts(rate: Rate, tick: number, time: VerdictWording["time"]): string[] {
  const known = unsteady.get(rate);
  if (known?.tick === tick) return known.texts;
  const texts = unsteadyIn(rate, tick).map((one) => unsteadyText(one, time));
  unsteady.set(rate, { tick, texts });
  return texts;
}

/** Returns the first problem of a recording, or the checks it passed. */
export function recordingVerdict(
  { isWhole, outOfOrder, rate, tick }: Judged,
  { count, time }: VerdictWording,
): Verdict {
  const texts = rate === null ? [] : unsteadyTexts(rate, tick, time);
  const more = texts.length - LISTED;
  const wrong = [
    ...(isWhole ? [] : ["the recording is damaged or incomplete"]),
    ...(outOfOrder > 0
      ? [`${count(outOfOrder)} ${outOfOrder === 1 ? "tag is" : "tags are"} out of order`]
      : []),
    ...texts.slice(0, LISTED),
    ...(more > 0 ? [`${count(more)} more like ${more === 1 ? "this" : "these"}`] : []),
  ];
  if (wrong.length > 0) return { isSound: false, message: `Look at this: ${wrong.join("; ")}.` };
  const rates =
    rate !== null && isTellable(rate)
      ? "no rate halves, doubles, or drifts by a fifth"
      : "there are too few to tell whether rates are steady";
  return {
    isSound: true,
    message: `No problem found: the recording is whole, its tags are in order, and ${rates}.`,
  };
}
