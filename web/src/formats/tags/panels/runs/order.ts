/** The order of the rows in the table of all runs. */

import type { Column } from "./numbers";
import type { Run } from "./table-row";

export type SortKey = Column | "run" | "opened";

export interface Order {
  by: SortKey;
  down: boolean;
}

/** What a click on a column's title makes of an order. */
export function orderBy(by: SortKey, before: Order): Order {
  return { by, down: before.by === by ? !before.down : by !== "run" };
}

export function sorted(all: readonly Run[], { by, down }: Order): readonly Run[] {
  if (by === "opened") return all;
  const sign = down ? -1 : 1;
  if (by === "run") {
    const { compare } = new Intl.Collator("en", { numeric: true });
    return [...all].sort((x, y) => sign * compare(x.recording.name, y.recording.name));
  }
  // What is not known comes last, whichever way.
  return [...all].sort((x, y) => {
    const [a, b] = [x.cells[by].value, y.cells[by].value];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}
