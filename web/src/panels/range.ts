import { parseTick, parseTime, type Tick } from "@tagview/engine";
import { h, setAttribute } from "../dom";
import { choose } from "../files";
import { summaryOf } from "../run";
import { get, type State } from "../state";
import { time } from "../units";

/** Two boxes for the chosen range, so that it can be typed and read, and a button that drops it. */
export function rangeFields(): { root: HTMLElement; render: (state: State) => void } {
  const box = (label: string): HTMLInputElement =>
    h("input", {
      type: "text",
      class: "time-box",
      "aria-label": label,
      size: 8,
      spellcheck: "false",
      autocomplete: "off",
    });
  const from = box("Range from");
  const to = box("Range to");
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
  const form = h(
    "form",
    {
      class: "range",
      "aria-label": "Range of time",
      onsubmit: ((event: Event) => {
        event.preventDefault();
        apply();
      }) as never,
    },
    from,
    h("span", { "aria-hidden": "true" }, "–"),
    to,
    h("button", { class: "unseen", tabindex: -1 }, "Apply the range"),
    clear,
  );
  from.addEventListener("change", apply);
  to.addEventListener("change", apply);
  let shown = "";

  function apply(): void {
    const { tickText, view, current } = get();
    const tick = parseTick(tickText);
    const summary = summaryOf(current?.whole);
    if (!summary || summary.first === null || summary.last === null) return;
    const length = summary.last - summary.first;
    const first = read(from, tick, view.range?.from ?? 0n, 0n);
    const last = read(to, tick, view.range?.to ?? length, length);
    const wrong = first !== null && last !== null && first > last;
    setAttribute(to, "aria-invalid", wrong || last === null ? "true" : null);
    if (first === null || last === null || wrong) return;
    choose(first <= 0n && last >= length ? null : { from: first, to: last });
  }

  return {
    root: form,
    render: ({ view: { range }, tick, units, current }) => {
      const summary = summaryOf(current?.whole);
      const key = `${range?.from}..${range?.to} ${tick} ${units} ${range ? "" : `${summary?.first} ${summary?.last}`}`;
      form.hidden = !summary || summary.first === null;
      if (key === shown || document.activeElement === from || document.activeElement === to) return;
      shown = key;
      clear.hidden = range === null;
      const length =
        summary && summary.first !== null && summary.last !== null ? summary.last - summary.first : null;
      from.value = time(range?.from ?? 0n);
      to.value = time(range?.to ?? length);
      for (const input of [from, to]) setAttribute(input, "aria-invalid", null);
    },
  };
}

/** The box's time in ticks, `kept` where it still says what was written into it; null where it is nonsense. */
function read(input: HTMLInputElement, tick: Tick, kept: bigint, fallback: bigint): bigint | null {
  const text = input.value.replaceAll(/[\s,\u00a0]/gu, "").replace("µ", "u");
  if (input.value === time(kept)) return kept;
  try {
    const value = text === "" ? fallback : parseTime(text, tick);
    setAttribute(input, "aria-invalid", null);
    return value < 0n ? 0n : value;
  } catch {
    setAttribute(input, "aria-invalid", "true");
    return null;
  }
}
