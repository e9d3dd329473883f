import type { Frame } from "./frame";
import type { SeriesStyle } from "./palette";
import { element } from "./svg";

const LINE = 13;

/** A name to be written where a line ends, in pixels; `x` is the frame's right edge unless said. */
export interface EndLabel {
  text: string;
  x?: number;
  y: number;
  style: SeriesStyle;
}

/**
 * Names at the right end of their lines, pushed apart so that none covers another. Where more are
 * asked for than fit, the first ones are kept.
 */
export function endLabels(document: Document, frame: Frame, labels: EndLabel[]): SVGElement {
  const group = element(document, "g", { class: "tv-ends", "font-weight": 600 });
  const room = Math.max(1, Math.floor((frame.bottom - frame.top) / LINE) + 1);
  const kept = labels.slice(0, room).sort((a, b) => a.y - b.y);
  const places = spread(
    kept.map((label) => label.y),
    frame.top,
    frame.bottom,
  );
  kept.forEach((label, index) => {
    group.append(
      element(
        document,
        "text",
        {
          class: `tv-name tv-c${label.style.slot}`,
          x: (label.x ?? frame.right) + 6,
          y: (places[index] ?? label.y) + 4,
          fill: label.style.colour,
          // A rim in the paper's colour keeps a name readable where it stands on a line.
          stroke: "#fff",
          "stroke-width": 3,
          "stroke-linejoin": "round",
          "paint-order": "stroke",
        },
        label.text,
      ),
    );
  });
  return group;
}

/** Ascending places moved so that neighbours are a line apart and all stay inside. */
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
