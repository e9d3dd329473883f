/** Requests with a clock: the source of its period, the number of measurements, and rejected requests. */

import type { AnalysisRequest, RecordingKind, ScanRequest } from "@tagview/engine";
import { describe, expect, it } from "vitest";
import {
  ClockPeriods,
  hasClock,
  type MeasureGaps,
  refuseClocks,
  withoutClocks,
} from "../../engine/src/formats/tags/clock-period";

const OWN: RecordingKind = { readAs: null, name: null, tick: null, facts: {} };
const T3: RecordingKind = { ...OWN, tick: "4ps", facts: { mode: "T3", sync_period_s: 12.5e-9 } };

const correlation = (more: Partial<AnalysisRequest>): ScanRequest => ({
  analyses: [{ name: "correlation", a: 3n, b: 15n, ...more } as AnalysisRequest],
});

/** Counts the requests for gaps, in which channel 7 is a clock of `period` ticks. */
function measuring(period: number | null, isWhole = true) {
  const requests: ScanRequest[] = [];
  const measure: MeasureGaps = async (request) => {
    requests.push(request);
    const remarks = period === null ? [{ about: "period", code: "irregular", message: "gaps differ" }] : [];
    return { analyses: { gaps: { channels: [{ channel: 7n, period, remarks }] } }, error: null, isWhole };
  };
  return { requests, measure };
}

describe("a software clock", () => {
  it("is measured once, over the recorded tags, and its period is that of analyses with the same clock", async () => {
    const { requests, measure } = measuring(8000.5);
    const given = {
      ...correlation({ clock: 7n, divider: 100n }),
      clock: { channel: 7n },
      define: ["7=7@5ns"],
    };
    expect(hasClock(given)).toBe(true);
    const resolved = await new ClockPeriods(OWN).resolve(given, measure);
    expect(resolved).toEqual({
      analyses: [{ name: "correlation", a: 3n, b: 15n, period: 80.005 }],
      clock: { channel: 7n, period: 8000.5 },
      define: ["7=7@5ns"],
    });
    expect(requests).toEqual([
      { analyses: [{ name: "gaps", log: expect.any(BigInt) }], selection: { channels: [7n] } },
    ]);
  });

  it("with a period is taken as it is, also in a partial result", async () => {
    const { requests, measure } = measuring(null);
    const given = { ...correlation({}), clock: { channel: 7n, period: 80 } };
    expect(hasClock(given)).toBe(false);
    expect(await new ClockPeriods(OWN).resolve(given, measure)).toEqual(given);
    expect(withoutClocks(given)).toEqual(given);
    expect(() => refuseClocks(given)).not.toThrow();
    expect(requests).toEqual([]);
    const unmeasured = { ...given, clock: { channel: 7n } };
    expect(withoutClocks(unmeasured)).toEqual(correlation({}));
    expect(() => refuseClocks(unmeasured)).toThrow("a partial result has no clock");
  });
});

describe("a clock", () => {
  it("is replaced by the mean time between its tags, over its divider", async () => {
    const { requests, measure } = measuring(8000.5);
    const define = { define: ["7=7@5ns"], tick: "1ns" };
    const resolved = await new ClockPeriods(OWN).resolve(
      { ...correlation({ clock: 7n, divider: 100n }), ...define, selection: { from: 5n } },
      measure,
    );
    expect(resolved).toEqual({
      analyses: [{ name: "correlation", a: 3n, b: 15n, period: 80.005 }],
      ...define,
      selection: { from: 5n },
    });
    // For the whole recording, with the definitions, and for no other channel.
    expect(requests).toEqual([
      { analyses: [{ name: "gaps", log: expect.any(BigInt) }], selection: { channels: [7n] }, ...define },
    ]);
  });

  it("is counted once in a recording that is read, and anew while it grows", async () => {
    for (const [isWhole, times] of [
      [true, 1],
      [false, 3],
    ] as const) {
      const { requests, measure } = measuring(80, isWhole);
      const periods = new ClockPeriods(OWN);
      for (const divider of [1n, 2n, 4n]) {
        const { analyses } = await periods.resolve(correlation({ clock: 7n, divider }), measure);
        expect(analyses[0]).toMatchObject({ period: 80 / Number(divider) });
      }
      expect(requests).toHaveLength(times);
    }
  });

  it("that is the sync channel of T3 has the header's period", async () => {
    const { requests, measure } = measuring(1);
    const { analyses } = await new ClockPeriods(T3).resolve(correlation({ clock: 0n }), measure);
    expect(analyses[0]).toMatchObject({ period: expect.closeTo(3125, 9) });
    expect(requests).toEqual([]);
    await expect(new ClockPeriods(OWN).resolve(correlation({ clock: 0n }), measure)).rejects.toMatchObject({
      code: "no-channel",
    });
  });

  it("that is none is refused with the reason", async () => {
    const asked = new ClockPeriods(OWN).resolve(correlation({ clock: 7n }), measuring(null).measure);
    await expect(asked).rejects.toMatchObject({
      code: "no-clock",
      message: expect.stringMatching(/^channel 7 is not a clock: its gaps are not whole multiples/u),
      remedy: "give the period as a time",
    });
    const error = { code: "order", message: "out of order", offset: null, remedy: "repair it" };
    const broken: MeasureGaps = async () => ({ analyses: {}, error, isWhole: true });
    await expect(new ClockPeriods(OWN).resolve(correlation({ clock: 7n }), broken)).rejects.toMatchObject(
      error,
    );
  });

  it("rejects with what the count of its gaps rejects with", async () => {
    const failing: MeasureGaps = () => Promise.reject(new Error("cancelled"));
    const asked = new ClockPeriods(OWN).resolve(correlation({ clock: 7n }), failing);
    await expect(asked).rejects.toThrow("cancelled");
  });
});

it.each([
  ["`clock` and `period`", { clock: 7n, period: 80 }],
  ["`divider` needs", { divider: 2n }],
  ["`divider` is below 1", { clock: 7n, divider: 0n }],
])("refuses what is contradictory: %s", async (message, more) => {
  const request = correlation(more as Partial<AnalysisRequest>);
  expect(() => withoutClocks(request)).toThrow(message);
  const { measure } = measuring(80);
  await expect(new ClockPeriods(OWN).resolve(request, measure)).rejects.toMatchObject({ code: "usage" });
});

it("does not change requests without a clock, and passes no clock to the core", () => {
  const period = correlation({ period: 80 });
  expect(hasClock(period)).toBe(false);
  expect(withoutClocks(period)).toEqual(period);
  expect(withoutClocks(correlation({ clock: 7n, divider: 2n }))).toEqual(correlation({}));
  expect(() => refuseClocks(period)).not.toThrow();
  expect(() => refuseClocks(correlation({ clock: 7n }))).toThrow("partial result");
});
