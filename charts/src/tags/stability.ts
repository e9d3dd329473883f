/** `stabilityChart`: the Allan deviation of each channel's rate over the averaging time. */

import { scaleLog } from "d3";
import { inTicks, logTicks, xAxis, yAxis } from "../axis";
import { endLabels } from "../end-labels";
import { canvas, type Frame, sentence, sizeOf } from "../frame";
import { endMargin } from "../names";
import { ranks, type SeriesStyle, seriesStyle } from "../palette";
import { element, px } from "../svg";
import { channelName } from "./channel-name";
import { orderOf } from "./channel-series";
import { DEFAULT_TICK, type StabilityChannelData, type StabilityData, type TagChartOptions } from "./data";

type Point = readonly [time: number, deviation: number];

interface Line {
  channel: bigint;
  name: string;
  style: SeriesStyle;
  points: Point[];
  errors: number[];
  poisson: Point[];
}

function lineOf(row: StabilityChannelData, name: string, seconds: number[], style: SeriesStyle): Line {
  const drawable = (value: number | undefined): value is number =>
    value !== undefined && Number.isFinite(value) && value > 0;
  const points: Point[] = [];
  const errors: number[] = [];
  const poisson: Point[] = [];
  seconds.forEach((time, k) => {
    const [value, light] = [row.allan_deviation[k], row.poisson_deviation[k]];
    if (drawable(value)) {
      points.push([time, value]);
      errors.push(row.allan_deviation_error[k] ?? 0);
    }
    if (drawable(light)) poisson.push([time, light]);
  });
  return { channel: row.channel, name, style, points, errors, poisson };
}

function linesOf({ times, channels }: StabilityData, options: TagChartOptions): Line[] {
  const rank = ranks(orderOf(channels, options));
  const seconds = Array.from(times, (time) => Number(time) * (options.tick ?? DEFAULT_TICK));
  return channels
    .filter(({ channel }) => !options.hidden?.has(channel))
    .map((row) => {
      const style = seriesStyle(rank.get(row.channel) ?? 0);
      return lineOf(row, channelName(row.channel, options), seconds, style);
    })
    .filter(({ points }) => points.length > 0);
}

function frameOf(lines: Line[], options: TagChartOptions): Frame {
  const { width, height } = sizeOf(options);
  const [left, right, top, bottom] = [62, width - endMargin(lines), 22, height - 34];
  const all = lines.flatMap(({ points, poisson }) => [...points, ...poisson]);
  const extent = (of: 0 | 1): [number, number] => {
    const values = all.map((point) => point[of]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return [low / 1.3, high * 1.3];
  };
  const x = scaleLog(extent(0), [left, right]);
  const y = scaleLog(extent(1), [bottom, top]);
  return { width, height, left, right, top, bottom, x, y };
}

/** Relative deviations over the averaging time, on logarithmic axes; dashed, those of Poisson counts. */
export function stabilityChart(
  document: Document,
  data: StabilityData,
  options: TagChartOptions & { subject?: string } = {},
): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Allan deviation of the channels' rates${options.subject ? ` of ${options.subject}` : ""}`;
  const lines = linesOf(data, options);
  if (lines.length === 0) {
    const svg = canvas(document, "stability", size, title, "There is nothing to draw.");
    svg.append(sentence(document, size, "The recording is too short."));
    return svg;
  }
  const names = lines.map(({ channel }) => channel).join(", ");
  const svg = canvas(
    document,
    "stability",
    size,
    title,
    `A line each for channel ${names}, logarithmic axes.`,
  );
  const frame = frameOf(lines, options);
  svg.append(yAxis(document, frame, logTicks(frame.y, size.height / 40, ""), "Allan deviation"));
  const isTicks = options.units === "ticks";
  const axis = isTicks ? inTicks(frame, options.tick ?? DEFAULT_TICK) : frame;
  const ticks = logTicks(axis.x, size.width / 90, isTicks ? "" : "s");
  svg.append(xAxis(document, axis, ticks, isTicks ? "averaged over (ticks)" : "averaged over"));
  const group = element(document, "g", { class: "tv-lines", fill: "none", "stroke-linejoin": "round" });
  const path = (points: readonly Point[]): string =>
    points.length === 0
      ? "M0,0"
      : `M${points.map(([x, y]) => `${px(frame.x(x))},${px(frame.y(y))}`).join("L")}`;
  for (const { points, errors, poisson, style } of lines) {
    const attributes = { stroke: style.colour, class: `tv-line tv-c${style.slot}` };
    const light = { ...attributes, "stroke-dasharray": "2 4", "stroke-width": 1 };
    group.append(element(document, "path", { ...light, d: path(poisson) }));
    group.append(element(document, "path", { ...attributes, "stroke-width": 1.5, d: path(points) }));
    const bars = points.map(([x, y], k) => {
      const error = errors[k] ?? 0;
      const low = frame.y(Math.max(y - error, frame.y.invert(frame.bottom)));
      return `M${px(frame.x(x))},${px(low)}V${px(frame.y(y + error))}`;
    });
    group.append(element(document, "path", { ...attributes, "stroke-width": 1, d: bars.join("") }));
  }
  svg.append(group);
  svg.append(
    endLabels(
      document,
      frame,
      lines.map(({ channel, name, style, points }) => {
        const [x = 0, y = 1] = points.at(-1) ?? [];
        return { text: name, channel, style, x: frame.x(x), y: frame.y(y) };
      }),
    ),
  );
  return svg;
}
