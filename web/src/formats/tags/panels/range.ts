import { h, quietButton } from "../../../ui/dom";
import { field } from "../../../ui/field";
import { readRangeEnd } from "../model/checks";
import type { Range } from "../model/view";
import { lengthOf } from "../session/reading";
import { wholeOf } from "../session/results";
import { choose, get, type State } from "../session/state";
import { boxed, boxOf, unitOf } from "../session/time";

/** Two boxes for the chosen range, and a button that selects the whole recording. */
export function rangeFields(): { root: HTMLElement; render: (state: State) => void } {
  const box = (end: keyof Range, name: string) =>
    field({
      label: "",
      name,
      title: "Time after the first tag, such as 0.5 s or 64 ticks",
      size: 8,
      apply: (text, shown) => {
        const whole = wholeRange();
        if (!whole) return null;
        const now = get().view.range ?? whole;
        const typed = text === "" ? null : readRangeEnd(text, end, now, whole, boxOf(shown));
        const { from, to } = typed?.value ?? { ...now, [end]: whole[end] };
        choose(from <= whole.from && to >= whole.to ? null : { from, to: to < whole.to ? to : whole.to });
        return to > whole.to ? "set to the end of the recording" : (typed?.rounded ?? null);
      },
    });
  const from = box("from", "Range from");
  const to = box("to", "Range to");
  const clear = quietButton("×", () => choose(null), {
    "aria-label": "Back to the whole file",
    title: "Back to the whole file",
    hidden: true,
  });
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
      const last = boxed((range ?? whole).to, "s");
      from.render(boxed((range ?? whole).from, unitOf(last)));
      to.render(last);
    },
  };
}

function wholeRange(): Range | null {
  const length = lengthOf(wholeOf(get().current, "summary"));
  return length === null ? null : { from: 0n, to: length };
}
