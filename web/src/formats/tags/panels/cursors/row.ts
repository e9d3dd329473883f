/** The row of two cursors above a chart: a box for each time, the values between them, and a button to remove them. */

import { h, quietButton } from "../../../../ui/dom";
import { type Field, field } from "../../../../ui/field";
import { readTime } from "../../model/typed-time";
import { boxOf } from "../../session/time";

export const NAMES = ["A", "B"] as const;

export interface CursorRow {
  root: HTMLElement;
  boxes: Field[];
  words: HTMLElement;
}

/** Actions of the row: placing, removing and moving a cursor, and removing all. */
export interface RowActions {
  place(index: number, ticks: bigint | null): void;
  /** False if there is no cursor to move. */
  move(index: number, by: number): boolean;
  takeAway(): void;
}

export function cursorRow(title: string, { place, move, takeAway }: RowActions): CursorRow {
  const boxes = NAMES.map((name, index) =>
    field({
      label: name,
      name: `Cursor ${name} of ${title}`,
      title: "A time such as 10 ns or 64 ticks; arrows up and down move the cursor",
      size: 10,
      apply: (text, shown) => {
        place(index, text === "" ? null : readTime(text, boxOf(shown)).value);
        return null;
      },
    }),
  );
  boxes.forEach(({ input }, index) => {
    input.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (by !== undefined && move(index, by)) event.preventDefault();
    });
  });
  const words = h("output", {});
  const clear = quietButton("×", takeAway, {
    title: "Take the cursors away (Escape)",
    "aria-label": `Take the cursors of ${title} away`,
  });
  const root = h(
    "div",
    { class: "panel-fields cursors", role: "group", "aria-label": `Cursors of ${title}`, hidden: true },
    ...boxes.map((box) => box.root),
    clear,
    words,
  );
  return { root, boxes, words };
}
