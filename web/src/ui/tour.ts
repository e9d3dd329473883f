import "./tour.css";
import { h } from "./dom";

const NONE: readonly string[] = [];
/** Maximum width of a screen with one column, in pixels; see narrow.css. */
const NARROW = 900;
/** Maximum height of a screen on which the list would hide the charts that it describes, in pixels. */
const LOW = 800;

/** An open file; only a sample has an address. */
interface Opened {
  origin: { from: string; address?: string };
}

/** What to look for in each sample, by its key, which is its address by default. `atSide` is whether it lies beside the charts. Nothing is shown for the user's files. */
export function tour<Item extends Opened>(
  steps: Readonly<Record<string, readonly string[]>>,
  keyOf: (item: Item) => string = ({ origin }) => origin.address ?? "",
  atSide = false,
): { root: HTMLElement; render: (item: Item | null) => void } {
  const list = h("ol");
  const root = h(
    "details",
    // On a small screen, the first chart comes before it is read.
    { class: "panel tour", open: innerWidth > NARROW && (atSide || innerHeight > LOW), hidden: true },
    h("summary", {}, "What to look for"),
    list,
  );
  let shown = NONE;
  return {
    root,
    render: (item) => {
      const now = (item && steps[keyOf(item)]) ?? NONE;
      root.hidden = now.length === 0;
      if (now === shown) return;
      shown = now;
      list.replaceChildren(...now.map((step) => h("li", {}, step)));
    },
  };
}
