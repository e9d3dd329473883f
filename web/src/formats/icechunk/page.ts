/** The page of a metadata file, with its header and its tables, or of a repository. */

import "./style.css";
import "./repository.css";
import { count, si } from "@tagview/charts";
import type { IcechunkSummary } from "@tagview/engine";
import { itemCard } from "../../app/item-card";
import type { Page } from "../../app/lazy-page";
import { lazyPanel } from "../../app/lazy-panel";
import { hasComparison } from "../../app/page-file";
import { type Panel, panelGroup } from "../../app/panel";
import { store } from "../../app/store";
import { h } from "../../ui/dom";
import { factsList } from "../../ui/facts";
import { wrongList } from "../../ui/findings";
import { sentence } from "../../ui/sentence";
import { tour } from "../../ui/tour";
import { repositoryPanels } from "./repository/panels";
import { get, type MetadataFile, type Repository, shownFile, shownRepository } from "./state";
import { tablesPanel } from "./table-panel";
import { tablesOf } from "./tables";

export function page(copyLink: () => Promise<boolean>): Page {
  const card = itemCard<IcechunkSummary, MetadataFile>("icechunk", [], facts);
  const tables = tablesPanel<MetadataFile>("stack icechunk-tables", ({ reading }) =>
    reading.is === "read" ? tablesOf(reading.what) : [],
  );
  const repository = repositoryPanels(copyLink);
  const formats = otherFormatsPanel();
  const steps = tour<Repository>({
    "sample-icechunk": [
      "History: the branch recalibrated begins at the tag first-half, beside the branch main. Choose a commit to see its changes.",
      "Chunk grid: choose wind, then move the slider of longitude. The second half of it was never written.",
      "Is all there? The file of one chunk was lost.",
    ],
  });
  const side = h("div", { class: "side" }, card.root, steps.root);
  const main = h("div", { class: "stack icechunk-file" }, tables.root, formats.root);
  const root = h("div", { class: "viewer-page icechunk-page" }, side, main, repository.root);
  const drawFile = panelGroup([card, tables, formats], store.refresh, shownFile);
  const drawRepository = panelGroup(
    [repository.card, steps, ...repository.panels],
    store.refresh,
    shownRepository,
  );
  return {
    root,
    listPlace: side,
    render: () => {
      const { current } = get();
      if (!current) return;
      const isFile = current.of === "file";
      main.hidden = !isFile;
      repository.root.hidden = isFile;
      const [shown, other] = isFile ? [card, repository.card] : [repository.card, card];
      if (other.root.parentElement === side) other.root.replaceWith(shown.root);
      if (isFile) steps.render(null);
      if (isFile) drawFile();
      else drawRepository();
    },
  };
}

/** The sizes of a manifest's references in other formats; empty for other metadata. */
function otherFormatsPanel(): Panel<MetadataFile> {
  let references: number | null = null;
  const { root, render } = lazyPanel<MetadataFile>({
    id: "reference-formats",
    title: "Other formats",
    lead: "Size and reading speed of these references in other formats.",
    hasContent: () => false,
    load: async () =>
      (await import("../../comparison/panel")).comparisonBody({
        many: "references",
        one: "one reference",
        formats: "four",
        all: { references: 1 << 21 },
        total: () => references,
      }),
  });
  return {
    root,
    render: (file) => {
      const manifest = file.reading.is === "read" ? file.reading.what.manifest : null;
      root.hidden = !hasComparison || manifest === null;
      references = manifest && referencesOf(manifest);
      if (!root.hidden) render(file);
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
    named.push(["metadata", [...snapshot.metadata.keys()].join(", ") || "none"]);
  }
  if (manifest !== null) named.push(["references", count(referencesOf(manifest))]);
  const wrong = findings.map((finding) => h("li", { class: finding.severity }, sentence(finding)));
  return [factsList(named), ...wrongList(wrong)];
}

function referencesOf({ arrays }: { arrays: readonly { refs: number }[] }): number {
  return arrays.reduce((n, { refs }) => n + refs, 0);
}
