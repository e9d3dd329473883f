import { h } from "../ui/dom";
import { failure, lazy } from "./lazy";

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
  const page = lazy(async () => {
    const made = await load();
    root.replaceChildren(made.root);
    return made;
  });
  const failed = failure(page.retry);
  return {
    root,
    listPlace: () => page.now()?.listPlace,
    render: () => {
      page.want()?.render();
      if (page.hasFailed()) root.append(failed);
      else failed.remove();
    },
    focus: () => {
      // The page is drawn, and so can have the focus, a frame after it is there.
      void page
        .ready()
        .then(({ focus }) => requestAnimationFrame(() => requestAnimationFrame(() => focus())));
    },
  };
}
