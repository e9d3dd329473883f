import { labelsChart } from "@tagview/charts";
import type { IndexHeaderSummary, LabelSummary } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { csvOf } from "../../../ui/csv";
import { h } from "../../../ui/dom";
import { figure } from "../../../ui/figure";
import { type Block, shown, summaryOf } from "../block";
import { AREAS } from "../codecs";
import { get } from "../state";
import { entriesOf } from "./panel-tools";

const SIZES = {
  values: { title: "values", of: (label: LabelSummary) => label.values_most },
  table: { title: "bytes in the table", of: (label: LabelSummary) => label.table_bytes ?? 0 },
  postings: { title: "bytes of postings", of: (label: LabelSummary) => label.postings_bytes ?? 0 },
};

/** The label names as areas; a click shows a name's values. */
export function treemapPanel(): Panel<Block> {
  const choice = h(
    "select",
    {
      "aria-label": "Areas stand for",
      onchange: () => {
        const { current } = get();
        const areas = AREAS.find((one) => one === choice.value);
        if (current && areas) current.view = { ...current.view, areas };
      },
    },
    ...Object.entries(SIZES).map(([value, { title }]) => h("option", { value }, title)),
  );
  const chart = figure({
    id: "label-areas",
    title: "Areas",
    lead: "What takes the room. Orange looks like ids, addresses or times.",
    hint: "A click on an area shows the values of its label name, as the table does.",
    explanation: entriesOf("areas"),
  });
  chart.root.classList.add("treemap-panel");
  chart.host.classList.add("treemap");
  chart.tools.prepend(choice);
  chart.host.addEventListener("click", ({ target }) => {
    const area = target instanceof Element ? target.closest("[data-label]") : null;
    const { current } = get();
    if (!area || !current) return;
    const wanted = Number(area.getAttribute("data-label"));
    const label = summaryOf(current)?.labels.find(({ label }) => label === wanted);
    if (label) current.choose(label);
  });
  return {
    root: chart.root,
    render: (block) => {
      const summary = summaryOf(block);
      const { compared } = get();
      // The changes replace it.
      chart.root.hidden = compared !== null && compared !== block;
      choice.value = block.view.areas;
      if (summary === null || chart.size().width === 0) return;
      const { title, of } = SIZES[block.view.areas];
      const culprits = new Set(summary.report?.culprits.map(({ name }) => shown(name)));
      const areas = Array.from(summary.labels, (label) => ({
        id: label.label,
        name: shown(label.name),
        size: of(label),
        ...(block.view.areas === "values" && { least: label.values_least }),
        isCulprit: culprits.has(shown(label.name)),
      }));
      const { name } = block;
      const caption = [["file", name] as const, ["areas", title] as const];
      chart.caption(async () => ({ file: `${name}-labels`, caption, copies: new Map() }));
      chart.draw({
        chart: (size) => labelsChart(document, areas, title, { ...size, subject: block.name }),
        csv: () => csv(summary),
      });
    },
  };
}

/** A row for each label name: its number of values, or the bounds of it, and the bytes that it takes. */
function csv({ labels }: IndexHeaderSummary): string {
  const rows = Array.from(
    labels,
    ({ name, values, values_least, values_most, table_bytes, postings_bytes }) => [
      ...[shown(name), values, values_least, values_most, table_bytes, postings_bytes],
    ],
  );
  const columns = ["label", "values", "values_least", "values_most", "table_bytes", "postings_bytes"];
  return csvOf([columns, ...rows]);
}
