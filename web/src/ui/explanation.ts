import { h } from "./dom";
import { placeNear } from "./place";

/** An explained word or number of a panel: its definition, an optional formula, its source and its limits. */
export interface Entry {
  term: string;
  formula?: string;
  text: string;
}

/** Explanations by panel, in a file that is loaded when one of them is first opened. */
type Explained<K extends string> = () => Promise<{ explanations: Record<K, readonly Entry[]> }>;

/** Returns the function that gives each panel its explanations. */
export function entriesIn<K extends string>(load: Explained<K>): (id: K) => () => Promise<readonly Entry[]> {
  return (id) => async () => (await load()).explanations[id];
}

/**
 * A `?` that opens the explanations of a panel and loads them first; the browser closes them on Escape or a click
 * elsewhere.
 */
export function explanation(title: string, load: () => Promise<readonly Entry[]>): HTMLElement {
  const words = h("dl");
  const list = h(
    "div",
    { class: "explanation", popover: "auto", tabindex: 0, role: "dialog", "aria-label": `About ${title}` },
    h("h3", {}, title),
    words,
  );
  const button = h(
    "button",
    { class: "quiet", title: `About ${title}`, "aria-label": `About ${title}` },
    "?",
  );
  button.popoverTargetElement = list;
  const open = async (): Promise<void> => {
    if (words.childElementCount === 0) words.replaceChildren(...(await load()).map(described));
    const isLeft = button.getBoundingClientRect().left + list.offsetWidth + 4 < innerWidth;
    placeNear(list, button, isLeft ? "left" : "right");
    // Scrolled to its end before, it would open there.
    list.scrollTop = 0;
    list.focus({ preventScroll: true });
  };
  list.addEventListener("toggle", (event) => void (event.newState === "open" && open()));
  return h("span", { class: "explanation-place" }, button, list);
}

function described({ term, formula, text }: Entry): HTMLElement {
  return h(
    "div",
    {},
    h("dt", {}, term),
    h("dd", {}, formula !== undefined && h("code", {}, formula), h("p", {}, text)),
  );
}
