import { chunkSizesChart, count } from "@tagview/charts";
import { type ChunkSizes, chunkSizes } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { csvOf } from "../../../ui/csv";
import { figure } from "../../../ui/figure";
import { bytes } from "../../../ui/numbers";
import type { Repository } from "../state";
import { entriesOf } from "../table-panel";

/** Bins of the histogram. */
const BINS = 40;
const KINDS = ["native", "virtual", "inline", "unknown"] as const;

/** A histogram of the chunk sizes of the selected array. */
export function sizesPanel(): Panel<Repository> {
  let sizes: ChunkSizes | null = null;
  const chart = figure({
    id: "chunk-sizes",
    title: "Sizes of chunks",
    lead: "The number of chunks by size. Many small chunks make reading slow.",
    explanation: entriesOf("sizes"),
    hint: "The number of chunks by size.",
  });
  let counted: unknown = null;
  return {
    root: chart.root,
    render: ({ array }) => {
      const columns = array?.columns.is === "read" ? array.columns.what : null;
      const size = chart.size();
      chart.root.hidden = array === null;
      if (size.width === 0) return;
      if (counted !== columns) sizes = columns && chunkSizes(columns, BINS);
      counted = columns;
      if (!array || !sizes) {
        chart.wait();
        return;
      }
      const { native, virtual, inline, bytes: all, refs } = array.summary;
      const kinds = [`${count(native)} native`, `${count(virtual)} virtual`, `${count(inline)} inline`];
      const empty = sizes.empty === 0 ? "" : ` · ${count(sizes.empty)} of no bytes`;
      chart.setReadout(`${bytes(Number(all))} in ${count(refs)} chunks${empty}`, kinds.join(", "));
      const bins = sizes;
      const subject = array.summary.node.path;
      chart.draw({
        chart: (size) => chunkSizesChart(document, bins, { ...size, subject }),
        csv: () => csv(bins),
      });
    },
  };
}

function csv({ edges, counts }: ChunkSizes): string {
  const rows = edges
    .slice(0, -1)
    .map((from, k) => [from, edges[k + 1], ...KINDS.map((kind) => counts[kind][k])]);
  return csvOf([["from", "to", ...KINDS], ...rows]);
}
