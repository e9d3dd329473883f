import { h } from "../ui/dom";
import { panelHead } from "../ui/panel-head";
import { lazy } from "./lazy";
import type { Panel } from "./panel";

export interface LatePanelParts<State> {
  /** Placeholder until the panel is loaded. */
  instead?: Node;
  /** Whether the panels above are drawn, so that the panel's code may be loaded. */
  when: (state: State) => boolean;
  load: () => Promise<Panel<State>>;
}

/** A panel whose code is loaded after the first charts were drawn. */
export function latePanel<State>({ instead, when, load }: LatePanelParts<State>): Panel<State> {
  const root = h("div", { class: "late" });
  if (instead) root.append(instead);
  const body = lazy(async () => {
    const panel = await load();
    root.replaceChildren(panel.root);
    return panel;
  });
  return {
    root,
    render: (state) => {
      if (body.now() !== null || when(state)) body.wantIn(root)?.render(state);
    },
  };
}

/** The heading of a folded panel that is not there yet. */
export function foldedHeading(title: string): HTMLElement {
  const head = panelHead(title, [], []);
  return h("section", { class: "panel figure folded" }, head);
}
