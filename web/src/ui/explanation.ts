import { h } from "./dom";
import { placeNear } from "./place";

/** What a word or number of a panel means: its definition, where there is one its formula, and its source and limits. */
export interface Entry {
  term: string;
  formula?: string;
  text: string;
}

/** A `?` that opens the explanations of a panel; the browser closes them on Escape or a click elsewhere. */
export function explanation(title: string, entries: readonly Entry[]): HTMLElement {
  const list = h(
    "div",
    { class: "explanation", popover: "auto", tabindex: 0, role: "dialog", "aria-label": `About ${title}` },
    h("h3", {}, title),
    h(
      "dl",
      {},
      ...entries.map(({ term, formula, text }) =>
        h(
          "div",
          {},
          h("dt", {}, term),
          h("dd", {}, formula !== undefined && h("code", {}, formula), h("p", {}, text)),
        ),
      ),
    ),
  );
  const button = h(
    "button",
    { type: "button", class: "quiet", title: `About ${title}`, "aria-label": `About ${title}` },
    "?",
  );
  button.popoverTargetElement = list;
  list.addEventListener("toggle", (event) => {
    if (event.newState !== "open") return;
    const isLeft = button.getBoundingClientRect().left + list.offsetWidth + 4 < innerWidth;
    placeNear(list, button, isLeft ? "left" : "right");
    // Scrolled to its end before, it would open there.
    list.scrollTop = 0;
    list.focus({ preventScroll: true });
  });
  return h("span", { class: "explanation-place" }, button, list);
}
