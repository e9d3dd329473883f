/** Requests to an open index-header; loaded with the first one. */

import { asTagviewError, type OpenIndexHeader } from "@tagview/engine";
import { announce } from "../../ui/announce";
import { sentence } from "../../ui/sentence";
import { type Block, shown, summaryOf } from "./block";
import { readSeries, unreadSeries } from "./read-series";

/** Maximum bytes of series that are read automatically. */
const READ_AT_ONCE = 32 << 20;

/** Shows the values of a label name, or of a sparse header its samples of them. */
export function choose(block: Block, label: Parameters<Block["choose"]>[0]): void {
  const { reading } = block;
  if (reading.is !== "read" || block.chosen?.label === label) return;
  block.chosen = { label, values: null, remark: "" };
  const settle = (found: Partial<NonNullable<Block["chosen"]>>): void => {
    if (block.chosen?.label !== label) return;
    block.chosen = { ...block.chosen, ...found };
  };
  if (label.values === null) {
    const { values } = reading.what.samples(label.label);
    const none = new BigUint64Array(values.length);
    settle({
      values: { values, start: none, end: none },
      remark: "A sparse header has only these samples.",
    });
    return;
  }
  reading.what.values(label.label).then(
    (values) => settle({ values }),
    (reason: unknown) => settle({ remark: sentence(asTagviewError(reason)) }),
  );
}

/** Shows the values of the label name in the view; if the file lacks it, those of the name with the most values. */
export function chooseByView(block: Block): void {
  const labels = summaryOf(block)?.labels;
  if (!labels) return;
  const { label } = block.view;
  const named = label === null ? undefined : labels.find(({ name }) => shown(name) === label);
  const chosen = named ?? labels.at(labels.byValues()[0] ?? 0);
  if (chosen !== undefined) choose(block, chosen);
}

/** Reads the series of a whole index. */
export function readSeriesOf(block: Block): void {
  const { reading } = block;
  if (reading.is !== "read" || block.series.is === "reading") return;
  readSeries(reading.what, (series) => {
    block.series = series;
  });
}

/** Shows the contents of an opened file. */
export function begin(block: Block, { summary }: OpenIndexHeader): void {
  block.series = unreadSeries(summary);
  if (block.series.is === "unread" && block.series.bytes <= READ_AT_ONCE) readSeriesOf(block);
  announce(`${summary.label_names} label names, ${summary.label_values ?? "some"} values.`);
  chooseByView(block);
}
