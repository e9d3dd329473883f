/** Single tags as CSV. */

import { csv, seconds } from "./csv";
import { type TicksData, type TicksOptions, tagsIn } from "./ticks";

/** The tags in `ticksChart`, one line each. */
export function ticksCsv(data: TicksData, options: TicksOptions): string {
  const rows = tagsIn(data, options).map(({ time, channel }) => {
    const after = time - options.origin;
    return [channel, time, after, seconds(after, options)];
  });
  return csv(["channel", "time (ticks)", "after the first tag (ticks)", "after the first tag (s)"], rows);
}
