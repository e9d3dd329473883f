/** Selects the drawn dimensions of an array in boxes, and a chunk along each remaining one with a slider. */

import { count } from "@tagview/charts";
import type { ArraySummary } from "@tagview/engine";
import { h, replaceKeepingFocus, setText } from "../../../ui/dom";
import type { RepositoryView } from "../codecs";

/** The drawn dimensions, and the selected chunk along each remaining one. */
export type Choice = NonNullable<RepositoryView["grid"]>;

export const nameOf = ({ shape }: ArraySummary, dimension: number): string =>
  shape[dimension]?.name ?? `dimension ${dimension}`;

/**
 * The chosen dimensions if the array has them; otherwise the two with the most chunks, in order, at the first chunk.
 */
export function choiceOf({ shape }: ArraySummary, chosen: RepositoryView["grid"]): Choice {
  const isThere = (dimension: number | null): boolean => dimension !== null && dimension < shape.length;
  const isPossible =
    chosen !== null &&
    chosen.at.length === shape.length &&
    chosen.at.every((chunk, dimension) => chunk < Math.max(1, Number(shape[dimension]?.num_chunks))) &&
    isThere(chosen.down) &&
    isThere(chosen.across) &&
    chosen.down !== chosen.across;
  if (isPossible) return chosen;
  const [a = null, b = null] = shape
    .map(({ num_chunks }, dimension) => ({ num_chunks, dimension }))
    .sort((a, b) => Number(b.num_chunks - a.num_chunks) || a.dimension - b.dimension)
    .slice(0, 2)
    .map(({ dimension }) => dimension)
    .sort((a, b) => a - b);
  const pair = b === null ? { down: null, across: a } : { down: a, across: b };
  return { ...pair, at: new Array<number>(shape.length).fill(0) };
}

export interface DimensionBoxes {
  root: HTMLElement;
  /** Shows the selection; hidden if there is nothing to select. */
  render(array: ArraySummary | null, choice: Choice | null): void;
}

/** `choose` is called when another part of the array is chosen. */
export function dimensionBoxes(choose: (choice: Choice) => void): DimensionBoxes {
  const root = h("div", { class: "grid-view", hidden: true });
  let now: Choice = { down: null, across: null, at: [] };
  /** The array for which the boxes were made: a slider keeps its position while it is moved. */
  let made: unknown[] = [];

  /** A box for the dimension that is drawn in a direction. */
  function select(array: ArraySummary, label: "down" | "across"): HTMLElement {
    const otherLabel = label === "down" ? "across" : "down";
    const { [label]: own, [otherLabel]: other } = now;
    const box = h(
      "select",
      {
        "aria-label": `Dimension ${label}`,
        onchange: () => {
          const wanted = Number(box.value);
          // Choosing the dimension of the other box swaps the two.
          const swapped = wanted === other ? { [otherLabel]: own } : {};
          choose({ ...now, ...swapped, [label]: wanted });
        },
      },
      ...array.shape.map((_, dimension) =>
        h("option", { value: dimension, selected: dimension === own }, nameOf(array, dimension)),
      ),
    );
    return h("label", {}, label, " ", box);
  }

  /** A slider for the selected chunk along a dimension that is not drawn. */
  function slider(array: ArraySummary, dimension: number, chunks: number): HTMLElement {
    const name = nameOf(array, dimension);
    const value = now.at[dimension] ?? 0;
    const text = h("output", {}, count(value));
    const range = h("input", {
      type: "range",
      min: 0,
      max: chunks - 1,
      value,
      "aria-label": `Chunk of ${name}`,
      oninput: () => {
        const at = now.at.map((chunk, k) => (k === dimension ? Number(range.value) : chunk));
        setText(text, count(Number(range.value)));
        choose({ ...now, at });
      },
    });
    return h("label", {}, `${name} `, range, " ", text, ` of ${count(chunks)}`);
  }

  return {
    root,
    render: (array, choice) => {
      root.hidden = array === null || array.shape.length < 3;
      if (array === null || choice === null || root.hidden) return;
      now = choice;
      const next = [array, choice.down, choice.across];
      if (next.every((value, k) => value === made[k])) return;
      made = next;
      const sliders = array.shape.flatMap(({ num_chunks }, dimension) =>
        dimension === choice.down || dimension === choice.across || num_chunks <= 1n
          ? []
          : [slider(array, dimension, Number(num_chunks))],
      );
      replaceKeepingFocus(root, select(array, "down"), select(array, "across"), ...sliders);
    },
  };
}
