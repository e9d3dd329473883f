import { close, openItems, show, shownItem } from "../app/items";
import type { Panel } from "../app/panel";
import { stateIcon } from "../app/state-icon";
import type { Item } from "../app/viewer";
import { h, replaceKeepingFocus } from "../ui/dom";
import { longName } from "../ui/long-name";

/** What is open, where that is several things: the one on the page is pressed, the others switch. */
export function itemList(): Panel<void> {
  const root = h("nav", { class: "panel file-list", "aria-label": "Open files", hidden: true });
  const toCurrent = (): void => {
    const current = root.querySelector<HTMLElement>("[aria-current]");
    if (current) scrollIntoSight(root, current);
  };
  // What stands below it may leave it less room once that is drawn.
  new ResizeObserver(toCurrent).observe(root);
  return {
    root,
    render: () => {
      const { items } = openItems();
      const shown = shownItem();
      root.hidden = items.length < 2;
      const hadFocus = root.contains(document.activeElement);
      root.style.setProperty("--rows", String(items.length));
      replaceKeepingFocus(root, ...items.map((item) => row(item, shown)));
      // A button that disappeared, as that of a closed item, leaves the focus to the item on the page.
      if (hadFocus && !root.contains(document.activeElement))
        root.querySelector<HTMLElement>("[aria-current]")?.focus();
      toCurrent();
    },
  };
}

function row(item: Item, shown: Item | undefined): HTMLElement {
  const { name, comparison } = item;
  const condition = item.condition?.();
  return h(
    "div",
    { class: "file-row" },
    h(
      "button",
      {
        class: "file",
        "aria-current": item === shown ? "true" : null,
        "aria-label": name,
        title: condition ? `${name}: ${condition.text}` : name,
        onclick: () => show(item),
      },
      longName(name),
    ),
    condition && stateIcon(condition),
    comparison &&
      item !== shown &&
      item.format === shown?.format &&
      h(
        "button",
        {
          class: "quiet",
          "aria-pressed": String(comparison.isOn()),
          "aria-label": `Compare with ${name}`,
          title: "Compare what is shown with it",
          onclick: () => comparison.set(!comparison.isOn()),
        },
        "compare",
      ),
    h(
      "button",
      {
        class: "quiet",
        "aria-label": `Close ${name}`,
        title: "Close",
        onclick: () => close(item),
      },
      "×",
    ),
  );
}

/** Scrolls the list, and nothing around it, until the row is visible; rows are placed in relation to the list. */
function scrollIntoSight(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  const lowest = offsetTop + offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(offsetTop, Math.max(lowest, list.scrollTop));
}
