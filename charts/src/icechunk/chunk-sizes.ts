/** `chunkSizesChart`: a histogram of the sizes of an array's chunks. */

import { scaleLinear, scaleLog } from "d3";
import { countTicks, logTicks, xAxis, yAxis } from "../axis";
import { canvas, type Frame, sentence, sizeOf } from "../frame";
import { count, si } from "../numbers";
import type { ChartOptions } from "../options";
import { element, px } from "../svg";
import { type ChunkKind, KINDS, kindColour, kindLegend, rightOf } from "./kinds";

/** Numbers of chunks by size: `edges` in bytes are one more than the bins, in a geometric sequence. */
export interface ChunkSizeBins {
  edges: readonly number[];
  counts: Readonly<Record<ChunkKind, readonly number[]>>;
}

/** Label of the vertical axis. */
const COUNTED = "chunks";

/** Chunks by size on a logarithmic axis, with the kinds stacked. */
export function chunkSizesChart(
  document: Document,
  { edges, counts }: ChunkSizeBins,
  options: ChartOptions = {},
): SVGSVGElement {
  const size = sizeOf(options);
  const title = `Sizes of chunks${options.subject ? ` of ${options.subject}` : ""}`;
  const bins = Math.max(0, edges.length - 1);
  const heights = Array.from({ length: bins }, (_, bin) =>
    KINDS.reduce((all, kind) => all + (counts[kind][bin] ?? 0), 0),
  );
  const [low = 1, high = 1] = [edges[0], edges.at(-1)];
  const all = heights.reduce((sum, height) => sum + height, 0);
  // The edges of a single bin are around the one size of all chunks.
  const sizes = bins === 1 ? si(Math.sqrt(low * high), "B") : `${si(low, "B")} to ${si(high, "B")}`;
  const range = `${count(all)} ${all === 1 ? "chunk" : "chunks"} of ${sizes}.`;
  const svg = canvas(document, "chunk-sizes", size, title, bins === 0 ? "There is nothing to draw." : range);
  if (bins === 0) {
    svg.append(sentence(document, size, "No chunk has a size."));
    return svg;
  }
  const { width, height } = size;
  const kinds = KINDS.filter((kind) => counts[kind].some((n) => n > 0));
  const legend = kindLegend(document, kinds, width, rightOf(COUNTED));
  const frame: Frame = {
    width,
    height,
    left: 62,
    right: width - 16,
    top: legend.height + 12,
    bottom: height - 34,
    // Chunks of one size are a bar in the middle.
    x: scaleLog(bins === 1 ? [low / 4, high * 4] : [low, high], [62, width - 16]),
    y: scaleLinear([0, Math.max(...heights)], [height - 34, legend.height + 12]).nice(),
  };
  svg.append(yAxis(document, frame, countTicks(frame.y, height / 40), COUNTED));
  svg.append(xAxis(document, frame, logTicks(frame.x, width / 90, "B"), "size of a chunk"));
  const below = new Array<number>(bins).fill(0);
  for (const kind of kinds) {
    const d = counts[kind].flatMap((n, bin) => {
      if (n === 0) return [];
      const from = below[bin] ?? 0;
      below[bin] = from + n;
      const [x0, x1] = [frame.x(edges[bin] ?? low), frame.x(edges[bin + 1] ?? high)];
      const [y0, y1] = [frame.y(from), frame.y(from + n)];
      // Keep small counts visible among large ones.
      const tall = Math.max(1, y0 - y1);
      return [`M${px(x0)} ${px(y0)}v${px(-tall)}h${px(Math.max(0.5, x1 - x0 - 1))}v${px(tall)}z`];
    });
    svg.append(
      element(document, "path", { class: `tv-kind-${kind}`, d: d.join(""), fill: kindColour(kind) }),
    );
  }
  svg.append(legend.group);
  return svg;
}
