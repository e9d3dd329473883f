/** The style of a second recording in a chart, and the legend for both. */

import { INK } from "../frame";
import { shortenApart, widthOf } from "../names";
import { element, nameElement } from "../svg";

/** Style of the lines of a second recording, where it differs from the first recording. */
export const SECOND = { "stroke-dasharray": "4 3", "stroke-opacity": 0.7 };

/** Minimum letters of a name. */
const LEAST = 4;
/** Length in pixels of the sample line before a name. */
const SAMPLE = 20;

/** The legend for both recordings: above the frame, between the pixels `left` and `right`, aligned right. */
export function recordingsKey(
  document: Document,
  [left, right]: readonly [number, number],
  first: string | undefined,
  second: string,
): SVGElement {
  const group = element(document, "g", { class: "tv-axis tv-key", fill: INK.text });
  const entries = [...(first ? [{ name: first, style: {} }] : []), { name: second, style: SECOND }];
  const room = (right - left) / entries.length - SAMPLE - 16;
  const names = entries.map(({ name }) => name);
  let most = Math.max(LEAST, ...names.map((name) => name.length));
  let short = names;
  while (most > LEAST && short.some((name) => widthOf(name) > room)) {
    most -= 1;
    short = shortenApart(names, most);
  }
  let x = right;
  for (const [k, { name, style }] of [...entries.entries()].reverse()) {
    const text = short[k] ?? name;
    group.append(nameElement(document, { x, y: 12, "text-anchor": "end" }, name, text));
    x -= Math.ceil(widthOf(text)) + SAMPLE + 4;
    const line = {
      class: "tv-sample",
      d: `M${x},8h${SAMPLE}`,
      stroke: INK.text,
      "stroke-width": 1.25,
      fill: "none",
    };
    group.append(element(document, "path", { ...line, ...style }));
    x -= 12;
  }
  return group;
}
