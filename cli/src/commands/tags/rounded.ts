/** Times that are no whole number of ticks: what they became is said. */

import { seconds } from "../../output/numbers";
import { isWholeTicks, parseTime, type Tick, toSeconds } from "../../runtime/engine";

/**
 * "--bin 0.5ns is 3 ticks, 468.75 ps" for each option of which that is not exact. Behind one that ends with `=`, as
 * `--offset 2=`, its time stands without a blank.
 */
export function roundedTimes(options: Record<string, string | undefined>, tick: Tick): string[] {
  return Object.entries(options).flatMap(([option, text]) => {
    if (text === undefined || isWholeTicks(text, tick)) return [];
    const ticks = parseTime(text, tick);
    const unit = ticks === 1n ? "tick" : "ticks";
    const said = option.endsWith("=") ? `${option}${text}` : `${option} ${text}`;
    return [`${said} is ${ticks} ${unit}, ${seconds(toSeconds(ticks, tick), 5)}`];
  });
}
