import { count, percent } from "@tagview/charts";
import type {
  IndexHeaderFinding,
  IndexHeaderReport,
  IndexHeaderSummary,
  OpenIndexHeader,
} from "@tagview/engine";
import { itemCard } from "../../../app/item-card";
import type { Panel } from "../../../app/panel";
import { h } from "../../../ui/dom";
import { factsList } from "../../../ui/facts";
import { wrongList } from "../../../ui/findings";
import { linkButton } from "../../../ui/link-button";
import { sentence } from "../../../ui/sentence";
import { derived } from "../../../ui/signals";
import { type Block, bytes, shown } from "../block";
import { get } from "../state";
import { about } from "./panel-tools";
import { type Ranked, rankingList } from "./ranking";

/** Maximum number of metric names and postings lists in a ranking. */
const LISTED = 10;

const KINDS = {
  "index-header": "Index-header",
  index: "TSDB index",
  "sparse-index-header": "Sparse index-header",
};

const NONE: readonly IndexHeaderFinding[] = [];

/** The kind of a file, its sections and errors, and the labels with the most values and postings. */
export function cardPanel(copyLink: () => Promise<boolean>): Panel<Block> {
  /** What is wrong with the series, apart from the progress of reading them. */
  const seriesFindings = derived(() => {
    const series = get().current?.series;
    return series?.is === "read" ? series.statistics.findings : NONE;
  });
  return itemCard(
    "block",
    [linkButton(copyLink), about("card", "Numbers of the file")],
    ({ summary }: OpenIndexHeader) => parts(summary, seriesFindings()),
  );
}

function parts(summary: IndexHeaderSummary, ofSeries: readonly IndexHeaderFinding[]): HTMLElement[] {
  const { kind, index_version, label_values, report } = summary;
  const facts: [string, string][] = [
    ["kind", kind === null ? "–" : KINDS[kind]],
    ["index version", index_version === null ? "–" : String(index_version)],
    ["size", bytes(summary.size)],
    ["label names", count(summary.label_names)],
    ["values", label_values === null ? "not counted" : count(label_values)],
    ["symbols", count(summary.symbols)],
    ["series", summary.series === null ? "not counted" : count(summary.series)],
    ["postings", bytes(summary.postings_bytes)],
    ["samples", count(summary.samples)],
    ["memory", bytes(summary.memory)],
  ];
  return [
    factsList(facts),
    ...wrongList(
      [...summary.findings, ...ofSeries].map((finding) =>
        h("li", { class: finding.severity }, h("p", { class: "what" }, sentence(finding))),
      ),
    ),
    ...strip(summary),
    ...(report === null
      ? []
      : [
          ...culprits(report, summary),
          ...ranking(
            "Metric names with most series",
            report.metrics.map(({ value, series }) => ({ value: shown(value), size: count(series) })),
          ),
          ...ranking(
            "Largest postings lists",
            report.largest.map(({ name, value, start, end, series }) => ({
              name: shown(name),
              value: shown(value),
              size: `${count(series)} series, ${bytes(Number(end - start))}`,
            })),
          ),
        ]),
  ];
}

/** A part of the file. */
interface Part {
  name: string;
  offset: bigint;
  bytes: bigint;
  /** A remark on its checksum; may be empty. */
  remark: string;
}

/** The sections that were read; of an index all that its table of contents names, each up to the next. */
function layout({ kind, sections, index_toc, size }: IndexHeaderSummary): Part[] {
  const remarkAt = (offset: bigint): string =>
    sections.some((section) => section.offset === offset && section.checksum === null)
      ? " (checksum not read)"
      : "";
  if (kind !== "index" || index_toc === null) {
    return sections.map(({ name, offset, bytes }) => ({ name, offset, bytes, remark: remarkAt(offset) }));
  }
  const starts = (Object.entries(index_toc) as [string, bigint][]).sort(([, a], [, b]) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
  return starts
    .map(([name, offset], k) => {
      const end = starts[k + 1]?.[1] ?? BigInt(size);
      return { name, offset, bytes: end - offset, remark: remarkAt(offset) };
    })
    .filter(({ bytes }) => bytes > 0n);
}

/** The sections as parts of the file's length. */
function strip(summary: IndexHeaderSummary): HTMLElement[] {
  const { size } = summary;
  const parts = layout(summary);
  if (parts.length === 0 || size === 0) return [];
  const boxes = parts.map(({ name, bytes: length }, k) => {
    const box = h("span", { class: `tv-c${k}`, title: name.replaceAll("_", " ") });
    box.style.flex = `${Math.max(0.5, (100 * Number(length)) / size)} 1 0`;
    return box;
  });
  const lines = parts.map(({ name, offset, bytes: length, remark }, k) =>
    h(
      "li",
      { class: `tv-c${k}` },
      `${name.replaceAll("_", " ")}: ${bytes(Number(length))}, ${percent(Number(length) / size)}, from byte ${count(offset)}${remark}`,
    ),
  );
  return [
    h("h3", {}, "Layout"),
    h("div", { class: "strip", role: "img", "aria-label": "Sections of the file" }, ...boxes),
    h("ul", { class: "sections" }, ...lines),
  ];
}

function culprits({ culprits }: IndexHeaderReport, { labels }: IndexHeaderSummary): HTMLElement[] {
  if (culprits.length === 0) return [];
  const tables = new Map(culprits.map(({ name }) => [shown(name), 0]));
  let all = 0;
  for (const { name, table_bytes } of labels) {
    all += table_bytes ?? 0;
    if (tables.has(shown(name))) tables.set(shown(name), table_bytes ?? 0);
  }
  const items = culprits.map(({ name, looks_like, values, example }) => {
    const table = tables.get(shown(name)) ?? 0;
    return h(
      "li",
      { class: "warning" },
      h(
        "p",
        { class: "what" },
        `${shown(name)}: ${count(values)} values look like ${looks_like.replace("-", " ")}`,
      ),
      h("p", { class: "faint" }, `${percent(table / all)} of the table; ${shown(example)}`),
    );
  });
  return [h("h3", {}, "Ids, addresses, times"), h("ul", { class: "findings" }, ...items)];
}

/** The first entries of a ranking. */
function ranking(title: string, ranked: readonly Ranked[]): HTMLElement[] {
  return ranked.length === 0 ? [] : [h("h3", {}, title), rankingList(ranked.slice(0, LISTED))];
}
