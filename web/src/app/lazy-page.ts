import { h } from "../ui/dom";
import { lazy } from "./lazy";

/** The page of a viewer. */
export interface Page {
  root: HTMLElement;
  /** Container for the list of open items. */
  listPlace: HTMLElement;
  /** Draws changes. */
  render(): void;
  /** Focuses the text box of a page to write into. */
  focus?(): void;
}

export interface LazyPage {
  root: HTMLElement;
  /** Undefined until the page is loaded. */
  listPlace(): HTMLElement | undefined;
  render(): void;
  /** Loads the page, and puts the caret into it. */
  focus(): void;
}

/** A page whose code is loaded when it is first shown. */
export function lazyPage(load: () => Promise<Page>): LazyPage {
  const root = h("div", { class: "lazy-page" });
  const page = lazy(async () => {
    const made = await load();
    root.replaceChildren(made.root);
    return made;
  });
  return {
    root,
    listPlace: () => page.now()?.listPlace,
    render: () => {
      page.wantIn(root)?.render();
    },
    focus: () => {
      // The page is drawn, and so can have the focus, a frame after it is there.
      void page
        .ready()
        .then(({ focus }) => requestAnimationFrame(() => requestAnimationFrame(() => focus?.())));
    },
  };
}
