import type { Panel } from "../../../app/panel";
import { h, setText, showText } from "../../../ui/dom";
import { explanation } from "../../../ui/explanation";
import { some } from "../../../ui/numbers";
import { panelHead } from "../../../ui/panel-head";
import { Tree } from "../../../ui/tree";
import type { Repository } from "../state";
import { entriesOf } from "../table-panel";
import { chooseArray } from "./read";
import { treeOf } from "./tree-of";

/** The nodes of the selected snapshot; selecting an array shows its chunks. */
export function nodesPanel(): Panel<Repository> {
  let repository: Repository | null = null;
  const nodes = new Tree("Nodes", (path) => repository && void chooseArray(repository, path));
  const found = h("span", { class: "faint" });
  const note = h("p", { class: "field-note" });
  const root = h(
    "section",
    { class: "panel nodes-panel" },
    panelHead("Nodes", [found], [explanation("Nodes", entriesOf("nodes"))]),
    h("p", { class: "lead" }, "Groups and arrays of the chosen snapshot. Click an array to see its chunks."),
    note,
    nodes.root,
  );
  let shown: unknown = null;
  return {
    root,
    render: (now) => {
      const { snapshot, array } = now;
      const state = snapshot?.nodes;
      const all = state?.is === "read" ? state.what : null;
      const path = array?.summary.node.path ?? null;
      repository = now;
      const text = state?.is === "failed" ? state.error : state?.is === "reading" ? "Reading …" : "";
      showText(note, text);
      setText(found, all ? some(all.length, "node") : "");
      if (all && shown !== all) nodes.show(treeOf(all));
      shown = all;
      nodes.mark(path);
    },
  };
}
