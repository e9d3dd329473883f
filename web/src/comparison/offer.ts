import { count } from "@tagview/charts";

/** Number of items that are compared unless all are requested. */
const SAMPLE = 2 ** 19;

/** Whether a file with `total` items has more than are compared by default; null if unknown. */
export function hasMore(total: number | null): boolean {
  return total === null || total > SAMPLE;
}

/** Describes the comparison before it starts; `total` is the number of items of the file, null if unknown. */
export function offerText(
  { many, formats }: { many: string; formats: string },
  total: number | null,
): string {
  const which = hasMore(total)
    ? `${total === null ? "At most the" : "The"} first ${count(SAMPLE)}`
    : `All ${count(total)}`;
  return `${which} ${many} in ${formats} formats, each with seven compressions, measured on this machine; it takes a minute.`;
}
