import { labelsChart } from "@tagview/charts";
import type { LabelSummary } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { change, derived, reactive } from "../../../app/signals";
import { h } from "../../../ui/dom";
import { type Block, shown, summaryOf } from "../block";
import { AREAS } from "../codecs";
import { get } from "../state";

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
  const place = h("div", {
    class: "treemap",
    onclick: ({ target }: MouseEvent) => {
      const area = target instanceof Element ? target.closest("[data-label]") : null;
      const { current } = get();
      if (!area || !current) return;
      const wanted = Number(area.getAttribute("data-label"));
      const label = summaryOf(current)?.labels.find(({ label }) => label === wanted);
      if (label) current.choose(label);
    },
  });
  const areasNow = derived(() => get().current?.view.areas ?? AREAS[0]);
  const root = h(
    "section",
    { class: "panel treemap-panel" },
    h("div", { class: "panel-head" }, h("h2", {}, "Areas"), h("div", { class: "tools" }, choice)),
    h("p", { class: "lead" }, "What takes the room. Orange looks like ids, addresses or times."),
    place,
  );
  const room = reactive({ width: 0, height: 0 });
  new ResizeObserver(() => change(room, { width: place.clientWidth, height: place.clientHeight })).observe(
    place,
  );
  return {
    root,
    render: (block) => {
      const summary = summaryOf(block);
      const { compared } = get();
      // What changed takes its place.
      root.hidden = compared !== null && compared !== block;
      const { width, height } = room;
      choice.value = areasNow();
      const { title, of } = SIZES[areasNow()];
      const culprits = new Set(summary?.report?.culprits.map(({ name }) => shown(name)));
      const areas = Array.from(summary?.labels ?? [], (label) => ({
        id: label.label,
        name: shown(label.name),
        size: of(label),
        isCulprit: culprits.has(shown(label.name)),
      }));
      place.replaceChildren(labelsChart(document, areas, title, { width, height, subject: block.name }));
    },
  };
}
