import { h } from "../ui/dom";
import { folding } from "../ui/folding";
import type { Panel } from "./panel";
import { store } from "./store";

/**
 *              opened, or has something to show
 *     absent ----------------------------------> loading -------> there
 *                                                ^     |
 *                                         opened |     v
 *                                                failed
 */
type Body<State> = { is: "absent" | "loading" | "failed" } | { is: "there"; panel: Panel<State> };

export interface LazyPanelParts<State> {
  id: string;
  title: string;
  /** Whether there is something to show, so that it is shown without being asked for. */
  hasContent: (state: State) => boolean;
  load: () => Promise<Panel<State>>;
}

/** A panel that is folded, and whose code is loaded when it is opened or has something to show. */
export function lazyPanel<State>({ id, title, hasContent, load }: LazyPanelParts<State>): Panel<State> {
  let body: Body<State> = { is: "absent" };
  /** What the person chose; null as long as the content decides. */
  let chosen: boolean | null = null;
  const tools = h("div", { class: "tools" });
  const heading = h("h2", { id: `${id}-title` }, title);
  const root = h(
    "section",
    { class: `panel ${id}`, "aria-labelledby": heading.id },
    h("div", { class: "panel-head" }, heading, tools),
  );
  const fold = folding({ root, tools }, title, (open) => {
    chosen = open;
    if (body.is === "failed") body = { is: "absent" };
    store.refresh();
  });

  async function begin(): Promise<void> {
    body = { is: "loading" };
    try {
      const panel = await load();
      body = { is: "there", panel };
      root.append(panel.root);
      // Opened by a person, it is brought into sight, which its heading alone was before.
      if (chosen) requestAnimationFrame(() => root.scrollIntoView({ block: "nearest" }));
    } catch {
      body = { is: "failed" };
      fold.set(false);
    }
    store.refresh();
  }

  return {
    root,
    render: (state, changed) => {
      const open = (chosen ?? hasContent(state)) && body.is !== "failed";
      fold.set(open);
      if (!open) return;
      if (body.is === "absent") void begin();
      else if (body.is === "there") body.panel.render(state, changed);
    },
  };
}
