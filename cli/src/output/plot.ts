/** `--plot`: the page's charts, drawn into a file. */

import { readFileSync } from "node:fs";
import { extname } from "node:path";
import * as charts from "@tagview/charts";
import { parseHTML } from "linkedom";
import { assetPath } from "../runtime/assets";
import { writeWhole } from "./whole-file";

/** Pixels of a PNG per pixel of its chart: two are sharp on today's screens, and in print. */
const ZOOM = 2;
const FONT = "DejaVu Sans";

/** Draws a chart into `file`, whose ending says whether it is an SVG or a PNG; without a chart, writes nothing. */
export async function drawInto(
  file: string,
  draw: (charts: typeof import("@tagview/charts"), document: Document) => SVGSVGElement | undefined,
): Promise<void> {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const svg = draw(charts, document as unknown as Document);
  if (svg === undefined) return;
  const text = svg.outerHTML;
  const bytes =
    extname(file).toLowerCase() === ".png" ? await toPng(text) : new TextEncoder().encode(`${text}\n`);
  await writeWhole(file, async (write) => write(bytes));
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
