/** Coincidences in the slices of a recording. */

import { hintText } from "../../output/remarks";
import type { AnalysisRequest, Coincidence, CoincidencePattern, Snapshot, Tick } from "../../runtime/engine";
import { bareTimes, type TypedTimes } from "./bare-times";
import { withoutPeriod } from "./period";
import type { Sliced } from "./slices";

/** The counts of a slice; the other values are present if more than counts is printed. */
export interface SlicedCoincidence extends Pick<Coincidence, "span"> {
  patterns: (Pick<CoincidencePattern, "channels" | "counts" | "tags"> & Partial<CoincidencePattern>)[];
}

/** Returns the request for coincidences in each slice; with `countsOnly`, counts and tags are all that is kept. */
export function countedSlices(analyses: readonly AnalysisRequest[], countsOnly: boolean) {
  return {
    analyses: countsOnly ? withoutPeriod(analyses) : analyses,
    kept: ({ coincidence }: Snapshot["analyses"]) => coincidence && kept(coincidence, countsOnly),
  };
}

/** The part of a slice's result that is printed. */
function kept(found: Coincidence, countsOnly: boolean): SlicedCoincidence {
  if (!countsOnly) return found;
  const patterns = found.patterns.map(({ channels, counts, tags }) => ({ channels, counts, tags }));
  return { span: found.span, patterns };
}

/** Returns the sentence about times without a unit if no slice has a coincidence. */
export function bareSlices(
  times: TypedTimes,
  tick: Tick,
  { slices, error }: Sliced<SlicedCoincidence>,
): string[] {
  const patterns = slices.flatMap(({ result }) => result.patterns);
  const isEmpty = patterns.every(({ counts }) => counts === 0);
  const areTags = patterns.some(({ tags }) => tags.some((n) => n > 0));
  const sentence = isEmpty && areTags && error === null ? bareTimes(times, tick) : null;
  return sentence === null ? [] : [sentence];
}

/** Returns a sentence for each channel with a correlation peak outside the window, in the first slice that has it. */
export function missedPeaks({ slices }: Sliced<SlicedCoincidence>, tick: Tick): string[] {
  const hints = slices.flatMap(({ result }) => (result as Partial<Coincidence>).hints ?? []);
  const found = hints.filter(({ code }) => code === "delay-found");
  const first = found.filter(
    ({ option }, k) => found.findIndex((other) => other.option?.channel === option?.channel) === k,
  );
  return first.map((hint) => hintText(hint, tick));
}
