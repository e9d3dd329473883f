/** The panels of a repository and their layout. */

import type { Panel } from "../../../app/panel";
import { h } from "../../../ui/dom";
import type { Repository } from "../state";
import { tablesPanel } from "../table-panel";
import { repositoryCard } from "./card";
import { changesIn } from "./changes-of";
import { gridPanel } from "./grid";
import { historyPanel } from "./history";
import { manifestsOf } from "./manifests";
import { nodesPanel } from "./nodes";
import { sizesPanel } from "./sizes";

export interface RepositoryPanels {
  card: Panel<Repository>;
  root: HTMLElement;
  panels: readonly Panel<Repository>[];
}

export function repositoryPanels(copyLink: () => Promise<boolean>): RepositoryPanels {
  const card = repositoryCard(copyLink);
  const [history, nodes, grid, sizes] = [historyPanel(), nodesPanel(), gridPanel(), sizesPanel()];
  const changes = tablesPanel<Repository>("repository-changes", ({ snapshot }) => changesIn(snapshot));
  const manifests = tablesPanel<Repository>("repository-manifests", ({ array }) =>
    array ? [manifestsOf(array.summary)] : [],
  );
  const commit = h("div", { class: "stack repository-commit" }, nodes.root, changes.root);
  const root = h(
    "div",
    { class: "repository", "data-room": true },
    h("div", { class: "stack repository-column" }, history.root, commit),
    h("div", { class: "stack repository-column" }, grid.root, sizes.root, manifests.root),
  );
  return { card, root, panels: [history, nodes, changes, grid, sizes, manifests] };
}
