import { h } from "../../../ui/dom";
import { field } from "../../../ui/field";
import { readRangeEnd } from "../checks";
import { lengthOf } from "../reading";
import { wholeOf } from "../results";
import { choose, get, type State } from "../state";
import { boxed, tickNow } from "../time";
import type { Range } from "../view";

/** Two boxes that show the chosen range and let it be typed, and a button that goes back to the whole recording. */
export function rangeFields(): { root: HTMLElement; render: (state: State) => void } {
  const box = (end: keyof Range, name: string) =>
    field({
      label: "",
      name,
      title: "Time after the first tag, in ticks or with a unit",
      size: 8,
      apply: (text) => {
        const whole = wholeRange();
        if (!whole) return;
        const now = get().view.range ?? whole;
        const next =
          text === "" ? { ...now, [end]: whole[end] } : readRangeEnd(text, end, now, whole, tickNow());
        choose(next.from <= whole.from && next.to >= whole.to ? null : next);
      },
    });
  const from = box("from", "Range from");
  const to = box("to", "Range to");
  const clear = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-label": "Back to the whole file",
      title: "Back to the whole file",
      hidden: true,
      onclick: () => choose(null),
    },
    "×",
  );
  const root = h(
    "div",
    { class: "range", role: "group", "aria-label": "Range of time" },
    from.root,
    h("span", { "aria-hidden": "true" }, "–"),
    to.root,
    clear,
  );
  return {
    root,
    render: ({ view: { range } }) => {
      const whole = wholeRange();
      root.hidden = whole === null;
      clear.hidden = range === null;
      if (!whole) return;
      from.render(boxed((range ?? whole).from));
      to.render(boxed((range ?? whole).to));
    },
  };
}

function wholeRange(): Range | null {
  const length = lengthOf(wholeOf(get().current, "summary"));
  return length === null ? null : { from: 0n, to: length };
}
