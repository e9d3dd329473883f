import { count, type PartitionMapLayout, partitionMap, partitionMapLayout } from "@tagview/charts";
import {
  type PartitionMovement,
  paceText,
  parseDuration,
  partitionMapData,
  secondsOf,
  secondsText,
  stepAt,
  stepTo,
  whenText,
} from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h } from "../../../ui/dom";
import { field } from "../../../ui/field";
import { type Figure, figure } from "../../../ui/figure";
import { WORDING } from "../sentences";
import { csv } from "./csv";
import type { SeriesShown } from "./shown";

const HINT =
  "A row for each partition, the worst first. Zoom: drag, Control and wheel, or plus and minus. Move: arrow keys. Go back: double click, or 0.";

/** The map of partitions over time; `summary` stands over it. */
export function mapPanel(summary: HTMLElement): Panel<SeriesShown> {
  let now: SeriesShown | null = null;
  let layout: PartitionMapLayout | null = null;
  let edges: readonly number[] = [];
  let rows: readonly PartitionMovement[] = [];
  const zoom = (span: readonly [number, number] | null): void => now?.change({ span });

  const panel: Figure = figure({
    id: "over-time",
    title: "Over time",
    lead: "Each row is a partition, the worst first. A weak colour is slow or far below its usual rate, a strong one is fast.",
    hint: HINT,
    gestures: {
      zoom,
      drag: zoom,
      back: () => zoom(null),
      extent: () => {
        const [first, last] = [edges[0], edges.at(-1)];
        return first === undefined || last === undefined ? null : [first, last];
      },
      point: (x, y) => {
        const cell = x === null || layout === null ? null : layout.at(layout.frame.x(x), y);
        const one = cell && rows[cell.row];
        panel.setReadout(now && cell && one ? cellText(now, one, cell.column) : null);
      },
    },
  });
  const kind = h(
    "select",
    {
      class: "series-kind",
      "aria-label": "What is drawn",
      onchange: () => now?.change({ kind: kind.value as "movement" | "lag", span: null }),
    },
    h("option", { value: "lag" }, "lag"),
    h("option", { value: "movement" }, "movement"),
  );
  const every = field({
    label: "every",
    name: "Time between headers",
    title: "Interval between the headers, which have no times",
    size: 6,
    placeholder: "15s",
    apply: (text) => {
      now?.change({ every: text === "" ? null : parseDuration(text), span: null });
      return null;
    },
  });
  panel.tools.prepend(kind, every.root);
  panel.root.children[0]?.after(summary);

  return {
    root: panel.root,
    render: (shown) => {
      now = shown;
      const { read, view } = shown;
      panel.label(null, shown.isPending() ? "pending" : "done");
      const drawn = drawnKind(shown);
      kind.hidden = read.lag === null;
      kind.value = drawn;
      every.root.hidden = read.series.timed === "headers";
      if (panel.size().width === 0) return;
      const wanted = view.filter.trim();
      rows = read.partitions.filter(({ key }) => WORDING.name(key).includes(wanted));
      const data = partitionMapData(read.series, rows, WORDING, drawn === "lag" ? read.lag : null);
      edges = data.edges;
      const chosen = rows.findIndex(({ row }) => row === view.chosen);
      const options = { view: view.span, chosen: chosen < 0 ? null : chosen };
      const drawnLayout = partitionMapLayout(data, { ...options, ...panel.size() });
      layout = drawnLayout;
      panel.draw({
        chart: (size) => partitionMap(document, data, { ...options, ...size }),
        frame: () => drawnLayout.frame,
        csv: () => csv(read),
      });
    },
  };
}

function drawnKind({ read, view }: SeriesShown): "movement" | "lag" {
  return read.lag === null ? "movement" : (view.kind ?? "lag");
}

/** "3: 100/s, 14:00:15 UTC to 14:00:30 UTC", or "3: 900 to catch up, 9 s at its rate, at 14:00:30 UTC". */
function cellText(shown: SeriesShown, { row, key }: PartitionMovement, column: number): string {
  const { series, lag } = shown.read;
  const name = WORDING.name(key);
  if (drawnKind(shown) === "lag") {
    const behind = lag?.lag(row, column) ?? null;
    const when = whenText(series, column);
    if (behind === null) return `${name}: not there, at ${when}`;
    const rate = column === 0 ? null : (stepAt(series, row, column - 1)?.rate ?? null);
    const { seconds } = secondsOf(behind, rate);
    const catchUp = seconds === null ? "" : `, ${secondsText(seconds)} at its rate`;
    return `${name}: ${count(behind)} to catch up${catchUp}, at ${when}`;
  }
  const step = stepTo(series, row, column + 1);
  const between = `${whenText(series, step?.from ?? column)} to ${whenText(series, column + 1)}`;
  if (step === null) return `${name}: not there, ${between}`;
  const pace = step.rate === null ? "" : `, ${paceText(step.rate, true, count)}`;
  return `${name}: moved ${count(step.moved)}${pace}, ${between}`;
}
