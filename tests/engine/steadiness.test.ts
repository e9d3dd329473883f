import { count, si } from "@tagview/charts";
import { type Rate, recordingVerdict } from "@tagview/engine";
import { expect, it } from "vitest";
import { isTellable, unsteadyIn, unsteadyText } from "../../engine/src/formats/tags/steadiness.ts";

/** Bins of 10 ms, at a tick of 1 ns. */
const TICK = 1e-9;
const rate = (...counts: number[][]): Rate =>
  ({
    bin: 10_000_000n,
    start: 0n,
    channels: counts.map((one, k) => ({ channel: BigInt(k + 3), counts: Float64Array.from(one) })),
  }) as unknown as Rate;

/** Counts of a steady rate, scattered as Poisson's are. */
function scattered(bins: number, mean: (k: number) => number, seed: number): number[] {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return Array.from({ length: bins }, (_, k) =>
    Math.max(0, Math.round(mean(k) + Math.sqrt(mean(k)) * normal())),
  );
}

it("finds nothing in steady rates, however low", () => {
  for (let seed = 1; seed <= 300; seed += 1)
    for (const mean of [2, 30, 1000, 50_000])
      expect(unsteadyIn(rate(scattered(200, () => mean, seed)), TICK)).toEqual([]);
});

it("reports when channels were dark, and groups channels that were dark at the same time", () => {
  const dark = (mean: number) => (k: number) => (k >= 90 && k < 160 ? 0.03 * mean : mean);
  const found = unsteadyIn(
    rate(
      scattered(200, dark(1000), 1),
      scattered(200, dark(900), 2),
      scattered(200, () => 800, 3),
    ),
    TICK,
  );
  expect(found.map(({ is, channels }) => [is, channels])).toEqual([["low", [3n, 4n]]]);
  const [{ from, to, share } = { from: 0, to: 0, share: 1 }] = found;
  expect(from).toBeCloseTo(0.9, 5);
  expect(to).toBeCloseTo(1.6, 5);
  expect(share).toBeCloseTo(0.03, 2);
  expect(
    found
      .map((one) => unsteadyText(one, (seconds) => si(seconds, "s")))
      .join()
      .replaceAll("\u00a0", " "),
  ).toMatch(/^channels 3 and 4 fall to (3|2\.9|3\.1) % of the usual rate from 900 ms to 1\.60 s$/u);
});

it("reports bursts and drifts", () => {
  const burst = unsteadyIn(rate(scattered(200, (k) => (k >= 50 && k < 54 ? 4000 : 1000), 4)), TICK);
  expect(
    burst.map(({ is, from, to }) => [is, from, to].map((x) => (typeof x === "number" ? x.toFixed(2) : x))),
  ).toEqual([["high", "0.50", "0.54"]]);
  const [drift] = unsteadyIn(rate(scattered(200, (k) => 1000 + 4 * k, 5)), TICK);
  expect(drift?.is).toBe("drift");
  expect(drift?.share).toBeCloseTo(1.59, 1);
});

it("does not judge rates with few tags", () => {
  expect(isTellable(rate([1, 0, 2, 0, 1, 1]))).toBe(false);
  expect(isTellable(rate(scattered(200, () => 30, 1)))).toBe(true);
});

it("finds a dip even if its single bins have too few tags to show it", () => {
  const found = unsteadyIn(rate(scattered(130, (k) => (k >= 40 && k < 92 ? 8 : 38), 6)), TICK);
  expect(found.map(({ is }) => is)).toEqual(["low"]);
  const [{ from, to, share } = { from: 0, to: 0, share: 1 }] = found;
  expect(Math.abs(from - 0.4)).toBeLessThan(0.07);
  expect(Math.abs(to - 0.92)).toBeLessThan(0.07);
  expect(share).toBeCloseTo(0.21, 1);
});

it("the verdict lists unsteady rates, but not those of damage or of a scan", () => {
  const dark = rate(scattered(200, (k) => (k >= 90 && k < 160 ? 30 : 1000), 1));
  const sound = { isWhole: true, findings: [], summary: undefined, rate: dark, tick: TICK, isScan: false };
  const verdict = (more: object) =>
    recordingVerdict({ ...sound, ...more }, { count, time: (seconds) => si(seconds, "s") });
  expect(verdict({}).unsteady).toHaveLength(1);
  expect(verdict({}).message).toContain(verdict({}).unsteady[0]);
  expect(verdict({ isScan: true })).toMatchObject({ isSound: true, unsteady: [] });
  const missing = ", where part of the file may be missing";
  const { unsteady } = verdict({});
  expect(verdict({ findings: [{ code: "truncated" }] }).unsteady).toEqual(unsteady);
  expect(verdict({ findings: [{ code: "corrupt-frame" }] }).unsteady).toEqual(
    unsteady.map((one) => one + missing),
  );
  const one = rate(
    scattered(200, (k) => (k >= 90 && k < 160 ? 30 : 1000), 1),
    scattered(200, () => 900, 2),
  );
  expect(verdict({ rate: one, findings: [{ code: "corrupt-frame" }] }).unsteady.join()).not.toContain(
    missing,
  );
  expect(verdict({ rate: one, findings: [{ code: "corrupt-frame" }] }).message).toContain(
    "rates are means over the whole time, and too low where a part of the file could not be read",
  );
  expect(verdict({ rate: one, findings: [{ code: "truncated" }] }).message).not.toContain("too low");
  const damaged = verdict({ summary: { out_of_order: 2, sound_until: 7n } });
  expect(damaged).toEqual({
    isSound: false,
    message: "Check this: the recording is damaged or incomplete; 2 tags are out of order.",
    unsteady: [],
  });
});
