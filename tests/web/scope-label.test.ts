import { expect, it } from "vitest";
import type { Answer } from "../../web/src/formats/tags/live-queries";
import { scopeLabel } from "../../web/src/formats/tags/scope-label";
import type { State } from "../../web/src/formats/tags/state";

/** A range is chosen, and this is what its query has answered. */
function state(analyses: Answer["analyses"]): State {
  const answer = { request: { analyses: [] }, analyses, error: null, settled: true };
  const queries = { answer: () => answer, pending: () => false, waiting: () => null };
  const current = { queries, reading: { phase: "done", snapshot: null } };
  return { current, compared: null, view: { range: { from: 0n, to: 9n } } } as unknown as State;
}

it("does not pass what is of all off as the range's where counting that was stopped", () => {
  expect(scopeLabel(state({ summary: {} }), "range")).toBe("in the range");
  expect(scopeLabel(state(null), "range")).toBe("not of the range");
});
