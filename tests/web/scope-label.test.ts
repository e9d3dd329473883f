import { expect, it } from "vitest";
import type { Answer } from "../../web/src/formats/tags/session/live-queries";
import type { Reading } from "../../web/src/formats/tags/session/reading";
import {
  coversNothing,
  isAwaited,
  readCaption,
  readLabel,
  scopeLabel,
} from "../../web/src/formats/tags/session/scope-label";
import type { State } from "../../web/src/formats/tags/session/state";

/** A state with a chosen range and the result of its query; null if the query was stopped. */
function state(analyses: Answer["analyses"]): State {
  const request = { analyses: [], selection: { from: 0n, to: 9n } };
  const answer = analyses && { request, analyses, error: null, settled: true };
  const queries = {
    answer: () => answer,
    pending: () => false,
    stopped: () => analyses === null,
    waiting: () => null,
  };
  const current = { queries, reading: { phase: "done", snapshot: null } };
  return { current, compared: null, view: { range: { from: 0n, to: 9n } } } as unknown as State;
}

it("does not pass what is of all off as the range's where counting that was stopped", () => {
  expect(scopeLabel(state({ summary: {} }), "range")).toBe("in the range");
  expect(scopeLabel(state(null), "range")).toBe("not of the range");
});

it("reports the share of the tags that an answer covers, not of the bytes that were read", () => {
  const reading = (tags: number, all: number | null, phase = "running") =>
    ({
      phase,
      snapshot: {
        tags,
        bytes: 900,
        total: 1000,
        analyses: { summary: { tags, sound_until: null } },
        overview: all === null ? null : { summary: { tags: all } },
      },
    }) as unknown as Reading;
  expect(readLabel(reading(0, 4000))).toBe("so far");
  expect(readLabel(reading(1000, 4000))).toBe("so far, 25 %");
  expect(readLabel(reading(1000, 4000), 400)).toBe("so far, 10 %");
  expect(readLabel(reading(1000, 4000, "stopped"))).toBe("stopped at 25 %");
  expect(readCaption(reading(1000, 4000), 400)).toBe("10 % of 4,000 tags");
  expect(readCaption(reading(1000, 4000, "stopped"), 1000)).toBe("stopped at 25 % of 4,000 tags");
  expect(readCaption(reading(1000, null), 1000)).toBe("so far, 1,000 tags");
  // Without an index, the total number of tags is unknown.
  expect(readLabel(reading(1000, null))).toBe("so far, 1,000 tags");
  expect(readLabel(reading(1000, 4000, "done"))).toBe("incomplete");
  const answer = { request: { analyses: [] }, analyses: {}, error: null, settled: false, tags: 400 };
  const queries = {
    answer: (topic: string) => (topic === "correlation" ? answer : null),
    pending: () => false,
    stopped: () => false,
    waiting: () => null,
  };
  const current = { queries, reading: reading(1000, 4000) };
  const now = { current, compared: null, view: { range: null } } as unknown as State;
  expect(scopeLabel(now, "correlation")).toBe("so far, 10 %");
  // The label belongs to the answer that is drawn, not to the last one of the topic.
  const drawn = { ...answer, tags: 200 };
  expect(scopeLabel(now, "correlation", drawn)).toBe("so far, 5 %");
  expect(coversNothing(now, "correlation")).toBe(false);
});

it("waits for an answer that is of no tags yet, and not for one that will stay so", () => {
  const of = (phase: string, pending = false) =>
    ({
      current: {
        queries: { answer: () => ({ tags: 0 }), pending: () => pending },
        reading: { phase, snapshot: {} },
      },
      compared: null,
    }) as unknown as State;
  expect(isAwaited(of("running"), "correlation")).toBe(true);
  expect(isAwaited(of("done"), "correlation")).toBe(false);
  // Reading has ended before the first answer of all tags.
  expect(coversNothing(of("done", true), "correlation")).toBe(true);
  expect(coversNothing(of("done"), "correlation")).toBe(false);
});
