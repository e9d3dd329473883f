/** The channels that a chart draws, each with its style. */

import { inColours, ranks, type SeriesStyle, seriesStyle } from "../palette";
import { channelName } from "./channel-name";
import type { TagChartOptions } from "./data";

/** A drawn channel. */
export interface Series {
  channel: bigint;
  name: string;
  counts: Float64Array;
  style: SeriesStyle;
}

type Channels = readonly { channel: bigint }[];

/**
 * The channels of `options.order` and of both recordings by rank. They are ranked together, so that a channel has one
 * colour in both. A negative number is not a channel, see `inColours`.
 */
export function orderOf(channels: Channels, options: TagChartOptions, others: Channels = []): bigint[] {
  const all = [...channels, ...others].map(({ channel }) => channel);
  return inColours(ranks(options.order ?? [], all).keys(), options.colours);
}

/** The channels that are not hidden, each with the style of its rank. */
export function visibleSeries(
  channels: readonly { channel: bigint; counts: Float64Array }[],
  options: TagChartOptions,
): Series[] {
  const rank = ranks(orderOf(channels, options));
  return channels
    .filter(({ channel }) => !options.hidden?.has(channel))
    .map(({ channel, counts }) => {
      const name = channelName(channel, options);
      return { channel, name, counts, style: seriesStyle(rank.get(channel) ?? 0) };
    });
}

/** Maximum number of lines: more cannot be distinguished, and become rows of a heat map. */
export const MOST_LINES = 8;

/** The `room` series with the most counts, in their order. */
export function fittingSeries(series: readonly Series[], room: number): readonly Series[] {
  if (series.length <= room) return series;
  const sums = new Map(series.map((one) => [one, one.counts.reduce((sum, value) => sum + value, 0)]));
  const most = [...series].sort((a, b) => (sums.get(b) ?? 0) - (sums.get(a) ?? 0)).slice(0, room);
  return series.filter((one) => most.includes(one));
}
