/** The final results of joined parts. */

import type { PartJoiner } from "@tagview/wasm/main";
import type { Snapshot } from "../snapshot.ts";
import type { ReportJob } from "./part-report.ts";

/**
 * Returns the final results, or those of `derived`, which must follow from them.
 * @throws TagviewError `usage`.
 */
export function finalResults(
  joiner: PartJoiner,
  { derived, mostNumbers }: Omit<ReportJob["args"], "request" | "saved">,
): Snapshot {
  joiner.conclude();
  if (derived === null) return mostNumbers === null ? joiner.snapshot() : joiner.outline(mostNumbers);
  const found = joiner.derive(derived);
  if (found === undefined) throw new Error("The results of the request do not follow from these.");
  return found;
}
