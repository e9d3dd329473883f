/** What commands about correlations share: the period of pulsed light as an option. */

import type { Command } from "commander";
import { count, seconds } from "../../output/numbers";
import {
  type Coincidence,
  type CoincidencePattern,
  type Pulsed,
  parseTime,
  periodWasFound,
  type Remark,
  TagviewError,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import { naming } from "../../runtime/options";
import { channelNumber } from "./options";

export interface PeriodOptions {
  period?: string;
}

/** Adds `--period`. */
export function withPeriod(command: Command): Command {
  return command.option(
    "--period <time>",
    "time from one pulse of light to the next; chN: as of channel N's tags; none (default: looked for)",
  );
}

/** Parameters of an analysis: ticks, which need not be whole, or the channel of the clock. */
interface Period {
  period?: number;
  clock?: bigint;
}

/** A period is read in so many parts of a tick. */
const PARTS = 1_000_000n;

/**
 * The parameters that the option stands for.
 * @throws TagviewError `usage` where it is no time.
 */
export function readPeriod({ period }: PeriodOptions, tick: Tick): Period {
  if (period === undefined) return {};
  if (period === "none") return { period: 0 };
  const clock = clockOf(period);
  if (clock !== null) return { clock };
  return { period: naming("--period", () => ticksOf(period, tick)) };
}

/** The channel of `chN`; null for any other period. */
export function clockOf(period: string): bigint | null {
  const number = /^ch(\d+)$/u.exec(period)?.[1];
  return number === undefined ? null : naming("--period", () => channelNumber(number));
}

/** What was counted, with a period said to be found that no option gave. */
export function patternsOf(result: Coincidence | undefined, { period }: PeriodOptions): CoincidencePattern[] {
  const patterns = result?.patterns ?? [];
  return period === undefined ? periodWasFound(patterns) : patterns;
}

function ticksOf(text: string, tick: Tick): number {
  const isTicks = /^\d+(\.\d+)?$/u.test(text);
  const part = { ...tick, denominator: tick.denominator * PARTS };
  const ticks = isTicks ? Number(text) : Number(parseTime(text, part)) / Number(PARTS);
  if (ticks >= 1) return ticks;
  throw new TagviewError(
    "usage",
    `the period "${text}" is shorter than 1 tick`,
    "give a longer one, or none",
  );
}

/** "pulsed, 12.5 ns (found in the correlation)". */
export function pulsedText({ period, period_from }: PeriodKnown, tick: Tick): string {
  const from = { correlation: "found in the correlation", clock: "as of the clock", given: "as given" };
  const where = from[period_from as keyof typeof from];
  return `pulsed, ${seconds(toSeconds(period, tick), 5)} (${where})`;
}

/** A period in ticks, and where it is from. */
type PeriodKnown = Pick<Pulsed, "period" | "period_from">;

/** "g2 by areas 0.251 ± 0.012: 1,234 pairs in the peak at 0 s, 4,912.3 in each of 39 others". */
export function areasText(pulsed: Pulsed, tick: Tick): string {
  const { phase, centre_counts, side_peaks, side_counts, g2, remarks } = pulsed;
  if (g2 === null || centre_counts === null || side_counts === null) return messages(remarks, "g2");
  const where = seconds(phase === null ? null : toSeconds(phase, tick), 4);
  return (
    `g2 by areas ${withError(pulsed)}: ${count(centre_counts)} pairs in the peak at ${where}, ` +
    `${side_counts.toPrecision(5)} in each of ${count(side_peaks)} others`
  );
}

function withError({ g2, g2_error, g2_interval, g2_upper }: Pulsed): string {
  if (g2 === null) return "–";
  if (g2_error !== null) return `${g2.toPrecision(4)} ± ${g2_error.toPrecision(2)}`;
  const [low, high] = g2_interval ?? [0, 0];
  const limit = g2_upper === null ? "" : `, below ${g2_upper.toPrecision(3)} with 95 %`;
  return `${g2.toPrecision(3)} (${low.toPrecision(3)} to ${high.toPrecision(3)}${limit})`;
}

/** What is remarked on a number, as one sentence after the other. */
export function messages(remarks: Remark[], about: string): string {
  return remarks
    .filter((remark) => remark.about === about)
    .map(({ message }) => message)
    .join("; ");
}
