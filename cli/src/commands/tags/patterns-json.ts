/** The patterns of coincidences as `--json` prints them. */

import type { Coincidence } from "../../runtime/engine";
import type { CoincidencesJson } from "./coincidences.schema";

/** Returns the patterns, each with the kind of accidentals that its figures use. */
export function patternsJson(
  result: Pick<Coincidence, "patterns" | "accidentals_from"> | undefined,
): CoincidencesJson["patterns"] {
  if (result === undefined) return [];
  const { patterns, accidentals_from } = result;
  return patterns.map((pattern) => ({ ...pattern, accidentals_from }));
}
