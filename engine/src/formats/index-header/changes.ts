/** What changed between the label names of two blocks. */

import type { LabelSummary } from "./labels.ts";
import type { Text } from "./texts.ts";
import { textKey } from "./texts.ts";

/** A number of the earlier and of the later block; null where that has no such label, or only samples were read. */
export interface Sides {
  left: number | null;
  right: number | null;
}

/** A label name of either block. */
export interface ChangedLabel {
  name: Text;
  values: Sides;
  postings_bytes: Sides;
  only_left: boolean;
  only_right: boolean;
}

/** The label names of two blocks, those first whose numbers of values changed most. */
export function changedLabels(left: Iterable<LabelSummary>, right: Iterable<LabelSummary>): ChangedLabel[] {
  const sides = new Map<string, { name: Text; left?: LabelSummary; right?: LabelSummary }>();
  for (const label of left) sides.set(textKey(label.name), { name: label.name, left: label });
  for (const label of right) {
    const key = textKey(label.name);
    sides.set(key, { ...sides.get(key), name: label.name, right: label });
  }
  const changed = [...sides.values()].map(({ name, left: a, right: b }) => ({
    name,
    values: { left: a?.values ?? null, right: b?.values ?? null },
    postings_bytes: { left: a?.postings_bytes ?? null, right: b?.postings_bytes ?? null },
    only_left: b === undefined,
    only_right: a === undefined,
  }));
  // Sorting keeps the order of the tables where changes are equal.
  const size = (label: ChangedLabel): number => Math.abs(labelChange(label, "values") ?? 0);
  return changed.sort((a, b) => size(b) - size(a));
}

/** By how much one of its numbers grew; null where that is not known of a label that both have. */
export function labelChange(label: ChangedLabel, of: "values" | "postings_bytes"): number | null {
  const { left, right } = label[of];
  if (label.only_right) return right;
  if (label.only_left) return left === null ? null : -left;
  return left === null || right === null ? null : right - left;
}
