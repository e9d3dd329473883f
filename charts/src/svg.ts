/** SVG elements and coordinates. */

const SVG = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string | number | undefined>;

/** Creates an SVG element. Numbers are rounded to hundredths of a pixel, the finest visible step. */
export function element(
  document: Document,
  name: string,
  attributes: Attributes = {},
  text?: string,
): SVGElement {
  const node = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === "") continue;
    node.setAttribute(key, typeof value === "number" ? px(value) : value);
  }
  if (text !== undefined) node.textContent = text;
  return node;
}

/** Creates the text of a name. A name that was shortened to `short` is whole in its title. */
export function nameElement(
  document: Document,
  attributes: Attributes,
  name: string,
  short: string,
): SVGElement {
  const text = element(document, "text", attributes, short);
  if (short !== name) text.append(element(document, "title", {}, name));
  return text;
}

/** A coordinate in pixels for a path, with at most two decimals. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Attributes of a rim in the colour of the paper, which keeps text readable on a line. */
export const RIM = { class: "tv-rim", stroke: "#fff", "stroke-width": 3, "paint-order": "stroke" };
