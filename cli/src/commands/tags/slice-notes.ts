/** Notes on a recording that is analysed in slices, which are the same as without slices. */

import type { AnalysisRequest, RecordingKind, Tick } from "../../runtime/engine";
import { clockNotes } from "./clock-notes";
import { orderNotes } from "./order-break";
import { answerNotes } from "./remarks";
import type { Sliced } from "./slices";

/** Returns the notes on its times, its clock and its order. `taken` is the value of `--tick`. */
export function sliceNotes(
  sliced: Sliced<unknown>,
  kind: RecordingKind | undefined,
  taken: string | undefined,
  analyses: readonly AnalysisRequest[],
  tick: Tick,
): string[] {
  return [
    ...answerNotes(kind, taken, sliced.about?.facts.rounded_times),
    ...clockNotes(sliced.clock, tick),
    ...orderNotes({ ...sliced, findings: sliced.error ? [sliced.error] : [] }, analyses, tick),
  ];
}
