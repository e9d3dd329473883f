import { expect, it } from "vitest";
import { WHOLE } from "../../web/src/formats/tags/session/codecs";
import { keepFirstPair } from "../../web/src/formats/tags/session/first-pair";
import type { Recording } from "../../web/src/formats/tags/session/recording";
import { parametersNow } from "../../web/src/formats/tags/session/results";
import type { State } from "../../web/src/formats/tags/session/state";
import { reactive } from "../../web/src/ui/signals";

const entry = (a: bigint, b: bigint, delay: bigint | null, significance: number) => ({
  a,
  b,
  delay,
  delay_modulo: null,
  significance,
  fwhm: 2,
  period: null,
  dips: [],
  remarks: [],
});

/** A recording whose current matrix is `pairs`. */
function stateOf() {
  const known = reactive({ pairs: [entry(1n, 2n, null, 2)], settled: false, phase: "running" }, () => {});
  const channels = [1n, 2n, 3n].map((channel, index) => ({ channel, tags: 30 - 10 * index }));
  const answer = (topic: string) =>
    topic === "pairs"
      ? { analyses: { pairs: { bin: 1n, from: -6400n, ...known } }, settled: known.settled, error: null }
      : null;
  const current = {
    firstPair: null,
    queries: { answer, pending: () => false, stopped: () => false },
    get reading() {
      return { phase: known.phase, snapshot: { analyses: { summary: { tags: 60, channels } } } };
    },
  } as unknown as Recording;
  const state = { current, compared: null, view: WHOLE } as unknown as State;
  const shown = () => {
    keepFirstPair(state);
    return parametersNow(state)?.pair;
  };
  return { known, shown };
}

it("keeps the pair that is shown while reading goes on, and lets a peak take its place at the end", () => {
  const { known, shown } = stateOf();
  expect(shown()).toEqual({ a: 1n, b: 2n });
  known.pairs = [entry(1n, 3n, 26n, 40)];
  expect(shown()).toEqual({ a: 1n, b: 2n });
  // The last answer is still that of a part.
  known.phase = "done";
  expect(shown()).toEqual({ a: 1n, b: 2n });
  known.settled = true;
  expect(shown()).toEqual({ a: 1n, b: 3n });
  known.pairs = [entry(1n, 3n, 26n, 40), entry(2n, 3n, 7n, 90)];
  expect(shown()).toEqual({ a: 1n, b: 3n });
});

it("keeps a pair with a peak for good", () => {
  const { known, shown } = stateOf();
  known.pairs = [entry(1n, 3n, 26n, 40)];
  expect(shown()).toEqual({ a: 1n, b: 3n });
  Object.assign(known, { pairs: [entry(2n, 3n, 7n, 90)], phase: "done", settled: true });
  expect(shown()).toEqual({ a: 1n, b: 3n });
});
