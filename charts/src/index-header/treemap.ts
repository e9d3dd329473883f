/** Label names as areas: large areas are labels that make a block large. */

import { hierarchy, treemap } from "d3";
import { canvas, INK, sentence, sizeOf } from "../frame";
import { count } from "../numbers";
import type { ChartOptions } from "../options";
import { seriesStyle } from "../palette";
import { element } from "../svg";

/** A label name with the number represented by its area. */
export interface LabelArea {
  /** Id that a click on it reports. */
  id: number;
  name: string;
  size: number;
  /** Lower bound of the number, if `size` is only its upper bound. */
  least?: number;
  /** Whether its values look like ids, addresses or times. */
  isCulprit: boolean;
}

/** Approximate pixels of a letter, and of a line. */
const LETTER = 6.2;
const LINE = 14;
/** Maximum number of drawn areas: smaller ones are invisible. */
const MOST = 400;

/** A treemap of label names; `unit` is the unit of `size`. Each area has its `id` in `data-label`. */
export function labelsChart(
  document: Document,
  labels: readonly LabelArea[],
  unit: string,
  options: ChartOptions = {},
): SVGSVGElement {
  const size = sizeOf(options);
  const title = `${options.subject ?? "Labels"}: ${unit} by label name`;
  const shown = labels.filter((label) => label.size > 0).sort((a, b) => b.size - a.size);
  const largest = shown.slice(0, 3).map((label) => `${label.name} ${sizeText(label)}`);
  const svg = canvas(document, "labels", size, title, `Largest: ${largest.join(", ")}.`);
  if (shown.length === 0) {
    svg.append(sentence(document, size, "There is no label."));
    return svg;
  }
  const root = hierarchy<{ label?: LabelArea; children?: { label: LabelArea }[] }>({
    children: shown.slice(0, MOST).map((label) => ({ label })),
  }).sum(({ label }) => label?.size ?? 0);
  const areas = treemap<typeof root.data>().size([size.width, size.height]).paddingInner(1)(root).leaves();
  for (const { x0, y0, x1, y1, data } of areas) {
    if (data.label) svg.append(area(document, data.label, unit, [x0, y0, x1 - x0, y1 - y0]));
  }
  return svg;
}

/** The number of a label, or the range that it is in. */
function sizeText({ size, least = size }: LabelArea): string {
  return least === size ? count(size) : `${count(least)} to ${count(size)}`;
}

function area(
  document: Document,
  label: LabelArea,
  unit: string,
  [x, y, width, height]: readonly [number, number, number, number],
): SVGElement {
  const { slot, colour } = seriesStyle(label.isCulprit ? 1 : 0);
  const group = element(document, "g", {
    class: "tv-area",
    "data-label": String(label.id),
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
  });
  const box = { width, height, fill: colour, "fill-opacity": 0.22 };
  group.append(
    element(document, "title", {}, `${label.name}: ${sizeText(label)} ${unit}`),
    element(document, "rect", { class: `tv-c${slot}-area`, ...box }),
  );
  const letters = Math.floor((width - 8) / LETTER);
  // A number without its name, or a shortened name, would be useless: the title has both.
  const isNamed = label.name.length <= letters;
  const texts = isNamed ? [label.name, sizeText(label)].filter((text) => text.length <= letters) : [];
  texts.slice(0, Math.floor((height - 2) / LINE)).forEach((text, line) => {
    const fill = text === label.name ? INK.text : INK.faint;
    group.append(element(document, "text", { x: 4, y: (line + 1) * LINE, fill }, text));
  });
  return group;
}
