import type { TagChartOptions } from "./data";
import { ranks, type SeriesStyle, seriesStyle } from "./palette";

/** A channel that is to be drawn. */
export interface Series {
  channel: bigint;
  counts: Float64Array;
  style: SeriesStyle;
}

/** The channels to draw, each with the style of its rank among all channels of the file. */
export function visibleSeries(
  channels: readonly { channel: bigint; counts: Float64Array }[],
  options: TagChartOptions,
): Series[] {
  const rank = ranks([...(options.order ?? []), ...channels.map(({ channel }) => channel)]);
  return channels
    .filter(({ channel }) => !options.hidden?.has(channel))
    .map(({ channel, counts }) => ({ channel, counts, style: seriesStyle(rank.get(channel) ?? 0) }));
}
