/** The panels of a repository and their layout. */

import type { Panel } from "../../../app/panel";
import { h } from "../../../ui/dom";
import type { Repository } from "../state";
import { repositoryCard } from "./card";
import { changesPanel } from "./changes";
import { gridPanel } from "./grid";
import { historyPanel } from "./history";
import { manifestsPanel } from "./manifests";
import { nodesPanel } from "./nodes";
import { sizesPanel } from "./sizes";

export interface RepositoryPanels {
  card: Panel<Repository>;
  root: HTMLElement;
  panels: readonly Panel<Repository>[];
}

export function repositoryPanels(copyLink: () => Promise<boolean>): RepositoryPanels {
  const card = repositoryCard(copyLink);
  const [history, changes, nodes] = [historyPanel(), changesPanel(), nodesPanel()];
  const [grid, sizes, manifests] = [gridPanel(), sizesPanel(), manifestsPanel()];
  const commit = h("div", { class: "stack repository-commit" }, nodes.root, changes.root);
  const root = h(
    "div",
    { class: "repository", "data-room": true },
    h("div", { class: "stack repository-column" }, history.root, commit),
    h("div", { class: "stack repository-column" }, grid.root, sizes.root, manifests.root),
  );
  return { card, root, panels: [history, nodes, changes, grid, sizes, manifests] };
}
