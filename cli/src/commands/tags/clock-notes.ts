/** Notes on tags that a software clock excludes. */

import { count, plural, seconds } from "../../output/numbers";
import { type ClockCounts, type Tick, toSeconds } from "../../runtime/engine";

/** Notes on excluded tags; none without a clock. */
export function clockNotes(clock: ClockCounts | undefined, tick: Tick): string[] {
  if (clock === undefined) return [];
  const { period, clock_tags, extra, gaps, missing, longest_gap, before, in_gaps, after } = clock;
  const time = (ticks: number) => seconds(toSeconds(ticks, tick), 5);
  const ends =
    clock_tags === 0
      ? `the clock has no tags: all tags (${count(before)}) are excluded`
      : `the clock has ${plural(clock_tags, "tag")} every ${time(period)}; excluded: ${plural(before, "tag")} before the ` +
        `first clock tag, ${count(after)} after the last`;
  return [
    ends,
    ...(gaps === 0
      ? []
      : [
          `the clock lacks ${plural(missing, "tag")} in ${plural(gaps, "gap")}, the longest of ${time(longest_gap)}; ` +
            `excluded: ${plural(in_gaps, "other tag")} in gaps`,
        ]),
    ...(extra === 0 ? [] : [`excluded: ${plural(extra, "clock tag")} too soon after the previous one`]),
  ];
}
