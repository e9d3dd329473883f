/** `--plot`: the page's charts, drawn into a file. */

import { readFileSync } from "node:fs";
import { extname } from "node:path";
import * as charts from "@tagview/charts";
import { parseHTML } from "linkedom";
import { assetPath } from "../runtime/assets";
import { type Replacing, writeWhole } from "./whole-file";

/** Pixels of a PNG per pixel of its chart: two are sharp on today's screens, and in print. */
const ZOOM = 2;
const FONT = "DejaVu Sans";
/** Number of the kind of nodes that are text. */
const TEXT = 3;

/** Draws a chart into a document; undefined if there is nothing to draw. */
type Draw = (charts: typeof import("@tagview/charts"), document: Document) => SVGSVGElement | undefined;

/** Returns a chart as SVG; null if there is nothing to draw. */
export function svgOf(draw: Draw): string | null {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const svg = draw(charts, document as unknown as Document);
  return svg === undefined ? null : xmlOf(svg);
}

/** Draws a chart into `file`, an SVG or a PNG by its ending; without a chart, writes nothing. */
export async function drawInto(file: string, replacing: Replacing, draw: Draw): Promise<void> {
  const text = svgOf(draw);
  if (text === null) return;
  const bytes =
    extname(file).toLowerCase() === ".png" ? await toPng(text) : new TextEncoder().encode(`${text}\n`);
  await writeWhole(file, replacing, (append) => append(bytes));
}

// Characters that XML cannot contain; surrogates are legal only as pairs.
const NOT_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const legal = (text: string): string => text.replace(NOT_XML, "\ufffd");

/** The chart as valid XML for any text in it: the document escapes the text of elements, but not of attributes. */
function xmlOf(svg: SVGSVGElement): string {
  for (const element of [svg, ...svg.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      const fit = legal(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      if (fit !== value) element.setAttribute(name, fit);
    }
    for (const node of element.childNodes) {
      if (node.nodeType === TEXT) node.textContent = legal(node.textContent ?? "");
    }
  }
  return svg.outerHTML;
}

async function toPng(svg: string): Promise<Uint8Array> {
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  renderer ??= initWasm(readFileSync(assetPath("resvg.wasm")));
  await renderer;
  const drawn = new Resvg(svg, {
    background: "white",
    fitTo: { mode: "zoom", value: ZOOM },
    font: {
      fontBuffers: [readFileSync(assetPath("DejaVuSans.ttf"))],
      defaultFontFamily: FONT,
      sansSerifFamily: FONT,
    },
  });
  return drawn.render().asPng();
}

// The renderer's wasm module, which can be initialised only once.
let renderer: Promise<void> | undefined;
