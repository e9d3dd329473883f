import { count, type HistoryLines, historyCell, historyLines } from "@tagview/charts";
import { type HistoryRow, historyRows, type NamedSnapshots, type OutlinedSnapshot } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, quietButton, scaledPixels, setText } from "../../../ui/dom";
import { explanation } from "../../../ui/explanation";
import { some } from "../../../ui/numbers";
import { panelHead } from "../../../ui/panel-head";
import { scrolledTable } from "../../../ui/scrolled-table";
import { ROW, virtualRows } from "../../../ui/virtual-rows";
import type { Repository } from "../state";
import { entriesOf } from "../table-panel";
import { changesOf } from "./changes-of";
import { chooseSnapshot, readOf } from "./read";

/** Maximum number of visible labels of a snapshot; its title lists the remaining ones. */
const MOST_LABELS = 4;

interface Label {
  name: string;
  kind: "branch" | "tag";
}

/** The history as a graph, newest first; a click or the arrow keys choose a snapshot. */
export function historyPanel(): Panel<Repository> {
  let repository: Repository | null = null;
  let rows: HistoryRow<OutlinedSnapshot>[] = [];
  let lines: HistoryLines[] = [];
  let labels = new Map<string, Label[]>();
  const found = h("span", { class: "faint" });
  const heads = ["snapshot", "time", "changes"].map((name) => h("th", { scope: "col", class: name }, name));
  const { scroller, table, head } = scrolledTable({
    kind: "history",
    caption: "History",
    label: "History. Arrow up and down choose a snapshot.",
  });
  const corner = h("td", { class: "graph" });
  head.append(corner, ...heads);
  scroller.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0 || !repository) return;
    event.preventDefault();
    const at = rows.findIndex(({ snapshot }) => snapshot === repository?.snapshot?.outline);
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (next) void chooseSnapshot(repository, next.snapshot.id);
  });
  const root = h(
    "section",
    { class: "panel table-panel history-panel" },
    panelHead("History", [found], [explanation("History", entriesOf("history"))]),
    h("p", { class: "lead" }, "The commits, the newest first. Click one to see its nodes and changes."),
    scroller,
  );

  const virtual = virtualRows(scroller, table, (place) => {
    const [row, line] = [rows[place], lines[place]];
    if (!row || !line || !repository) return h("tr");
    return historyRow(row, line, labels.get(row.snapshot.id) ?? [], repository);
  });

  return {
    root,
    render: (now) => {
      const summary = readOf(now)?.summary;
      const chosen = now.snapshot?.outline;
      const isNew = repository !== now || rows.length !== (summary?.snapshots.length ?? 0);
      repository = now;
      if (isNew) {
        rows = historyRows(summary?.snapshots ?? []);
        lines = historyLines(rows);
        const graph = lines[0] && historyCell(document, lines[0], ROW).getAttribute("width");
        corner.style.width = `${Number(graph ?? 0) + 10}px`;
        labels = summary ? labelsOf(summary.branches, summary.tags) : new Map();
        setText(found, summary ? some(rows.length, "snapshot") : "");
        requestAnimationFrame(() => virtual.show(rows.length));
      } else {
        const focused = scroller.contains(document.activeElement);
        const top = scroller.scrollTop;
        virtual.grow(rows.length);
        scroller.scrollTop = top;
        const at = rows.findIndex(({ snapshot }) => snapshot === chosen);
        if (at >= 0) virtual.reach(at);
        // The button that was pressed is another one now.
        if (focused && !scroller.contains(document.activeElement)) scroller.focus();
      }
      table.setAttribute("aria-label", `History of ${count(rows.length)} snapshots`);
    },
  };
}

/** The row of a snapshot; a click on its message chooses it. */
function historyRow(
  { snapshot }: HistoryRow<OutlinedSnapshot>,
  line: HistoryLines,
  labels: readonly Label[],
  repository: Repository,
): HTMLTableRowElement {
  const { id, message, flushed_at, changes } = snapshot;
  const isChosen = snapshot === repository.snapshot?.outline;
  const summed = changes === null ? "" : changesOf(changes);
  const title = [id, ...labels.map(({ name, kind }) => `${kind} ${name}`), message].join("\n");
  const button = quietButton(message === "" ? id : message, () => void chooseSnapshot(repository, id), {
    "aria-pressed": String(isChosen),
  });
  return h(
    "tr",
    { class: isChosen ? "chosen" : "" },
    h("td", { class: "graph" }, historyCell(document, line, scaledPixels(ROW))),
    h(
      "th",
      { scope: "row", title },
      h(
        "div",
        { class: "commit" },
        ...labels.slice(0, MOST_LABELS).map(({ name, kind }) => h("span", { class: `ref ${kind}` }, name)),
        labels.length > MOST_LABELS && h("span", { class: "faint" }, ` +${labels.length - MOST_LABELS} `),
        button,
      ),
    ),
    h("td", { title: flushed_at ?? "" }, time(flushed_at)),
    h("td", { class: "changes", title: summed }, summed),
  );
}

function labelsOf(branches: NamedSnapshots, tags: NamedSnapshots): Map<string, Label[]> {
  const labels = new Map<string, Label[]>();
  const put = (refs: NamedSnapshots, kind: Label["kind"]): void => {
    for (const [name, id] of refs)
      if (id !== null) labels.set(id, [...(labels.get(id) ?? []), { name, kind }]);
  };
  put(branches, "branch");
  put(tags, "tag");
  return labels;
}

/** A time to the minute. */
function time(flushed_at: string | null): string {
  return flushed_at === null ? "–" : flushed_at.slice(0, 16).replace("T", " ");
}
