/** The option for the period of pulsed light, shared by commands about correlations. */

import type { Command } from "commander";
import { plural, seconds, shortSeconds } from "../../output/numbers";
import { inSeconds, unhinted } from "../../output/remarks";
import { uncertainNumber, withoutNoise } from "../../output/uncertain";
import {
  type AnalysisRequest,
  type ClockOptions,
  type Hint,
  headerPeriod,
  type Pulsed,
  parseRealTime,
  parseTime,
  type RecordingKind,
  type Remark,
  TagviewError,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import { naming } from "../../runtime/options";
import { channelNumber, type TagOptions } from "./options";

export interface PeriodOptions extends Pick<TagOptions, "clock" | "clockPeriod" | "divider"> {
  period?: string;
}

/** Adds `--period`. */
export function withPeriod(command: Command): Command {
  return command.option(
    "--period <time>",
    "pulse period: a time; chN: that of the clock on channel N; chN/K: a clock with one tag per K pulses; none (default: that of a T3 header)",
  );
}

/** Parameters of an analysis: ticks, which need not be whole, or the clock. */
interface Period extends ClockOptions {
  period?: number;
}

/** Parts of a tick in which a period is read. */
const PARTS = 1_000_000n;

/**
 * The parameters of the option.
 * @throws TagviewError `usage` for an invalid time.
 */
export function readPeriod(
  { period, clock: channel, clockPeriod, divider }: PeriodOptions,
  tick: Tick,
): Period {
  if (period === undefined) {
    if (channel === undefined || divider === undefined) return {};
    if (clockPeriod === undefined) return { clock: channel, divider: BigInt(divider) };
    return { period: naming("--clock-period", () => parseRealTime(clockPeriod, tick)) / divider };
  }
  if (period === "none") return { period: 0 };
  const clock = clockOf(period);
  if (clock !== null) return clock;
  return { period: naming("--period", () => ticksOf(period, tick)) };
}

/**
 * Returns the clock of `chN` and `chN/K`; null for any other period.
 * @throws TagviewError `usage` for an invalid channel, and for a K of 0.
 */
export function clockOf(period: string): (Required<Pick<ClockOptions, "clock">> & ClockOptions) | null {
  const [, number, divider] = /^ch(\d+)(?:\/(\d+))?$/u.exec(period) ?? [];
  if (number === undefined) return null;
  const clock = naming("--period", () => channelNumber(number));
  if (divider === undefined) return { clock };
  if (/^\d{1,9}$/u.test(divider) && BigInt(divider) > 0n) return { clock, divider: BigInt(divider) };
  throw new TagviewError(
    "usage",
    `--period: "${divider}" is not a number of pulses from 1 to 999999999`,
    "write how many pulses of light there are for each tag of the clock, as in ch3/8",
  );
}

function ticksOf(text: string, tick: Tick): number {
  const isTicks = /^\d+(\.\d+)?$/u.test(text);
  const part = { ...tick, denominator: tick.denominator * PARTS };
  const ticks = isTicks ? Number(text) : Number(parseTime(text, part)) / Number(PARTS);
  if (ticks >= 1) return ticks;
  throw new TagviewError(
    "usage",
    `the period "${text}" is shorter than 1 tick`,
    "give a longer period, or none",
  );
}

/** Returns the analyses without a period, for results on which it has no influence, such as counts. */
export function withoutPeriod(analyses: readonly AnalysisRequest[]): AnalysisRequest[] {
  return analyses.map((one) => {
    const { clock: _, divider: __, ...others } = one as AnalysisRequest & ClockOptions;
    return { ...others, period: 0 } as AnalysisRequest;
  });
}

/** "pulsed, 12.500 ns", with the source of the period if that is the file's header. */
export function pulsedText({ period }: Pick<Pulsed, "period">, tick: Tick, source: PeriodSource): string {
  return `pulsed, ${shortSeconds(toSeconds(period, tick), PERIOD_DIGITS)}${source === "header" ? STATED : ""}`;
}

/**
 * Significant digits of a printed period, which may be given back as `--period`: the rounding moves the phase by less
 * than a hundredth of a period in ten million pulses.
 */
export const PERIOD_DIGITS = 9;

/** A note that `--period` replaces the sync period in the header of a T3 recording by another one. */
export function otherPeriod(
  { period }: Pick<PeriodOptions, "period">,
  kind: RecordingKind | undefined,
  tick: Tick,
): string[] {
  const own = kind === undefined ? null : headerPeriod(kind);
  if (own === null || period === undefined || !/^[\d.]/u.test(period)) return [];
  const text = (ticks: number): string => shortSeconds(toSeconds(ticks, tick), PERIOD_DIGITS);
  const [stated, given] = [text(own), text(parseRealTime(period, tick))];
  return stated === given
    ? []
    : [`the file's header states a period of ${stated}; --period replaces it by ${given}`];
}

/** The origin of a result's period. */
export type PeriodSource = "option" | "header";

const STATED = ", as the file's header states";

/** Returns the source of the period in the results of a recording of this kind. */
export function periodSource(options: PeriodOptions, kind: RecordingKind | undefined): PeriodSource {
  return headerPeriodOf(options, kind) === null ? "option" : "header";
}

/** "period 12.500 ns, as the file's header states" in a line of its own; empty for a period of another source. */
export function headerPeriodLine(
  options: PeriodOptions,
  kind: RecordingKind | undefined,
  tick: Tick,
): string {
  const period = headerPeriodOf(options, kind);
  return period === null ? "" : `period ${shortSeconds(toSeconds(period, tick), PERIOD_DIGITS)}${STATED}\n`;
}

/**
 * The period of pulsed light in ticks that an option or the header of a recording states; the longest one of several
 * headers. Null for none, and for that of a clock, which is measured.
 * @throws TagviewError `usage` for an invalid time.
 */
export function statedPeriod(
  options: PeriodOptions,
  kinds: ReadonlyMap<string, RecordingKind>,
  tick: Tick,
): number | null {
  const given = readPeriod(options, tick);
  if (given.period !== undefined || given.clock !== undefined) return given.period ?? null;
  const stated = [...kinds.values()].map((kind) => headerPeriodOf(options, kind) ?? 0);
  return stated.length === 0 ? null : Math.max(...stated);
}

/** The header's period in ticks, if it is used; null if an option gives another one. */
function headerPeriodOf({ period, divider }: PeriodOptions, kind: RecordingKind | undefined): number | null {
  return period === undefined && divider === undefined && kind !== undefined ? headerPeriod(kind) : null;
}

/** "g2 by areas 0.251 ± 0.012: 1,234 pairs in the peak at 0 s, 4,912.3 in each of 39 others". */
export function areasText(pulsed: Pulsed, hints: readonly Hint[], tick: Tick): string {
  const { phase, centre_counts, side_peaks, side_counts, g2, remarks } = pulsed;
  if (g2 === null || centre_counts === null || side_counts === null) {
    const shown = messages(unhinted(remarks, hints), "g2", tick);
    return shown === "" ? "" : `${shown}\n`;
  }
  const where = seconds(phase === null ? null : toSeconds(withoutNoise(phase), tick), 4);
  return (
    `g2 by areas ${withError(pulsed)}: ${plural(centre_counts, "pair")} in the peak at ${where}, ` +
    `${side_counts.toPrecision(5)} in each of ${plural(side_peaks, "other")}\n`
  );
}

function withError({ g2, g2_error, g2_interval, g2_upper }: Pulsed): string {
  if (g2 === null) return "–";
  if (g2_error !== null) return uncertainNumber(g2, g2_error);
  const [low, high] = g2_interval ?? [0, 0];
  const limit = g2_upper === null ? "" : `, below ${g2_upper.toPrecision(3)} with 95 %`;
  return `${g2.toPrecision(3)} (${low.toPrecision(3)} to ${high.toPrecision(3)}${limit})`;
}

/** The messages of the remarks about a number, with times in seconds too, joined to one text. */
export function messages(remarks: Remark[], about: string, tick: Tick): string {
  return remarks
    .filter((remark) => remark.about === about)
    .map(({ message }) => inSeconds(message, tick))
    .join("; ");
}
