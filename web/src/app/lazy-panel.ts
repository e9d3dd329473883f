import { h } from "../ui/dom";
import { folding } from "../ui/folding";
import { reactive } from "../ui/signals";
import { lazy } from "./lazy";
import type { Panel } from "./panel";

export interface LazyPanelParts<State> {
  id: string;
  title: string;
  /** One sentence about the content of the panel. */
  lead: string;
  /** Whether the panel has content, and therefore unfolds automatically. */
  hasContent: (state: State) => boolean;
  load: (isOpen: () => boolean) => Promise<Panel<State>>;
}

/** A panel that is folded, and whose code is loaded when it is opened or has something to show. */
export function lazyPanel<State>({ id, title, lead, hasContent, load }: LazyPanelParts<State>): Panel<State> {
  /** The user's choice; null while the content decides. */
  const now = reactive<{ chosen: boolean | null }>({ chosen: null });
  const tools = h("div", { class: "tools" });
  const heading = h("h2", { id: `${id}-title` }, title);
  const root = h(
    "section",
    { class: `panel ${id}`, "aria-labelledby": heading.id },
    h("div", { class: "panel-head" }, heading, tools, h("p", { class: "lead" }, lead)),
  );
  const fold = folding({ root, tools }, title, (open) => {
    now.chosen = open;
  });
  const body = lazy(async () => {
    const panel = await load(fold.isOpen);
    root.append(panel.root);
    // Scrolls to the content of a panel that the user opened: only its heading was visible before.
    if (now.chosen) requestAnimationFrame(() => root.scrollIntoView({ block: "nearest" }));
    return panel;
  });

  return {
    root,
    render: (state) => {
      const open = now.chosen ?? hasContent(state);
      fold.set(open);
      if (!open) return;
      body.wantIn(root)?.render(state);
    },
  };
}
