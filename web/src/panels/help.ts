import { h } from "../dom";
import { field } from "../field";
import type { Shortcut } from "../keys";
import { DEFAULT_BUDGET, load, readBudget, remember } from "../settings";

/** The list of shortcuts, opened by `?`. A `dialog` keeps the focus and closes on Escape by itself. */
export function helpPanel(shortcuts: readonly Shortcut[]): { root: HTMLDialogElement; toggle: () => void } {
  const charts: [string, string][] = [
    ["drag", "rate: choose a range of time; others: zoom"],
    ["Shift drag", "rate: zoom"],
    ["Shift ← →", "rate: move the end of the range"],
    ["Shift ↑ ↓", "rate: move the range"],
    ["wheel  + −", "zoom"],
    ["Alt wheel", "correlation: width of the bins"],
    ["↑ ↓ ← →  Enter", "pairs: go to a pair, choose it"],
    ["← →", "move"],
    ["0  double click", "back"],
  ];
  const budget = field({
    label: "MB",
    name: "Memory for decoded tags",
    title: "Megabytes for the decoded tags of a file",
    size: 6,
    apply: (text) => remember({ budget: text === "" ? DEFAULT_BUDGET : readBudget(text) }),
  });
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
    h("h3", {}, "Memory"),
    h("div", { class: "budget" }, budget.root),
    h(
      "p",
      {},
      "Decoded tags stay in memory up to this for each file, so that a question is answered at once; of larger files the rest is decoded again for each. It holds for files that are opened next.",
    ),
    h(
      "p",
      {},
      "Files may be dropped anywhere, at any time. They are read inside this page and never leave this computer.",
    ),
    h("form", { method: "dialog" }, h("button", { autofocus: true }, "Close")),
  );
  return { root, toggle };

  function toggle(): void {
    budget.render(String(load().budget));
    if (root.open) root.close();
    else root.showModal();
  }
}
