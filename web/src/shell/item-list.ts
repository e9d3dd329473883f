import { close, openItems, show, shownItem } from "../app/items";
import type { Panel } from "../app/panel";
import { stateIcon } from "../app/state-icon";
import type { Item } from "../app/viewer";
import { h, quietButton, replaceKeepingFocus } from "../ui/dom";
import { longName } from "../ui/long-name";

/** The open items, if there are several: the displayed one is pressed, the others switch. */
export function itemList(): Panel<void> {
  const root = h("nav", { class: "panel file-list", "aria-label": "Open files", hidden: true });
  const toCurrent = (): void => {
    const current = root.querySelector<HTMLElement>("[aria-current]");
    if (current) scrollIntoSight(root, current);
  };
  // Drawing the elements below may reduce its space.
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
      // If a focused button disappears, as that of a closed item, the focus moves to the displayed item.
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
      quietButton("compare", () => comparison.set(!comparison.isOn()), {
        "aria-pressed": String(comparison.isOn()),
        "aria-label": `Compare with ${name}`,
        title: "Compare the open input with it",
      }),
    quietButton("×", () => close(item), { "aria-label": `Close ${name}`, title: "Close" }),
  );
}

/** Scrolls only the list until the row is visible; rows are positioned relative to the list. */
function scrollIntoSight(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  const lowest = offsetTop + offsetHeight - list.clientHeight;
  list.scrollTop = Math.min(offsetTop, Math.max(lowest, list.scrollTop));
}
