/** Clocks in scans and sessions: the period of the whole recording, in an additional pass, which a signal ends. */

import type { Coincidence, Correlation, ScanRequest } from "@tagview/engine";
import { describe, expect, it } from "vitest";
import { testEngine } from "../support/engine";
import { concat, message, rawFrame } from "../support/frames";

const engine = testEngine().tags;

/** Ticks between the tags of the clock, channel 7: one for two pulses of light. */
const CLOCK = 160n;

/** Messages of a clock, with a tag of 3 and of 15 at some of the pulses of light. */
const frames = Array.from({ length: 8 }, (_, part) => {
  const tags: [number, bigint][] = [];
  for (let k = 0n; k < 20_000n; k += 1n) {
    const time = (BigInt(part) * 20_000n + k) * CLOCK;
    tags.push([7, time]);
    if (k % 3n === 0n) tags.push([3, time + 80n]);
    if (k % 7n === 0n) tags.push([15, time + 84n]);
  }
  return rawFrame(message(tags));
});
const recording = concat(frames);

const correlation = (more: object): ScanRequest => ({
  analyses: [{ name: "correlation", a: 3n, b: 15n, from: -2000n, to: 2000n, bin: 1n, ...more }],
});

const CLOCKED = correlation({ clock: 7n, divider: 2n });

describe("a clock", () => {
  it("has the results of its period in a scan, here and in workers", async () => {
    const { analyses } = await engine.scan(recording, correlation({ period: 80 }));
    expect((analyses.correlation as Correlation).pulsed).toMatchObject({ period: 80 });
    for (const where of ["here", "worker"] as const)
      expect((await engine.scan(recording, CLOCKED, { where })).analyses).toEqual(analyses);
    const blob = new Blob([recording as Uint8Array<ArrayBuffer>]);
    expect((await engine.scan(blob, CLOCKED)).analyses).toEqual(analyses);
  });

  it("has the period of the whole recording in each question of a session, also about a range", async () => {
    const session = engine.open(recording, { analyses: [{ name: "summary" }] });
    await session.read;
    const selection = { from: 0n, to: 100_000n };
    for (const range of [{}, { selection }]) {
      const [given, clocked] = [correlation({ period: 80 }), CLOCKED].map((one) => ({ ...one, ...range }));
      const { analyses } = await session.ask(clocked as ScanRequest);
      expect(analyses).toEqual((await session.ask(given as ScanRequest)).analyses);
    }
    const { analyses } = await session.ask({
      analyses: [{ name: "coincidence", window: 20n, patterns: [[3n, 15n]], clock: 7n, divider: 2n }],
      selection,
    });
    expect((analyses.coincidence as Coincidence).period).toBe(80);
    session.close();
  });

  it("that is none, or has no tags, rejects", async () => {
    await expect(engine.scan(recording, correlation({ clock: 99n }))).rejects.toMatchObject({
      code: "no-channel",
    });
    const irregular = rawFrame(
      message(Array.from({ length: 2000 }, (_, k): [number, bigint] => [7, BigInt(k * k * 7 + k)])),
    );
    await expect(engine.scan(irregular, correlation({ clock: 7n }))).rejects.toMatchObject({
      code: "no-clock",
      message: expect.stringContaining("channel 7 is not a clock"),
    });
  });

  it("is refused in partial results and when they are combined", async () => {
    for (const refused of [engine.partial(recording, CLOCKED), engine.combine(CLOCKED, [])])
      await expect(refused).rejects.toMatchObject({ code: "usage", remedy: "give the period as a time" });
  });

  it("is checked without a recording", async () => {
    await engine.check(CLOCKED);
    await expect(engine.check(correlation({ clock: 7n, period: 80 }))).rejects.toMatchObject({
      code: "usage",
    });
    await expect(engine.check(correlation({ divider: 2n }))).rejects.toMatchObject({ code: "usage" });
  });

  it("that is being counted is given up when the signal fires", async () => {
    const control = new AbortController();
    const asked = engine.scan(recording, CLOCKED, { signal: control.signal });
    setTimeout(() => control.abort(), 1);
    await expect(asked).rejects.toMatchObject({ code: "cancelled" });
    const session = engine.open(recording, { analyses: [{ name: "summary" }] });
    await session.read;
    const signal = AbortSignal.abort();
    await expect(session.ask(CLOCKED, { signal })).rejects.toMatchObject({ code: "cancelled" });
    session.close();
    const { tags } = await engine.scan(recording, { analyses: [{ name: "summary" }] });
    expect(tags).toBe(8 * (20_000 + 6667 + 2858));
  });
});
