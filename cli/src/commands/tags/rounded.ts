/** Notes on times in ticks: those without a unit, and those that were rounded to whole ticks. */

import { seconds } from "../../output/numbers";
import { isWholeTicks, parseTime, type Tick, toSeconds } from "../../runtime/engine";

/**
 * Returns `--bin 0.5ns is 3 ticks, 468.75 ps` for each option whose time is not a whole number of ticks. After an option that
 * ends with `=`, such as `--offset 2=`, the time follows without a blank.
 */
export function roundedTimes(options: Times, tick: Tick): string[] {
  return inTicks(options, tick, (text) => !isWholeTicks(text, tick));
}

/** Returns `--window 2 is 2 ticks, 312.50 ps` for each option with a whole number of ticks. Only 0 needs no unit. */
export function timesWithoutUnit(options: Times, tick: Tick): string[] {
  return inTicks(options, tick, (text) => /^[+-]?\d+$/u.test(text) && Number(text) !== 0);
}

/** Times as typed, by their options. */
type Times = Record<string, string | undefined>;

function inTicks(options: Times, tick: Tick, isNoted: (text: string) => boolean): string[] {
  return Object.entries(options).flatMap(([option, text]) => {
    if (text === undefined || !isNoted(text)) return [];
    const ticks = parseTime(text, tick);
    const unit = ticks === 1n ? "tick" : "ticks";
    const argument = option.endsWith("=") ? `${option}${text}` : `${option} ${text}`;
    return [`${argument} is ${ticks} ${unit}, ${seconds(toSeconds(ticks, tick), 5)}`];
  });
}
