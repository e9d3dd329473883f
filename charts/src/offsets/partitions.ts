/** Shared parts of the charts by partition: the frame, the axis of partitions, and the reduction of crowded points. */

import { scaleLinear } from "d3";
import { linearTicks, xAxis } from "../axis";
import { type Frame, sizeOf } from "../frame";
import { count } from "../numbers";
import type { ChartOptions } from "../options";
import { px } from "../svg";

/** Minimum number of values for a scale that excludes a hundredth of them at either end. */
const LEAST_VALUES = 20;
/** Minimum distance of all values, relative to that without the outermost hundredths, at which these are excluded. */
const FAR = 10n;

/**
 * The range of all but the outermost hundredths, with a tenth of it at either end; null if all values fit the scale.
 */
export function usualRange(values: BigInt64Array): readonly [bigint, bigint] | null {
  const sorted = values.slice().sort();
  const [last, outer] = [sorted.length - 1, Math.max(1, Math.floor(sorted.length / 100))];
  const [low = 0n, high = 0n] = [sorted[outer], sorted[last - outer]];
  const usual = high - low;
  const isFar = usual > 0n && (sorted[last] ?? 0n) - (sorted[0] ?? 0n) > FAR * usual;
  return sorted.length >= LEAST_VALUES && isFar ? [low - usual / 10n, high + usual / 10n] : null;
}

/** The frame of a chart by partition, with values from `low` to `high`, over the partitions in view or all of them. */
export function partitionFrame(
  partition: BigInt64Array,
  [low, high]: readonly [number, number],
  options: ChartOptions,
): Frame {
  const { width, height } = sizeOf(options);
  const [left, right, top, bottom] = [64, width - 16, 22, height - 34];
  const [first, last] = extent(partition);
  const view = options.view ?? [first - 0.5, last + 0.5];
  const x = scaleLinear([view[0], view[1]], [left, right]);
  const y = scaleLinear([low, high > low ? high : low + 1], [bottom, top])
    .nice(8)
    .clamp(true);
  return { width, height, left, right, top, bottom, x, y };
}

// Cached by data object, because a zoom draws the same data at each step.
const extents = new WeakMap<BigInt64Array, readonly [number, number]>();

/** The smallest and the largest partition, by a search: partitions of a header with compartments do not ascend. */
function extent(partition: BigInt64Array): readonly [number, number] {
  const before = extents.get(partition);
  if (before) return before;
  let [least, most] = [partition[0] ?? 0n, partition[0] ?? 0n];
  for (const value of partition) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const found = [Number(least), Math.max(0, Number(most))] as const;
  extents.set(partition, found);
  return found;
}

/** The horizontal axis, with ticks at whole partitions only. */
export function partitionAxis(document: Document, frame: Frame): SVGElement {
  const ticks = linearTicks(frame.x, frame.width / 110, "");
  const values = ticks.values.filter(Number.isInteger);
  const labels = values.map((value) => count(value));
  return xAxis(document, frame, { ...ticks, values, labels }, "partition");
}

/**
 * The path of one mark per point. If points are closer than a pixel, there is one mark per pixel column, from the
 * smallest to the largest value in it. `point` and `column` return the path of a mark at a position in pixels.
 */
export function partitionMarks(
  { x, y }: { x: Float64Array; y: Float64Array },
  frame: Frame,
  point: (at: number, value: number) => string,
  column: (at: number, least: number, most: number) => string,
): string {
  let path = "";
  const [low = 0, high = 0] = frame.x.domain();
  const pitch = (frame.right - frame.left) / (high - low);
  const crowded = pitch < 1 && x.length > frame.right - frame.left;
  let at = -1;
  let least = 0;
  let most = 0;
  const flush = (): void => {
    if (at >= 0) path += column(at + 0.5, frame.y(least), frame.y(most));
  };
  for (let index = 0; index < x.length; index += 1) {
    const place = frame.left + ((x[index] ?? 0) - low) * pitch;
    const value = y[index] ?? 0;
    if (place < frame.left || place > frame.right) continue;
    if (!crowded) path += point(place, frame.y(value));
    else if (Math.floor(place) === at) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    } else {
      flush();
      at = Math.floor(place);
      least = most = value;
    }
  }
  if (crowded) flush();
  return path;
}

/** The path of a vertical line at `at` between two heights in pixels. */
export function upright(at: number, from: number, to: number): string {
  return `M${px(at)},${px(from)}V${px(to)}`;
}

/** Ticks with powers of ten in long labels, as in "12e6": offsets have no unit for an SI prefix. */
export function compact(ticks: ReturnType<typeof linearTicks>): ReturnType<typeof linearTicks> {
  if (!ticks.labels.some((label) => label.length > 7)) return ticks;
  const largest = Math.max(...ticks.values.map(Math.abs));
  const power = Math.floor(Math.log10(largest) / 3) * 3;
  const factor = 10 ** power;
  return {
    ...ticks,
    labels: ticks.values.map((value) =>
      value === 0 ? "0" : `${Number((value / factor).toPrecision(6))}e${power}`,
    ),
  };
}
