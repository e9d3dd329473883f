/** `coincidenceChart`: coincidences and accidentals by pattern of channels. */

import { scaleLinear, scaleLog } from "d3";
import { countTicks, logCountTicks, yAxis } from "../axis";
import { canvas, type Frame, INK, sentence, sizeOf } from "../frame";
import { shorten } from "../names";
import { count, si } from "../numbers";
import { seriesStyle } from "../palette";
import { element, nameElement, px, RIM } from "../svg";
import { channelName } from "./channel-name";
import {
  type CoincidenceData,
  type CoincidencePatternData,
  DEFAULT_TICK,
  type Ends,
  type Overlay,
  type TagChartOptions,
} from "./data";
import { carOf, ends, nameOf, patternSentence, secondOf, shortPattern, shownPatterns } from "./pattern";

export interface CoincidenceOptions extends TagChartOptions {
  /** Whether the vertical axis is logarithmic; by default, if the largest and the smallest value are far apart. */
  log?: boolean;
  /** A second recording; its counts are not scaled by its length. */
  overlay?: Overlay<CoincidenceData> | null;
}

/** Ratio of the largest to the smallest value beyond which a linear axis would hide the smallest. */
const FAR = 50;
/** Maximum number of decades of a logarithmic axis. */
const DECADES = 7;
/** Scales fail near the smallest float. */
const LEAST = 1e-300;

/** The plotting area and its scales: index of a pattern to pixels, coincidences to pixels. */
export function coincidenceFrame(data: CoincidenceData, options: CoincidenceOptions = {}): Frame {
  const { width, height } = sizeOf(options);
  const [left, right, top, bottom] = [56, width - 12, 34, height - 46];
  const patterns = shownPatterns(data, options);
  const x = scaleLinear([0, Math.max(1, patterns.length)], [left, right]);
  const others = [...secondOf(patterns, options.overlay?.data).values()];
  const most = Math.max(0, ...[...patterns, ...others].map(highest));
  const positive = [...patterns, ...others]
    .flatMap(({ counts, accidentals_rates, accidentals_measured }) => [
      counts,
      accidentals_rates ?? 0,
      accidentals_measured ?? 0,
    ])
    .filter((value) => value > LEAST);
  const least = Math.max(Math.min(...positive), most / 10 ** DECADES);
  const log = positive.length > 0 && (options.log ?? most / least > FAR);
  const y = log
    ? scaleLog([least / 2, Math.max(1, most) * 2], [bottom, top])
    : scaleLinear([0, most > LEAST ? most * 1.1 : 1], [bottom, top]);
  return { width, height, left, right, top, bottom, x, y };
}

function highest(pattern: CoincidencePatternData): number {
  const [, measured] = measuredEnds(pattern);
  return Math.max(pattern.counts, countEnds(pattern)[1], pattern.accidentals_rates ?? 0, measured);
}

function countEnds({ counts, counts_error, counts_interval }: CoincidencePatternData): Ends {
  return ends(counts, counts_error, counts_interval);
}

function measuredEnds(pattern: CoincidencePatternData): Ends {
  const { accidentals_measured, accidentals_measured_error, accidentals_measured_interval } = pattern;
  return ends(accidentals_measured ?? 0, accidentals_measured_error, accidentals_measured_interval);
}

/**
 * One bar per pattern of channels: its coincidences, with their standard error. A dashed line marks the accidentals
 * from mean rates. A ring beside the bar marks those measured in displaced windows, with their standard error. A dashed
 * outline shows the coincidences of a second recording.
 */
