import type { Frame } from "./frame";
import { shorten } from "./names";
import type { SeriesStyle } from "./palette";
import { element, nameElement } from "./svg";

/** Height of a line of text in pixels, and the maximum width of a bold letter. */
const LINE = 13;
const LETTER = 7.7;
/** Maximum letters of a name. */
const MOST = 9;

/** A name at the end of a line. Coordinates are pixels; `x` defaults to the right edge of the frame. */
export interface EndLabel {
  text: string;
  /** The style of the line. */
  channel: bigint;
  x?: number;
  y: number;
  style: SeriesStyle;
}

/**
 * Writes names at the right ends of their lines, moved apart so that none overlap. If there is not enough space, only
 * the first names are written. A long name is shortened in the middle; its title is the whole name.
 */
export function endLabels(document: Document, frame: Frame, labels: EndLabel[]): SVGElement {
  const group = element(document, "g", { class: "tv-ends", "font-weight": 600 });
  const room = Math.max(1, Math.floor((frame.bottom - frame.top) / LINE) + 1);
  const fitting = labels.slice(0, room).sort((a, b) => a.y - b.y);
  // Only names whose horizontal extents overlap can collide.
  const placed: { x: number; y: number; label: EndLabel }[] = [];
  for (const column of columnsOf(fitting, frame.right)) {
    const ys = spread(
      column.map(({ y }) => y),
      frame.top,
      // Keep names off the axis.
      frame.bottom - 5,
    );
    column.forEach((label, index) => {
      placed.push({ x: label.x ?? frame.right, y: ys[index] ?? label.y, label });
    });
  }
  for (const { x, y, label } of placed) {
    const { text, channel, style } = label;
    const short = shorten(text, Math.max(3, Math.min(MOST, Math.floor((frame.width - x - 8) / LETTER))));
    const at = { class: `tv-name tv-c${style.slot}`, "data-channel": String(channel), x: x + 6, y: y + 4 };
    group.append(nameElement(document, { ...at, fill: style.colour, ...NAME_RIM }, text, short));
  }
  return group;
}

/** A rim in the colour of the paper keeps a name readable on a line. */
const NAME_RIM = {
  stroke: "#fff",
  "stroke-width": 3,
  "stroke-linejoin": "round",
  "paint-order": "stroke",
};

/** Groups of labels whose horizontal extents overlap, each group in the order given. */
function columnsOf(labels: EndLabel[], right: number): EndLabel[][] {
  const columns: { from: number; to: number; labels: EndLabel[] }[] = [];
  for (const label of labels) {
    const from = label.x ?? right;
    const to = from + LETTER * Math.min(MOST, label.text.length) + 8;
    const column = columns.find((other) => from < other.to && other.from < to);
    if (!column) columns.push({ from, to, labels: [label] });
    else {
      column.labels.push(label);
      column.from = Math.min(column.from, from);
      column.to = Math.max(column.to, to);
    }
  }
  return columns.map((column) => column.labels);
}

/** Moves ascending positions so that neighbours are at least a line apart and all stay between `top` and `bottom`. */
export function spread(places: number[], top: number, bottom: number): number[] {
  const result: number[] = [];
  places.forEach((place, index) => {
    const above = index === 0 ? -Infinity : (result[index - 1] ?? 0) + LINE;
    result.push(Math.max(place, above, top));
  });
  for (let index = result.length - 1, below = bottom; index >= 0; index -= 1) {
    result[index] = Math.min(result[index] ?? 0, below);
    below = (result[index] ?? 0) - LINE;
  }
  return result;
}
