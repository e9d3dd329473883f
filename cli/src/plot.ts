/** `--plot`: the page's charts, drawn into a file. */

import { readFileSync } from "node:fs";
import { extname } from "node:path";
import * as charts from "@tagview/charts";
import { parseHTML } from "linkedom";
import { beside } from "./beside";
import { writeWhole } from "./output/file";

/** Twice the pixels: sharp on the screens of today, and in print. */
const ZOOM = 2;
const FONT = "DejaVu Sans";

/** Draws a chart, if there is something to draw, into `file`, whose ending says what kind it is. */
export async function plot(
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
  ready ??= initWasm(readFileSync(beside("resvg.wasm")));
  await ready;
  const drawn = new Resvg(svg, {
    background: "white",
    fitTo: { mode: "zoom", value: ZOOM },
    font: {
      fontBuffers: [readFileSync(beside("DejaVuSans.ttf"))],
      defaultFontFamily: FONT,
      sansSerifFamily: FONT,
    },
  });
  return drawn.render().asPng();
}

// It can be initialised only once.
let ready: Promise<void> | undefined;
