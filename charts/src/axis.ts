/** Axes: positions of ticks, their labels, and drawing. */

import { type Frame, INK } from "./frame";
import { linearLabels, type Prefix, prefixOf, pureShort, siShort, superscript } from "./numbers";
import { element } from "./svg";

/** The ticks of an axis, in its unit, and their labels. */
export interface Ticks {
  values: number[];
  labels: string[];
  /** Minor ticks, shorter and without labels. */
  minor: number[];
  /** The unit with its SI prefix, such as "ms"; empty if the labels contain it. */
  unit: string;
}

/** Ticks of a linear axis; all labels share the SI prefix of the axis' largest value. */
export function linearTicks(scale: Frame["x"], approximately: number, unit: string): Ticks {
  const [low = 0, high = 1] = scale.domain();
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const prefix: Prefix = unit === "" ? { factor: 1, letter: "" } : prefixOf(largest);
  const values = scale.ticks(Math.max(2, approximately));
  return { values, labels: linearLabels(values, prefix), minor: [], unit: (prefix.letter + unit).trim() };
}

/** Height of a line of labels in pixels. */
const LINE = 12;
/** Maximum letters of a label on the vertical axis. */
const LETTERS = 7;

/** Ticks of a linear axis of pure numbers; large ones are written with a power of ten. */
export function numberTicks(scale: Frame["x"], approximately: number): Ticks {
  return labelled(linearTicks(scale, approximately, ""));
}

/** Ticks of a linear axis of whole counts. */
export function countTicks(scale: Frame["x"], approximately: number): Ticks {
  const ticks = linearTicks(scale, approximately, "");
  const values = ticks.values.filter(Number.isInteger);
  return labelled({ ...ticks, values, labels: linearLabels(values, { factor: 1, letter: "" }) });
}

function labelled(ticks: Ticks): Ticks {
  if (ticks.labels.every((label) => label.length <= LETTERS)) return ticks;
  const power = Math.floor(Math.log10(Math.max(...ticks.values.map(Math.abs))) + 1e-9);
  const labels = linearLabels(ticks.values, { factor: 10 ** power, letter: "" }).map((label, k) =>
    ticks.values[k] === 0 ? "0" : `${label}×10${superscript(power)}`,
  );
  return { ...ticks, labels };
}

/** Whole ticks of a logarithmic axis of counts. */
export function logCountTicks(scale: Frame["x"], room: number): Ticks {
  const { values, labels, minor, unit } = logTicks(scale, room, "");
  const isCount = (_: unknown, k: number): boolean => Number.isInteger(values[k]);
  return {
    values: values.filter(isCount),
    labels: labels.filter(isCount),
    minor: minor.filter(Number.isInteger),
    unit,
  };
}

/** Ticks of a logarithmic axis: labels at up to `room` powers of ten, minor ticks at 2 to 9 between them. */
export function logTicks(scale: Frame["x"], room: number, unit: string): Ticks {
  const [low = 1, high = 10] = scale.domain();
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const every = Math.max(1, Math.ceil((last - first + 1) / Math.max(2, room)));
  const label = (tick: number): string => (unit === "" ? pureShort(tick) : siShort(tick, unit, 3));
  const values: number[] = [];
  const minor: number[] = [];
  for (let power = first - 1; power <= last; power += 1) {
    const ten = Number(`1e${power}`);
    if (power >= first && (power - first) % every === 0) values.push(ten);
    else if (power >= first) minor.push(ten);
    if (every === 1) {
      for (let factor = 2; factor < 10; factor += 1) {
        const value = factor * ten;
        if (value >= low && value <= high) minor.push(value);
      }
    }
  }
  if (values.length < 2) {
    // The axis spans less than two decades, so the steps between powers of ten are labelled too.
    const steps = scale.ticks(Math.max(2, room)).filter((tick) => tick >= low && tick <= high);
    const few =
      steps.length > room ? steps.filter((_, index) => index % Math.ceil(steps.length / room) === 0) : steps;
    return { values: few, labels: few.map(label), minor, unit: "" };
  }
  return { values, labels: values.map(label), minor, unit: "" };
}

