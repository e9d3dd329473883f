/** Which dimensions of an array are drawn, and where in the others: chosen in boxes and by sliders. */

import { count } from "@tagview/charts";
import type { ArraySummary } from "@tagview/engine";
import { h, replaceKeepingFocus, setText } from "../../../ui/dom";

/** What is chosen. */
export interface Choice {
  array: ArraySummary | null;
  down: number | null;
  across: number | null;
  at: number[];
}

export const nameOf = ({ shape }: ArraySummary, dimension: number): string =>
  shape[dimension]?.name ?? `dimension ${dimension}`;

export class Dimensions {
  readonly root = h("div", { class: "grid-view", hidden: true });
  choice: Choice = { array: null, down: null, across: null, at: [] };
  private readonly changed: () => void;

  /** `changed` is called when another part of the array is chosen. */
  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** Chooses an array: of its dimensions the two that have most chunks, in their order. */
  choose(array: ArraySummary): void {
    const rank = array.shape.length;
    const [a = null, b = null] = array.shape
      .map(({ num_chunks }, dimension) => ({ num_chunks, dimension }))
      .sort((a, b) => Number(b.num_chunks - a.num_chunks) || a.dimension - b.dimension)
      .slice(0, 2)
      .map(({ dimension }) => dimension)
      .sort((a, b) => a - b);
    const pair = b === null ? { down: null, across: a } : { down: a, across: b };
    this.choice = { array, ...pair, at: new Array<number>(rank).fill(0) };
    this.render(array);
  }

  /** Puts the controls into the page, where there is something to choose. */
  private render(array: ArraySummary): void {
    const { down, across, at } = this.choice;
    this.root.hidden = array.shape.length < 3;
    if (this.root.hidden) return;
    const others = array.shape.flatMap(({ num_chunks }, dimension) =>
      dimension === down || dimension === across || num_chunks <= 1n
        ? []
        : [this.slider(array, dimension, Number(num_chunks), at[dimension] ?? 0)],
    );
    replaceKeepingFocus(this.root, this.select(array, "down"), this.select(array, "across"), ...others);
  }

  /** A box for the dimension that is drawn in a direction. */
  private select(array: ArraySummary, label: "down" | "across"): HTMLElement {
    const otherLabel = label === "down" ? "across" : "down";
    const { [label]: own, [otherLabel]: other } = this.choice;
    const box = h(
      "select",
      {
        "aria-label": `Dimension ${label}`,
        onchange: () => {
          const wanted = Number(box.value);
          // The one that takes the other's place leaves it its own.
          const swapped = wanted === other ? { [otherLabel]: this.choice[label] } : {};
          this.choice = { ...this.choice, ...swapped, [label]: wanted };
          this.render(array);
          this.changed();
        },
      },
      ...array.shape.map((_, dimension) =>
        h("option", { value: dimension, selected: dimension === own }, nameOf(array, dimension)),
      ),
    );
    return h("label", {}, label, " ", box);
  }

  /** A slider for the place in a dimension that is not drawn. */
  private slider(array: ArraySummary, dimension: number, chunks: number, value: number): HTMLElement {
    const name = nameOf(array, dimension);
    const text = h("output", {}, count(value));
    const range = h("input", {
      type: "range",
      min: 0,
      max: chunks - 1,
      value,
      "aria-label": `Chunk of ${name}`,
      oninput: () => {
        const at = [...this.choice.at];
        at[dimension] = Number(range.value);
        this.choice = { ...this.choice, at };
        setText(text, count(at[dimension]));
        this.changed();
      },
    });
    return h("label", {}, `${name} `, range, " ", text, ` of ${count(chunks)}`);
  }
}
