/** Whether anything is wrong with a recording, in one sentence. */

import type { Finding, Rate, Summary } from "./results.ts";
import { isLowEverywhere, isTellable, unsteadyIn, unsteadyText } from "./steadiness.ts";

/** The input of a verdict. */
export interface Judged {
  /** Whether the whole file was read, without an error. */
  isWhole: boolean;
  /** The errors of the file. */
  findings: readonly Pick<Finding, "code">[];
  summary: Pick<Summary, "out_of_order" | "sound_until"> | undefined;
  /** Counts over time; undefined if not counted. */
  rate: Rate | undefined;
  /** Seconds in a tick. */
  tick: number;
  /** Whether a sample was scanned: its rates follow the sample. */
  isScan: boolean;
}

export interface Verdict {
  isSound: boolean;
  /** One sentence: the first problem, or the checks that passed. */
  message: string;
  /** Each stretch of time in which rates are not steady, and each drift, in words. */
  unsteady: readonly string[];
}

/** How a caller writes numbers, and times in seconds. */
export interface VerdictWording {
  count(value: number): string;
  time(seconds: number): string;
}

/** Maximum number of listed stretches with other rates, the longest first. */
const LISTED = 3;

/** Whether tags may be missing between others: a file that only ends too early lacks nothing before its end. */
export const isDamaged = (findings: Judged["findings"]): boolean =>
  findings.some(({ code }) => code !== "truncated");

/** What damage does to rates. */
export const DAMAGED_RATES =
  "rates are means over the whole time, and too low where a part of the file could not be read";

const unsteady = new WeakMap<Rate, { tick: number; damaged: boolean; texts: string[] }>();

/** Each stretch of time in which rates are not steady, and each drift, in words; found once for each answer. */
function unsteadyTexts(
  rate: Rate,
  { tick, damaged }: { tick: number; damaged: boolean },
  time: VerdictWording["time"],
): string[] {
  const known = unsteady.get(rate);
  if (known?.tick === tick && known.damaged === damaged) return known.texts;
  const texts = unsteadyIn(rate, tick).map((one) => {
    const text = unsteadyText(one, time);
    return damaged && isLowEverywhere(rate, one, tick)
      ? `${text}, where part of the file may be missing`
      : text;
  });
  unsteady.set(rate, { tick, damaged, texts });
  return texts;
}

/** Returns the first problem of a recording, or the checks it passed. */
export function recordingVerdict(
  { isWhole, findings, summary, rate, tick, isScan }: Judged,
  { count, time }: VerdictWording,
): Verdict {
  const breaks = summary?.sound_until != null;
  const outOfOrder = summary?.out_of_order ?? 0;
  // Damage adds false times, and with them false rates.
  const judged = breaks ? undefined : rate;
  const damaged = isDamaged(findings);
  const unsteady = judged === undefined || isScan ? [] : unsteadyTexts(judged, { tick, damaged }, time);
  const more = unsteady.length - LISTED;
  const wrong = [
    ...(isWhole && !breaks ? [] : ["the recording is damaged or incomplete"]),
    ...(damaged && !breaks ? [DAMAGED_RATES] : []),
    ...(outOfOrder > 0
      ? [`${count(outOfOrder)} ${outOfOrder === 1 ? "tag is" : "tags are"} out of order`]
      : []),
    ...unsteady.slice(0, LISTED),
    ...(more > 0 ? [`${count(more)} more like ${more === 1 ? "this" : "these"}`] : []),
  ];
  if (wrong.length > 0) return { isSound: false, message: `Check this: ${wrong.join("; ")}.`, unsteady };
  return {
    isSound: true,
    message: `No damage found, all tags in order, ${ratesText(judged, isScan)}.`,
    unsteady,
  };
}

function ratesText(rate: Rate | undefined, isScan: boolean): string {
  if (isScan) return "rates not checked, because they follow the scanned sample";
  return rate !== undefined && isTellable(rate)
    ? "no rate halves, doubles, or drifts by a fifth"
    : "too few tags to judge the rates";
}
