import { h } from "../ui/dom";
import { sentence } from "../ui/sentence";
import { store } from "./store";

/** What a viewer shows. */
export interface Page {
  root: HTMLElement;
  /** Room on the page for the list of what is open. */
  listPlace: HTMLElement;
  /** Draws what changed. */
  render(): void;
  /** Puts the caret where a person begins to write. */
  focus(): void;
}

/**
 *              shown, or wanted
 *     absent ------------------> loading -------> there
 *                                ^     |
 *                         wanted |     v
 *                                failed
 */
type State =
  | { is: "absent" }
  | { is: "loading"; page: Promise<Page> }
  | { is: "there"; page: Page }
  | { is: "failed" };

export interface LazyPage {
  root: HTMLElement;
  /** Nothing until the page is there. */
  listPlace(): HTMLElement | undefined;
  render(): void;
  /** Loads the page, and puts the caret into it. */
  focus(): void;
}

/** A page whose code is loaded when it is first shown, for what not every visitor looks at. */
export function lazyPage(load: () => Promise<Page>): LazyPage {
  const root = h("div", { class: "lazy-page" });
  let state: State = { is: "absent" };

  async function begin(): Promise<Page> {
    try {
      const page = await load();
      state = { is: "there", page };
      root.replaceChildren(page.root);
      return page;
    } catch (thrown) {
      state = { is: "failed" };
      const message = `this page could not be loaded: ${thrown instanceof Error ? thrown.message : thrown}`;
      const remedy = "check the connection and open it again";
      const text = sentence({ message, remedy, offset: null });
      root.replaceChildren(h("p", { class: "panel-failed", role: "alert" }, text));
      throw thrown;
    } finally {
      store.refresh();
    }
  }

  function start(): Promise<Page> {
    if (state.is === "there") return Promise.resolve(state.page);
    if (state.is === "loading") return state.page;
    const page = begin();
    state = { is: "loading", page };
    return page;
  }

  return {
    root,
    listPlace: () => (state.is === "there" ? state.page.listPlace : undefined),
    render: () => {
      if (state.is === "there") state.page.render();
      else if (state.is === "absent") start().catch(() => {});
    },
    focus: () => {
      // The page is drawn, and so can have the focus, a frame after it is there.
      start().then(
        (page) => requestAnimationFrame(() => requestAnimationFrame(() => page.focus())),
        () => {},
      );
    },
  };
}
