import type { Panel } from "../../../app/panel";
import { h } from "../../../ui/dom";
import type { Repository } from "../state";
import { tablePanel } from "../table-panel";
import { changesTable } from "../tables";
import { pathsOf } from "./changes-of";

/** The changes of the selected snapshot's commit. */
export function changesPanel(): Panel<Repository> {
  const root = h("div", { class: "repository-changes" });
  return {
    root,
    render: ({ snapshot }) => {
      const log = snapshot?.outline.changes ?? null;
      root.hidden = log === null;
      if (log === null) return;
      const paths = pathsOf(snapshot);
      const table = changesTable(log, (node) => paths.get(node) ?? node);
      const message = snapshot?.outline.message ?? "";
      const lead = message === "" ? table.lead : `${message}: the changes of this commit to its parent.`;
      root.replaceChildren(tablePanel({ ...table, lead }));
    },
  };
}