export function coincidenceChart(
  document: Document,
  data: CoincidenceData,
  options: CoincidenceOptions = {},
): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Coincidences within ${windowText(data.window, options)}${options.subject ? ` of ${options.subject}` : ""}`;
  const patterns = shownPatterns(data, options);
  if (patterns.length === 0) {
    const svg = canvas(document, "coincidences", size, title, "There is nothing to draw.");
    const off = data.patterns.length > 0;
    svg.append(
      sentence(document, size, off ? "Every pattern has a channel that is switched off." : "No patterns."),
    );
    return svg;
  }
  const sentences = patterns
    .slice(0, 6)
    .map((pattern) => patternSentence(pattern, options))
    .join(". ");
  const svg = canvas(document, "coincidences", size, title, `A bar per pattern of channels. ${sentences}.`);
  const frame = coincidenceFrame(data, options);
  const logarithmic = isLogarithmic(frame);
  const room = size.height / 45;
  const ticks = logarithmic ? logCountTicks(frame.y, room) : countTicks(frame.y, room);
  svg.append(yAxis(document, frame, ticks, "coincidences"));
  const others = secondOf(patterns, options.overlay?.data);
  svg.append(bars(document, frame, patterns, others, options), names(document, frame, patterns, options));
  svg.append(key(document, frame, options.overlay?.name));
  return svg;
}

function isLogarithmic({ y }: Frame): boolean {
  return (y.domain()[0] ?? 0) > 0;
}

function windowText(window: bigint, options: CoincidenceOptions): string {
  if (options.units === "ticks") return `${count(window)} ticks`;
  return si(Number(window) * (options.tick ?? DEFAULT_TICK), "s");
}

/** Pixels beside a bar for the ring and its error. */
const RING_ROOM = 14;

/** Left end and width of a bar, and the middle of the ring beside it, in pixels. */
function placeOf(frame: Frame, index: number): { left: number; width: number; ringX: number } {
  const pitch = frame.x(1) - frame.x(0);
  const room = pitch >= 2 * RING_ROOM ? RING_ROOM : 0;
  const width = Math.min(46, 0.8 * pitch - room);
  const left = frame.x(index + 0.5) - (width + room) / 2;
  return { left, width, ringX: left + width + room / 2 + (room ? 1 : 0) };
}

function bars(
  document: Document,
  frame: Frame,
  patterns: CoincidencePatternData[],
  others: Map<string, CoincidencePatternData>,
  options: TagChartOptions,
): SVGElement {
  const group = element(document, "g", { class: "tv-axis", fill: INK.text });
  const { colour } = seriesStyle(0);
  const [low = 0] = frame.y.domain();
  const y = (value: number) => frame.y(Math.max(low, value));
  const pitch = frame.x(1) - frame.x(0);
  const rings = pitch >= 2 * RING_ROOM;
  let whiskers = "";
  let computed = "";
  let second = "";
  patterns.forEach((pattern, index) => {
    const { counts, accidentals_rates, accidentals_measured } = pattern;
    const [least, most] = countEnds(pattern);
    const { left, width, ringX } = placeOf(frame, index);
    const [top, cap] = [y(counts), Math.min(4, width / 3)];
    const mark = element(document, "g", { class: "tv-pattern", "data-pattern": pattern.channels.join(",") });
    mark.append(
      element(document, "title", {}, patternSentence(pattern, options)),
      element(document, "rect", {
        class: "tv-bar tv-c0",
        x: left,
        y: top,
        width,
        height: Math.max(0, frame.bottom - top),
        fill: colour,
        "fill-opacity": 0.5,
      }),
    );
    if (most > least) whiskers += whisker(left + width / 2, y(least), y(most), cap);
    if (accidentals_rates !== null && accidentals_rates >= low) {
      computed += `M${px(left - 3)},${px(y(accidentals_rates))}H${px(rings ? ringX + 7 : left + width + 3)}`;
    }
    const other = others.get(nameOf(pattern));
    if (other && other.counts > 0) {
      const [from, to] = [px(left - 1), px(left + width + 1)];
      second += `M${from},${px(frame.bottom)}V${px(y(other.counts))}H${to}V${px(frame.bottom)}`;
    }
    if (rings && accidentals_measured !== null && accidentals_measured > 0) {
      const [from, to] = measuredEnds(pattern);
      whiskers += whisker(ringX, y(from), y(to), 3);
      mark.append(ring(document, ringX, y(accidentals_measured)));
    }
    const text = count(counts);
    if (7 * text.length + 4 <= pitch) {
      const top = y(most) - 5;
      // Keep the number off the dashed line.
      const dashes = accidentals_rates === null || accidentals_rates < low ? Infinity : y(accidentals_rates);
      const above = dashes < top + 3 && dashes > top - 12 ? dashes - 4 : top;
      const at = { x: left + width / 2, y: above, "text-anchor": "middle", "font-weight": 600, ...RIM };
      mark.append(element(document, "text", at, text));
    }
    group.append(mark);
  });
  const line = { stroke: INK.text, fill: "none" };
  group.append(
    element(document, "path", { ...line, class: "tv-whiskers", d: whiskers || "M0,0" }),
    element(document, "path", { ...line, ...COMPUTED, class: "tv-computed", d: computed || "M0,0" }),
    element(document, "path", { ...SECOND, d: second || "M0,0" }),
  );
  return group;
}

/** The outline of a second recording: finer dashes than those of the accidentals, in the bars' colour. */
const SECOND = {
  class: "tv-line tv-second tv-c0",
  stroke: seriesStyle(0).colour,
  "stroke-width": 1.25,
  "stroke-dasharray": "2 2",
  fill: "none",
};

const COMPUTED = { "stroke-dasharray": "4 3", "stroke-width": 1.5 };

function whisker(x: number, from: number, to: number, cap: number): string {
  const across = `H${px(x + cap)}`;
  return `M${px(x)},${px(from)}V${px(to)}M${px(x - cap)},${px(from)}${across}M${px(x - cap)},${px(to)}${across}`;
}

function ring(document: Document, x: number, y: number): SVGElement {
  return element(document, "circle", {
    class: "tv-measured",
    cx: x,
    cy: y,
    r: 3,
    fill: "#fff",
    stroke: INK.text,
    "stroke-width": 1.25,
  });
}

/** Names of patterns below their bars, if they fit, and their CAR if all of them fit. */
function names(
  document: Document,
  frame: Frame,
  patterns: CoincidencePatternData[],
  options: TagChartOptions,
): SVGElement {
  const group = element(document, "g", {
    class: "tv-axis tv-axis-x",
    fill: INK.text,
    "text-anchor": "middle",
  });
  const rule = { class: "tv-rule", d: `M${frame.left},${frame.bottom + 0.5}H${frame.right}`, fill: "none" };
  group.append(element(document, "path", { ...rule, stroke: INK.rule }));
  const pitch = frame.x(1) - frame.x(0);
  const short = patterns.map((pattern) => shortPattern(pattern, options));
  const every = Math.ceil((6.4 * Math.max(...short.map(({ length }) => length)) + 6) / pitch);
  const cars = patterns.map(carOf);
  const room = 6 * Math.max(...cars.map((car) => car?.length ?? 0)) + 6 <= pitch;
  patterns.forEach(({ channels }, index) => {
    const x = frame.x(index + 0.5);
    const whole = channels.map((channel) => channelName(channel, options)).join(" + ");
    if (index % every === 0)
      group.append(nameElement(document, { x, y: frame.bottom + 15 }, whole, short[index] ?? whole));
    const car = cars[index];
    if (room && car) {
      const at = { class: "tv-label", x, y: frame.bottom + 28, fill: INK.faint };
      group.append(element(document, "text", at, car));
    }
  });
  const at = {
    class: "tv-label",
    x: frame.right,
    y: frame.height - 4,
    "text-anchor": "end",
    fill: INK.faint,
  };
  group.append(element(document, "text", at, "channels"));
  return group;
}

/** The legend above the frame, with the name of a second recording if it fits. */
function key(document: Document, frame: Frame, second: string | undefined): SVGElement {
  const group = element(document, "g", { class: "tv-axis tv-key", fill: INK.text });
  const long = frame.width >= (second ? 620 : 480);
  const dashes = { class: "tv-computed", stroke: INK.text, fill: "none", ...COMPUTED };
  const bar = { class: "tv-bar tv-c0", "fill-opacity": 0.5, fill: seriesStyle(0).colour };
  let x = frame.right;
  const entry = (text: string, sample: (at: number) => SVGElement, whole = text): void => {
    x -= Math.ceil(5.8 * text.length);
    group.append(nameElement(document, { x, y: 12 }, whole, text));
    x -= 22;
    group.append(sample(x));
    x -= 8;
  };
  entry(long ? "accidentals (measured)" : "measured", (at) => ring(document, at + 12, 8));
  entry(long ? "accidentals (rates)" : "rates", (at) =>
    element(document, "path", { ...dashes, d: `M${px(at)},8h18` }),
  );
  entry("counted", (at) => element(document, "rect", { ...bar, x: at + 6, y: 3, width: 12, height: 10 }));
  if (second) {
    const room = Math.floor((x - LABEL - 22) / 5.8);
    const box = (at: number) => element(document, "path", { ...SECOND, d: `M${px(at + 6)},13v-10h12v10` });
    if (room >= 5) entry(shorten(second, room), box, second);
  }
  return group;
}

/** Pixel of the end of the vertical axis' label. */
const LABEL = 80;
