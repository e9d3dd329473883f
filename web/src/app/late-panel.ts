import { h } from "../ui/dom";
import type { Panel } from "./panel";
import { store } from "./store";

/**
 *     waiting ---------> loading ---> there
 *      first drawing        |
 *                           v
 *                         failed
 */
type Body<State> =
  | { is: "waiting" | "loading" }
  | { is: "there"; panel: Panel<State> }
  | { is: "failed"; reason: unknown };

/** A panel whose code is loaded once the page was drawn without it, so that the first charts need not wait for it. */
export function latePanel<State>(load: () => Promise<Panel<State>>): Panel<State> {
  let body: Body<State> = { is: "waiting" };
  const root = h("div", { class: "late" });

  async function begin(): Promise<void> {
    body = { is: "loading" };
    try {
      const panel = await load();
      body = { is: "there", panel };
      root.append(panel.root);
    } catch (reason) {
      body = { is: "failed", reason };
    }
    store.refresh();
  }

  return {
    root,
    render: (state, changed) => {
      if (body.is === "waiting") void begin();
      else if (body.is === "there") body.panel.render(state, changed);
      else if (body.is === "failed") throw body.reason;
    },
  };
}
