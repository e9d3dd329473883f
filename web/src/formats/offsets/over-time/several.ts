import { headersIn } from "@tagview/engine";
import { type Header, knownOf } from "../header";

let last = { text: "", found: 0 };

/** Whether the decoded text contains several headers, which are displayed over time. */
export function holdsSeveral({ outcome }: Header): boolean {
  if (outcome.is !== "read" || knownOf(outcome).result === null) return false;
  const { text } = outcome.given;
  if (text !== last.text) last = { text, found: headersIn(text).found };
  return last.found > 1;
}
