/** Notes on times that were rounded to whole ticks. */

import { seconds } from "../../output/numbers";
import { isWholeTicks, parseTime, type Tick, toSeconds } from "../../runtime/engine";

/**
 * Returns `--bin 0.5ns is 3 ticks, 468.75 ps` for each option whose time is not a whole number of ticks. After an option that
 * ends with `=`, such as `--offset 2=`, the time follows without a blank.
 */
export function roundedTimes(options: Record<string, string | undefined>, tick: Tick): string[] {
  return Object.entries(options).flatMap(([option, text]) => {
    if (text === undefined || isWholeTicks(text, tick)) return [];
    const ticks = parseTime(text, tick);
    const unit = ticks === 1n ? "tick" : "ticks";
    const argument = option.endsWith("=") ? `${option}${text}` : `${option} ${text}`;
    return [`${argument} is ${ticks} ${unit}, ${seconds(toSeconds(ticks, tick), 5)}`];
  });
}
