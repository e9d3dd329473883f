import { h } from "../ui/dom";
import type { Panel } from "./panel";
import { reactive } from "./signals";

/**
 *     waiting ---------> loading ---> there
 *            `when`         |
 *                           v
 *                         failed
 */
type Body<State> =
  | { is: "waiting" | "loading" }
  | { is: "there"; panel: Panel<State> }
  | { is: "failed"; reason: unknown };

export interface LatePanelParts<State> {
  /** What keeps the panel's place until it is there. */
  instead: Node | null;
  /** Whether what comes first was drawn, so that the panel's code may be loaded. */
  when: (state: State) => boolean;
  load: () => Promise<Panel<State>>;
}

/** A panel whose code is loaded after the first charts were drawn. */
export function latePanel<State>({ instead, when, load }: LatePanelParts<State>): Panel<State> {
  const now = reactive<{ body: Body<State> }>({ body: { is: "waiting" } });
  const root = h("div", { class: "late" });
  if (instead) root.append(instead);

  async function begin(): Promise<void> {
    now.body = { is: "loading" };
    try {
      const panel = await load();
      now.body = { is: "there", panel };
      root.replaceChildren(panel.root);
    } catch (reason) {
      now.body = { is: "failed", reason };
    }
  }

  return {
    root,
    render: (state) => {
      const { body } = now;
      if (body.is === "waiting" && when(state)) void begin();
      else if (body.is === "there") body.panel.render(state);
      else if (body.is === "failed") throw body.reason;
    },
  };
}

/** The heading of a folded panel that is not there yet. */
export function foldedHeading(title: string): HTMLElement {
  const head = h("div", { class: "panel-head" }, h("h2", {}, title), h("div", { class: "tools" }));
  return h("section", { class: "panel figure folded" }, head);
}
