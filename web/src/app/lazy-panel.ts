import { h } from "../ui/dom";
import { folding } from "../ui/folding";
import type { Panel } from "./panel";
import { reactive } from "./signals";

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
  /** What the panel shows, in one sentence. */
  lead: string;
  /** Whether there is something to show, so that it is shown without being asked for. */
  hasContent: (state: State) => boolean;
  load: () => Promise<Panel<State>>;
}

/** A panel that is folded, and whose code is loaded when it is opened or has something to show. */
export function lazyPanel<State>({ id, title, lead, hasContent, load }: LazyPanelParts<State>): Panel<State> {
  /** `chosen` is what the person chose; null as long as the content decides. */
  const now = reactive<{ body: Body<State>; chosen: boolean | null }>({
    body: { is: "absent" },
    chosen: null,
  });
  const tools = h("div", { class: "tools" });
  const heading = h("h2", { id: `${id}-title` }, title);
  const root = h(
    "section",
    { class: `panel ${id}`, "aria-labelledby": heading.id },
    h("div", { class: "panel-head" }, heading, tools, h("p", { class: "lead" }, lead)),
  );
  const fold = folding({ root, tools }, title, (open) => {
    now.chosen = open;
    if (now.body.is === "failed") now.body = { is: "absent" };
  });

  async function begin(): Promise<void> {
    now.body = { is: "loading" };
    try {
      const panel = await load();
      now.body = { is: "there", panel };
      root.append(panel.root);
      // Opened by a person, it is brought into sight, which its heading alone was before.
      if (now.chosen) requestAnimationFrame(() => root.scrollIntoView({ block: "nearest" }));
    } catch {
      now.body = { is: "failed" };
      fold.set(false);
    }
  }

  return {
    root,
    render: (state) => {
      const { body, chosen } = now;
      const open = (chosen ?? hasContent(state)) && body.is !== "failed";
      fold.set(open);
      if (!open) return;
      if (body.is === "absent") void begin();
      else if (body.is === "there") body.panel.render(state);
    },
  };
}
