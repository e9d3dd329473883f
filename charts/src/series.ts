import type { TagChartOptions } from "./data";
import { ranks, type SeriesStyle, seriesStyle } from "./palette";

/** A channel that is to be drawn. */
export interface Series {
  channel: bigint;
  counts: Float64Array;
  style: SeriesStyle;
}

type Channels = readonly { channel: bigint }[];

/** All channels of both recordings, so that a channel has one colour in both. */
export function orderOf(channels: Channels, options: TagChartOptions, others: Channels = []): bigint[] {
  return [...(options.order ?? []), ...[...channels, ...others].map(({ channel }) => channel)];
}

/** The channels to draw, each with the style of its rank among all channels of the file. */
export function visibleSeries(
  channels: readonly { channel: bigint; counts: Float64Array }[],
  options: TagChartOptions,
): Series[] {
  const rank = ranks(orderOf(channels, options));
  return channels
    .filter(({ channel }) => !options.hidden?.has(channel))
    .map(({ channel, counts }) => ({ channel, counts, style: seriesStyle(rank.get(channel) ?? 0) }));
}
