import { h } from "../dom";
import type { Shortcut } from "../keys";

/** The list of shortcuts, opened by `?`. A `dialog` keeps the focus and closes on Escape by itself. */
export function helpPanel(shortcuts: readonly Shortcut[]): { root: HTMLDialogElement; toggle: () => void } {
  const charts: [string, string][] = [
    ["drag", "rate: choose a range of time; others: zoom"],
    ["Shift drag", "rate: zoom"],
    ["wheel  + −", "zoom"],
    ["← →", "move"],
    ["0  double click", "back"],
  ];
  const rows = (list: readonly (readonly [string, string])[]): HTMLElement =>
    h(
      "dl",
      {},
      ...list.map(([key, does]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does))),
    );
  const root = h(
    "dialog",
    {
      class: "help",
      "aria-labelledby": "help-title",
      onclick: ((event: Event) => {
        if (event.target === root) root.close();
      }) as never,
    },
    h("h2", { id: "help-title" }, "Shortcuts"),
    rows(shortcuts.map(({ key, does }) => [key === "Escape" ? "Esc" : key, does] as const)),
    h("h3", {}, "On a chart"),
    rows(charts),
    h(
      "p",
      {},
      "Files may be dropped anywhere, at any time. They are read inside this page and never leave this computer.",
    ),
    h("form", { method: "dialog" }, h("button", { autofocus: true }, "Close")),
  );
  return { root, toggle: () => (root.open ? root.close() : root.showModal()) };
}
