import { count } from "@tagview/charts";
import {
  incidents,
  type OffsetsDiff,
  type OffsetsHeader,
  orderSentence,
  progressSentences,
  type Wording,
} from "@tagview/engine";
import { sentence } from "../../ui/sentence";
import { keyOf } from "./partition";

/** How the page writes partitions and numbers. */
export const WORDING: Wording = { name: keyOf, count };

/** The summary of a header for screen readers. */
export function spoken(result: OffsetsHeader, diff: OffsetsDiff | null): string {
  const first = result.error ? sentence(result.error) : `${count(result.count)} partitions.`;
  if (diff === null) return first;
  return [first, orderSentence(diff), ...incidents(diff, WORDING), ...progressSentences(diff, WORDING)].join(
    " ",
  );
}
