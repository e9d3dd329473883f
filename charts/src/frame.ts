/** The plotting area of a chart, and the empty chart around it. */

import type { ScaleContinuousNumeric } from "d3";
import { element } from "./svg";

export type Scale = ScaleContinuousNumeric<number, number>;

/** The plotting area inside a chart, in pixels, and the scales that map data into it. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  x: Scale;
  y: Scale;
}

/** Colours on a light background; the style sheet of the page overrides them by class. */
export const INK = { text: "#3f4650", faint: "#7a828e", rule: "#c9ced6", grid: "#e9ecf0" };

const FONT = "Inter, ui-sans-serif, system-ui, 'Segoe UI', Helvetica, Arial, sans-serif";

/** The requested size in pixels, at least large enough for margins and a few ticks. */
export function sizeOf(options: { width?: number; height?: number }): { width: number; height: number } {
  return { width: Math.max(160, options.width ?? 900), height: Math.max(90, options.height ?? 320) };
}

/** An empty chart: the SVG element, with a title and a description for screen readers. */
export function canvas(
  document: Document,
  kind: string,
  size: { width: number; height: number },
  title: string,
  desc: string,
): SVGSVGElement {
  const svg = element(document, "svg", {
    xmlns: "http://www.w3.org/2000/svg",
    class: `tv-chart tv-${kind}`,
    viewBox: `0 0 ${size.width} ${size.height}`,
    width: size.width,
    height: size.height,
    role: "img",
    "aria-label": title,
    "font-family": FONT,
    "font-size": 11,
  });
  svg.append(
    element(document, "title", {}, title),
    element(document, "desc", {}, desc),
    element(document, "rect", { class: "tv-paper", width: size.width, height: size.height, fill: "#fff" }),
  );
  return svg as SVGSVGElement;
}

/** A sentence in the middle of a chart without data. */
export function sentence(
  document: Document,
  size: { width: number; height: number },
  text: string,
): SVGElement {
  return element(
    document,
    "text",
    {
      class: "tv-empty",
      x: size.width / 2,
      y: size.height / 2,
      "text-anchor": "middle",
      fill: INK.faint,
      "font-size": 12,
    },
    text,
  );
}
