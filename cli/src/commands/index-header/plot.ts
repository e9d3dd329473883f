/** `--plot`: the label names of a block as areas, as the page draws them. */

import { chartFile } from "../../output/plot-files";
import type { IndexHeaderSummary } from "../../runtime/engine";
import type { OutputOptions, PlotOptions } from "../../runtime/options";
import { shown } from "./texts";

/** Draws a summary; an area is as large as its label has values. */
export async function drawLabels(
  name: string,
  summary: IndexHeaderSummary,
  { plot, force }: OutputOptions & PlotOptions,
): Promise<void> {
  if (plot === undefined || summary.kind === null) return;
  const culprits = new Set(summary.report?.culprits.map((one) => shown(one.name)));
  const areas = Array.from(summary.labels, (label) => ({
    id: label.label,
    name: shown(label.name),
    size: label.values_most,
    least: label.values_least,
    isCulprit: culprits.has(shown(label.name)),
  }));
  const { drawInto } = await import("../../output/plot");
  await drawInto(chartFile(plot, name), { force }, (charts, document) =>
    charts.labelsChart(document, areas, "values", { subject: name }),
  );
}
