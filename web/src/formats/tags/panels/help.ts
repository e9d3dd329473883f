import type { Help } from "../../../app/viewer";
import { h } from "../../../ui/dom";
import { field } from "../../../ui/field";
import { budgetSetting, DEFAULT_BUDGET, readBudget } from "../session/settings";

const GESTURES: readonly (readonly [string, string])[] = [
  ["drag", "rate: choose a range of time; others: zoom"],
  ["Shift drag", "rate: zoom"],
  ["Shift ← →", "rate: move the end of the range"],
  ["Shift ↑ ↓", "rate: move the range"],
  ["Ctrl wheel  + −", "zoom; on a focused chart without Ctrl"],
  ["Shift click  k", "rate, correlation: place a cursor; Escape removes both"],
  ["Alt wheel", "correlation: width of the bins"],
  ["↑ ↓ ← →  Enter", "pairs: go to a pair, choose it"],
  ["← →", "move"],
  ["Alt drag", "move; or drag with the middle button"],
  ["two fingers", "zoom and move"],
  ["0  double click", "back"],
];

/** Gestures, and the memory for decoded tags with the box that sets it. */
export function help(): Help {
  const budget = field({
    label: "MB",
    name: "Memory for decoded tags",
    title: "Megabytes for the decoded tags of a file",
    size: 6,
    apply: (text) => {
      budgetSetting.remember(text === "" ? DEFAULT_BUDGET : readBudget(text));
      return null;
    },
  });
  budget.render(String(budgetSetting.load()));
  return {
    gestures: GESTURES,
    sections: [
      h("h3", {}, "Memory"),
      h("div", { class: "budget" }, budget.root),
      h(
        "p",
        {},
        `Decoded tags stay in memory up to this for all open files together, so that a question is answered at once; of larger files the rest is decoded again for each. It holds for files that are read next. Empty is what suits this machine: ${DEFAULT_BUDGET} MB.`,
      ),
    ],
  };
}
