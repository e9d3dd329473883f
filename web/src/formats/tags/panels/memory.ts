import { h } from "../../../ui/dom";
import { field } from "../../../ui/field";
import { budgetSetting, DEFAULT_BUDGET, readBudget } from "../session/settings";

/** The help's section on the memory for decoded tags, with the box that sets it. */
export function memorySection(): { nodes: Node[]; refresh(): void } {
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
  return {
    nodes: [
      h("h3", {}, "Memory"),
      h("div", { class: "budget" }, budget.root),
      h(
        "p",
        {},
        `Decoded tags stay in memory up to this for all open files together, so that a question is answered at once; of larger files the rest is decoded again for each. It holds for files that are read next. Empty is what suits this machine: ${DEFAULT_BUDGET} MB.`,
      ),
    ],
    refresh: () => budget.render(String(budgetSetting.load())),
  };
}
