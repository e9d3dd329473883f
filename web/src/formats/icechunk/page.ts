/** The page of a metadata file: what it says of itself, and its tables. */

import "./style.css";
import { count, si } from "@tagview/charts";
import type { IcechunkSummary } from "@tagview/engine";
import type { Page } from "../../app/lazy-page";
import { type Panel, panelGroup } from "../../app/panel";
import { store } from "../../app/store";
import { h, setText } from "../../ui/dom";
import { sentence } from "../../ui/sentence";
import { virtualRows } from "../../ui/virtual-rows";
import { get, type MetadataFile } from "./state";
import { type TableData, tablesOf } from "./tables";

export function page(): Page {
  const card = cardPanel();
  const tables = tablesPanel();
  const side = h("div", { class: "side" }, card.root);
  const root = h("div", { class: "icechunk-page" }, side, tables.root);
  const draw = panelGroup([card, tables], store.refresh);
  return {
    root,
    listPlace: side,
    focus: () => tables.root.querySelector<HTMLElement>(".scroller")?.focus(),
    render: () => {
      const { current } = get();
      if (current) draw(current);
    },
  };
}

function cardPanel(): Panel<MetadataFile> {
  const title = h("h2");
  const body = h("div", { class: "icechunk-card" });
  const root = h("section", { class: "panel card" }, h("div", { class: "panel-head" }, title), body);
  return {
    root,
    render: (file, changed) => {
      const { reading } = file;
      if (!changed(file, reading.is)) return;
      setText(title, file.name);
      if (reading.is === "read") body.replaceChildren(...facts(reading.summary));
      else if (reading.is === "failed") body.replaceChildren(h("p", { class: "field-error" }, reading.error));
      else body.replaceChildren(h("p", { class: "field-note" }, "Reading …"));
    },
  };
}

function facts(summary: IcechunkSummary): HTMLElement[] {
  const { type, spec_version, id, implementation, file_bytes, content_bytes, snapshot, manifest, findings } =
    summary;
  const named: [string, string][] = [
    ["type", type.replace("-", " ")],
    ["version", String(spec_version)],
    ["id", id ?? "–"],
    ["written by", implementation],
    ["size", si(file_bytes, "B")],
    ["decompressed", si(content_bytes, "B")],
  ];
  if (snapshot !== null) {
    named.push(["message", snapshot.message], ["time", snapshot.flushed_at ?? "–"]);
    if (snapshot.parent !== null) named.push(["parent", snapshot.parent]);
    named.push(["metadata", Object.keys(snapshot.metadata).join(", ") || "none"]);
  }
  if (manifest !== null)
    named.push(["references", count(manifest.arrays.reduce((n, { refs }) => n + refs, 0))]);
  const list = named.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)));
  const wrong = findings.map((finding) => h("li", { class: finding.severity }, sentence(finding)));
  return [
    h("dl", { class: "facts" }, ...list),
    ...(wrong.length === 0 ? [] : [h("ul", { class: "wrong", "aria-label": "What is wrong" }, ...wrong)]),
  ];
}

function tablesPanel(): Panel<MetadataFile> {
  const root = h("div", { class: "icechunk-tables" });
  return {
    root,
    render: (file, changed) => {
      const summary = file.reading.is === "read" ? file.reading.summary : null;
      if (changed(file, summary))
        root.replaceChildren(...(summary === null ? [] : tablesOf(summary).map(tablePanel)));
    },
  };
}

function tablePanel({ caption, columns, rows }: TableData): HTMLElement {
  const head = h("tr", {}, ...columns.map((title) => h("th", { scope: "col" }, title)));
  const table = h("table", {}, h("caption", { class: "unseen" }, caption), h("thead", {}, head));
  const scroller = h("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": caption }, table);
  const virtual = virtualRows(scroller, table, (place) => {
    const [name = "", ...others] = rows[place] ?? [];
    return h(
      "tr",
      {},
      h("th", { scope: "row", title: name }, name),
      ...others.map((text) => h("td", {}, text)),
    );
  });
  // Rows are made for the room there is, which it has once it is on the page.
  requestAnimationFrame(() => virtual.show(rows.length));
  const title = h(
    "div",
    { class: "panel-head" },
    h("h2", {}, caption),
    h("span", { class: "faint" }, count(rows.length)),
  );
  return h("section", { class: "panel table-panel" }, title, scroller);
}
