import { count, si } from "@tagview/charts";
import type { ArraySummary } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h } from "../../../ui/dom";
import type { Repository } from "../state";
import { tablePanel } from "../table-panel";
import type { TableData } from "../tables";

/** The manifests of the chosen array, or of the chosen snapshot if no array is chosen. */
export function manifestsPanel(): Panel<Repository> {
  const root = h("div", { class: "repository-manifests" });
  return {
    root,
    render: ({ array }) => {
      if (array) root.replaceChildren(tablePanel(manifestsOf(array.summary)));
      else root.replaceChildren();
      root.hidden = array === null;
    },
  };
}

const size = (bytes: bigint): string => si(Number(bytes), "B");

/** Manifests of an array, with the number of chunks in each and its part of the array. */
function manifestsOf({ node, manifests }: ArraySummary): TableData {
  const range = ([from, to]: [number, number]): string =>
    to - from <= 1 ? count(from) : `${count(from)}–${count(to - 1)}`;
  return {
    caption: `Manifests of ${node.path}`,
    lead: "The files that list where the chunks of this array are stored.",
    about: "manifests",
    columns: ["manifest", "size", "references", "extents", "chunk bytes"],
    rows: manifests.map(({ id, extents, bytes, references }) => [
      id,
      bytes === null ? "–" : size(bytes),
      references === null ? "missing" : count(references.refs),
      extents.map(range).join(" × "),
      references === null ? "–" : size(references.bytes),
    ]),
  };
}
