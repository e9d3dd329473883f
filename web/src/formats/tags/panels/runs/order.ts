/** The order of the rows in the table of all runs. */

import type { Column } from "./numbers";
import type { Run } from "./table-row";

export type SortKey = Column | "run" | "opened";

export interface Order {
  by: SortKey;
  down: boolean;
}

/** The order after a click on a column's title. */
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
  // Unknown values are last in either direction.
  return [...all].sort((x, y) => {
    const [a, b] = [x.cells[by].value, y.cells[by].value];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}
