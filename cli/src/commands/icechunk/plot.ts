/** `--plot`: the sizes of an array's chunks, as the page draws them. */

import { chartFile } from "../../output/plot-files";
import {
  type ArraySummary,
  chunkSizes,
  type IcechunkRepository,
  REFERENCE_KINDS,
} from "../../runtime/engine";
import type { OutputOptions, PlotOptions } from "../../runtime/options";

/** Bins of the histogram. */
const BINS = 40;
/** Maximum number of chunks drawn, because their sizes are held in memory. */
const MOST_CHUNKS = 10_000_000;

/** Draws a histogram of chunk sizes; a note reports chunks beyond the maximum. */
export async function drawSizes(
  name: string,
  repository: IcechunkRepository,
  array: ArraySummary,
  { plot, force }: OutputOptions & PlotOptions,
): Promise<string | null> {
  if (plot === undefined) return null;
  const [kinds, lengths]: [number[], number[]] = [[], []];
  for await (const { kind, length } of repository.references(array)) {
    if (kinds.length === MOST_CHUNKS) break;
    kinds.push(REFERENCE_KINDS.indexOf(kind));
    lengths.push(Number(length));
  }
  const columns = { kinds: Uint8Array.from(kinds), lengths: Float64Array.from(lengths) };
  const sizes = chunkSizes(columns, BINS);
  const { drawInto } = await import("../../output/plot");
  const part = array.refs > MOST_CHUNKS ? `the first ${MOST_CHUNKS.toLocaleString("en-US")} chunks` : null;
  const subject = part === null ? array.node.path : `${array.node.path}, ${part}`;
  await drawInto(chartFile(plot, name), { force }, (charts, document) =>
    charts.chunkSizesChart(document, sizes, { subject }),
  );
  return part && `the chart shows ${part}`;
}
