import type { Panel } from "../../../app/panel";
import { h } from "../../../ui/dom";
import { unitsSetting } from "../session/settings";
import { get, set } from "../session/state";

/** Chooses how times are written: in seconds with a prefix, or in ticks. */
export function unitsChoice(): Panel<void> {
  const root = h(
    "select",
    {
      "aria-label": "Units of time",
      onchange: () => {
        const units = root.value === "ticks" ? "ticks" : "time";
        unitsSetting.remember(units);
        set({ units });
      },
    },
    h("option", { value: "time" }, "seconds"),
    h("option", { value: "ticks" }, "ticks"),
  );
  return {
    root,
    render: () => {
      const { units } = get();
      if (root.value !== units) root.value = units;
    },
  };
}