/** The horizontal axis in ticks of time; `tick` is the length of a tick in the axis' unit. */
export function inTicks(frame: Frame, tick: number): Frame {
  const [low = 0, high = 1] = frame.x.domain();
  return { ...frame, x: frame.x.copy().domain([low / tick, high / tick]) };
}

/** Maximum width of a digit of an axis in pixels. */
const LETTER = 6.6;

/** Draws the horizontal axis below the frame. */
export function xAxis(document: Document, frame: Frame, ticks: Ticks, label: string): SVGElement {
  const group = element(document, "g", { class: "tv-axis tv-axis-x", fill: INK.text });
  group.append(
    element(document, "path", {
      class: "tv-rule",
      d: `M${frame.left},${frame.bottom + 0.5}H${frame.right}`,
      stroke: INK.rule,
      fill: "none",
    }),
  );
  group.append(
    element(document, "path", {
      class: "tv-rule",
      d: tickMarks(frame.x, ticks, (x, length) => `M${x},${frame.bottom + 0.5}v${length}`),
      stroke: INK.rule,
      fill: "none",
    }),
  );
  ticks.values.forEach((value, index) => {
    // Keep a long number at an end of the axis on the chart.
    const half = (LETTER * (ticks.labels[index] ?? "").length) / 2;
    const x = Math.max(half, Math.min(frame.width - half, frame.x(value)));
    group.append(
      element(document, "text", { x, y: frame.bottom + 17, "text-anchor": "middle" }, ticks.labels[index]),
    );
  });
  group.append(
    element(
      document,
      "text",
      {
        class: "tv-label",
        x: frame.right,
        y: frame.height - 4,
        "text-anchor": "end",
        fill: INK.faint,
      },
      withUnit(label, ticks.unit),
    ),
  );
  return group;
}

/** Draws the vertical axis left of the frame, its grid lines across it, and its label above it. */
export function yAxis(document: Document, frame: Frame, ticks: Ticks, label: string): SVGElement {
  const group = element(document, "g", { class: "tv-axis tv-axis-y", fill: INK.text });
  group.append(
    element(document, "path", {
      class: "tv-grid",
      d:
        ticks.values.map((value) => `M${frame.left},${snap(frame.y(value))}H${frame.right}`).join("") ||
        "M0,0",
      stroke: INK.grid,
      fill: "none",
    }),
  );
  // A low chart may have more ticks than lines of text.
  const [first = 0, second = first] = ticks.values;
  const apart = Math.abs(frame.y(first) - frame.y(second));
  const every = apart > 0 ? Math.ceil(LINE / apart) : 1;
  ticks.values.forEach((value, index) => {
    if ((ticks.values.length - 1 - index) % every !== 0) return;
    group.append(
      element(
        document,
        "text",
        {
          x: frame.left - 7,
          y: frame.y(value) + 4,
          "text-anchor": "end",
        },
        ticks.labels[index],
      ),
    );
  });
  group.append(
    element(
      document,
      "text",
      {
        class: "tv-label",
        x: 4,
        y: 12,
        fill: INK.faint,
      },
      withUnit(label, ticks.unit),
    ),
  );
  return group;
}

function withUnit(label: string, unit: string): string {
  return unit === "" ? label : `${label} (${unit})`;
}

function tickMarks(scale: Frame["x"], ticks: Ticks, mark: (at: number, length: number) => string): string {
  const long = ticks.values.map((value) => mark(snap(scale(value)), 5));
  const small = ticks.minor.map((value) => mark(snap(scale(value)), 3));
  return [...long, ...small].join("") || "M0,0";
}

/** Moves a coordinate to the middle of a pixel, so that a line of one pixel is sharp. */
function snap(value: number): number {
  return Math.round(value - 0.5) + 0.5;
}
