/** The sync period of a T3 header: which analyses use it, and which requests replace it. */

import type { AnalysisRequest, RecordingKind } from "@tagview/engine";
import { describe, expect, it } from "vitest";
import { headerPeriod, withHeaderPeriod } from "../../engine/src/formats/tags/header-period";

const OWN: RecordingKind = { readAs: null, name: null, tick: null, facts: {} };
const T3: RecordingKind = { ...OWN, tick: "4ps", facts: { mode: "T3", sync_period_s: 12.5e-9 } };
const pair = { a: 1n, b: 2n };

const used = (analysis: AnalysisRequest, kind = T3) =>
  withHeaderPeriod({ analyses: [analysis] }, kind).analyses[0];

describe("the header's period", () => {
  it("is in ticks, and in T3 alone", () => {
    expect(headerPeriod(T3)).toBe(3125);
    expect(headerPeriod({ ...T3, facts: { ...T3.facts, mode: "T2" } })).toBeNull();
    expect(headerPeriod({ ...T3, tick: null })).toBeNull();
    expect(headerPeriod({ ...T3, facts: { mode: "T3", sync_period_s: 0 } })).toBeNull();
    expect(headerPeriod(OWN)).toBeNull();
  });

  const analyses: AnalysisRequest[] = [
    { name: "correlation", ...pair },
    { name: "delay", ...pair },
    { name: "pairs" },
    { name: "coincidence", window: 5n },
  ];
  it.each(analyses)("is used by $name without a period and without a clock", (analysis) => {
    const sync = analysis.name === "coincidence" ? { sync: 0n } : {};
    expect(used(analysis)).toEqual({ ...analysis, period: 3125, ...sync });
    for (const given of [{ period: 80 }, { period: 0 }, { clock: 3n }]) {
      const request = { ...analysis, ...given } as AnalysisRequest;
      expect(used(request)).toEqual({ ...request, ...sync });
    }
    expect(used(analysis, OWN)).toEqual(analysis);
  });

  it("is used by lifetimes after the sync channel or none", () => {
    const lifetime = { name: "lifetime", channel: 1n } as const;
    expect(used(lifetime)).toEqual({ ...lifetime, header_period: 3125 });
    expect(used({ ...lifetime, sync: 0n })).toEqual({ ...lifetime, header_period: 3125 });
    for (const given of [{ sync: 3n }, { period: 80 }]) {
      expect(used({ ...lifetime, ...given })).toEqual({ ...lifetime, ...given });
    }
  });

  it("is not used by analyses that have no period", () => {
    for (const analysis of [{ name: "summary" }, { name: "gaps" }] as const)
      expect(used(analysis)).toEqual(analysis);
  });
});
