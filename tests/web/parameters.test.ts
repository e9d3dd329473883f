import type { Gaps, Pairs, PairsEntry, Summary } from "@tagview/engine/results";
import { expect, it } from "vitest";
import { clockOf } from "../../web/src/formats/tags/model/clock";
import { bestPair, entryOf, parametersOf } from "../../web/src/formats/tags/model/parameters";
import type { View } from "../../web/src/formats/tags/model/view";
import { WHOLE } from "../../web/src/formats/tags/session/codecs";
import { queriesOf } from "../../web/src/formats/tags/session/queries";

const TICK = "156.25ps";

function entry(a: bigint, b: bigint, delay: bigint | null, significance: number, fwhm = 4): PairsEntry {
  const centre = delay === null ? null : Number(delay);
  const peak = { delay, highest: delay, centre, centre_error: 0.1, fwhm, fwhm_error: 0.2, significance };
  const more = {
    half_width: null,
    half_width_error: null,
    dips: [],
    period: null,
    delay_modulo: null,
    remarks: [],
  };
  return { a, b, tags_a: 10, tags_b: 20, counts: 9, peak_counts: 5, background: 1, ...peak, ...more };
}

const pairsOf = (...pairs: PairsEntry[]): Pairs => ({
  bin: 1n,
  from: -6400n,
  span: 1_000_000n,
  reordered: 0,
  channels: [3n, 15n, 16n],
  pairs,
  hints: [],
});

const channel = (name: bigint, tags: number) => ({ channel: name, tags, first: 0n, last: 9n, min_gap: 1n });
const SUMMARY: Summary = {
  tags: 60,
  first: 0n,
  last: 9n,
  span: 9n,
  out_of_order: 0,
  first_disorder: null,
  sound_tags: null,
  sound_until: null,
  channels: [channel(3n, 10), channel(15n, 30), channel(16n, 20)],
};
const REAL = pairsOf(entry(3n, 3n, 90n, 99), entry(3n, 15n, 26n, 38), entry(3n, 16n, null, 3));
const ask = (view: Partial<View>, pairs: Pairs | "unknown" | null = REAL) =>
  parametersOf({ ...WHOLE, ...view }, pairs, SUMMARY);

it("chooses the most significant pair of two channels", () => {
  expect(bestPair(REAL, SUMMARY)).toEqual({ a: 3n, b: 15n });
});

it("chooses the channels with the most tags where there is no significant peak", () => {
  expect(bestPair(pairsOf(entry(3n, 16n, null, 2)), SUMMARY)).toEqual({ a: 15n, b: 16n });
  expect(ask({}, "unknown").pair).toEqual({ a: 15n, b: 16n });
});

it("takes the sync of T3 for the clock, although few of its syncs are recorded, and never for a detector", () => {
  const pulses = pairsOf(entry(0n, 1n, 26n, 99), entry(0n, 2n, 26n, 98), entry(1n, 2n, null, 3));
  const channels = [channel(0n, 90), channel(1n, 30), channel(2n, 40)];
  const wanted: View = { ...WHOLE, lifetime: { ...WHOLE.lifetime, wanted: true } };
  const { pair, lifetime } = parametersOf(wanted, pulses, { ...SUMMARY, channels }, CLOCKED, TICK, 0n);
  expect(pair).toEqual({ a: 1n, b: 2n });
  // Its period is the header's.
  expect(lifetime).toMatchObject({ sync: 0n, channel: 2n, period: null });
  const one = { ...SUMMARY, channels: channels.slice(0, 2) };
  expect(parametersOf(wanted, pulses, one, null, TICK, 0n).pair).toEqual({ a: 1n, b: 1n });
});

it("waits for the matrix before it chooses, but not for a chosen pair", () => {
  expect(ask({}, null).pair).toBeNull();
  expect(ask({ pair: { a: 15n, b: 3n } }, null).pair).toEqual({ a: 15n, b: 3n });
});

it("turns a pair round: its delays have the other sign", () => {
  const turned = entryOf(REAL, { a: 15n, b: 3n });
  expect(turned).toMatchObject({ a: 15n, b: 3n, delay: -26n, centre: -26, tags_a: 20, tags_b: 10 });
});

it("shows a near peak around no delay, and a far one around itself, in 129 to 257 bins", () => {
  expect(ask({}).g2).toEqual({ from: -64n, to: 64n });
  expect(ask({}).bin).toBe(1n);
  for (const delay of [5000n, -5000n, 123_456n]) {
    for (const fwhm of [1, 7, 30, 200]) {
      const { g2, bin } = ask({}, pairsOf(entry(3n, 15n, delay, 9, fwhm)));
      expect(g2.from).toBeLessThan(delay - BigInt(fwhm));
      expect(g2.to).toBeGreaterThan(delay + BigInt(fwhm));
      const bins = (g2.to - g2.from) / (bin ?? 1n) + 1n;
      expect(bins).toBeGreaterThanOrEqual(128n);
      expect(bins).toBeLessThan(260n);
    }
  }
});

it("centres a bin on no delay, and keeps a range that was chosen", () => {
  for (const [delay, fwhm] of [
    [26n, 4],
    [0n, 90],
    [-123_456n, 200],
    [null, 1],
  ] as const) {
    for (const chosen of [null, 5n, 6n, 100n]) {
      const { g2, bin } = ask({ bin: chosen }, pairsOf(entry(3n, 15n, delay, 9, fwhm)));
      expect(bin).not.toBeNull();
      const width = bin ?? 1n;
      // The bins on either side of the middle one.
      expect((g2.from + width / 2n) % width).toBe(0n);
      expect((g2.to + 1n - g2.from) % width).toBe(0n);
      expect(delay ?? 0n).toBeGreaterThan(g2.from);
      expect(delay ?? 0n).toBeLessThan(g2.to);
    }
  }
  const g2 = { from: -320n, to: 320n };
  expect(ask({ g2 }).g2).toEqual(g2);
});

it("widens the window until it holds the peak, and narrows it where a delay took that off", () => {
  expect(ask({}).window).toBe(32n);
  expect(ask({ delays: new Map([[15n, 26n]]) }).window).toBe(4n);
  expect(ask({ window: 7n }).window).toBe(7n);
});

it("drops a chosen bin width that does not suit a new range", () => {
  expect(ask({ bin: 2n }).bin).toBe(2n);
  expect(ask({ bin: 1n, g2: { from: -(10n ** 9n), to: 10n ** 9n } }).bin).toBeGreaterThan(1n);
});

it("asks of the range only, counts the pair and the patterns once, and leaves out delays of 0", () => {
  const patterns = [
    [15n, 3n],
    [3n, 15n, 16n],
  ];
  const range = { from: 5n, to: 9n };
  const delays = new Map([
    [15n, 26n],
    [3n, 0n],
  ]);
  const queries = new Map(
    queriesOf(ask({ range, patterns, delays }), TICK).map(({ topic, request }) => [topic, request]),
  );
  expect([...queries.keys()]).toEqual(["pairs", "range pairs", "correlation", "coincidences", "range"]);
  expect(queries.get("coincidences")).toEqual({
    analyses: [
      {
        name: "coincidence",
        id: "coincidence",
        window: 4n,
        // 20 µs.
        displaced: 128_000n,
        patterns: [
          [3n, 15n],
          [3n, 15n, 16n],
        ],
        delays: [[15n, 26n]],
      },
    ],
    selection: range,
  });
  expect(queries.get("pairs")?.selection).toBeUndefined();
});

it("shows five periods of the header on either side, unless another period is given", () => {
  // Five periods are 3,907 ticks: half of the range is the next power of two.
  const near = pairsOf(entry(1n, 2n, 20n, 50));
  const peak = (view: Partial<View>) =>
    parametersOf({ ...WHOLE, ...view }, near, SUMMARY, null, "16ps", 0n, () => false, 781.25).g2;
  expect(peak({ period: 0 })).toEqual({ from: -64n, to: 64n });
  expect(peak({})).toEqual({ from: -4100n, to: 4099n });
});

it("divides a known period into 64 bins or more, in a range of some periods", () => {
  const near = pairsOf(entry(1n, 2n, 20n, 50));
  const bin = (view: Partial<View>, stated: number | null = 781.25) =>
    parametersOf({ ...WHOLE, ...view }, near, SUMMARY, null, "16ps", 0n, () => false, stated).bin;
  const g2 = { from: -4096n, to: 4096n };
  // With a bin of 64 ticks, a narrow peak lay in one bin or in two, and was half as high.
  expect(bin({ g2 }, null)).toBe(64n);
  expect(bin({ g2 })).toBe(8n);
  expect(bin({ g2 }, 20)).toBe(64n);
  expect(bin({ g2, bin: 32n })).toBe(32n);
  expect(bin({ g2: { from: -100_000n, to: 100_000n } })).toBe(1024n);
});

it("ends the delays of slow pulses at the next power of two above 10 us", () => {
  const none = pairsOf(entry(1n, 2n, null, 0));
  const end = (period: number, tick = "1ns") => {
    const { g2, bin } = parametersOf({ ...WHOLE, period }, none, SUMMARY, null, tick);
    return g2.to + 1n - (bin ?? 0n) / 2n;
  };
  // The next powers of two above five periods, and above 10 us.
  expect(end(1900)).toBe(16_384n);
  expect(end(1500)).toBe(8192n);
  expect(end(1_000_000)).toBe(16_384n);
  expect(end(1e15)).toBe(16_384n);
});

it("asks for coincidences with the period that was given or denied, and with none that the matrix suggests", () => {
  const asked = (view: Partial<View>, pairs = REAL) =>
    queriesOf(ask(view, pairs), TICK).find(({ topic }) => topic === "coincidences")?.request.analyses[0];
  expect(asked({})).not.toHaveProperty("period");
  expect(asked({ period: 80.5 })).toMatchObject({ period: 80.5 });
  expect(asked({ period: 0 })).toMatchObject({ period: 0 });
  expect(asked({})).not.toHaveProperty("accidentals");
  expect(asked({ accidentals: "rates" })).toMatchObject({ accidentals: "rates" });
  expect(asked({ displaced: 640_000n })).toMatchObject({ displaced: 640_000n });
  expect(asked({ period: { clock: 16n, divider: 8n } })).toMatchObject({ clock: 16n, divider: 8n });
  const option = { name: "period", channel: null, ticks: 80 };
  const hints = [{ code: "pulsed", message: "tags repeat every 80 ticks", option }];
  expect(asked({}, { ...REAL, hints })).not.toHaveProperty("period");
});

it("looks for the peak itself only where the matrix does not tell it", () => {
  const topics = (view: Partial<View>, pairs: Pairs | "unknown" | null = REAL) =>
    queriesOf(ask(view, pairs), TICK).map(({ topic }) => topic);
  expect(topics({})).not.toContain("delay");
  expect(topics({ g2: { from: -6401n, to: 0n } })).toContain("delay");
  expect(topics({}, { ...REAL, bin: 4n })).toContain("delay");
  expect(topics({}, "unknown")).toContain("delay");
});

it("does not count coincidences of a channel with itself", () => {
  const topics = queriesOf(ask({ pair: { a: 3n, b: 3n } }), TICK).map(({ topic }) => topic);
  expect(topics).toEqual(["pairs", "correlation"]);
});

it("asks for all pairs with a period that is a time, and shows some of its periods", () => {
  const laser = { ...entry(3n, 15n, 26n, 3), period: 80.5, delay_modulo: 80.5 };
  const of = (period: View["period"], pairs = pairsOf(laser)) =>
    parametersOf({ ...WHOLE, pair: { a: 3n, b: 15n }, period }, pairs, null);
  const given = of(80.5);
  expect(given.period).toBe(80.5);
  expect(given.peakUnknown).toBe(false);
  expect(Number(given.g2.to)).toBeGreaterThan(5 * 80.5);
  const [pairs] = queriesOf(given);
  expect(pairs).toMatchObject({ topic: "pairs", request: { analyses: [{ name: "pairs", period: 80.5 }] } });
  expect(queriesOf(of(0))[0]?.request.analyses[0]).toMatchObject({ period: 0 });
  // This also holds for a period longer than the delays shown without a peak.
  expect(Number(of(900, pairsOf(entry(3n, 15n, null, 3))).g2.to)).toBeGreaterThan(5 * 900);
});

it("has a query for the peak where the period is that of a clock", () => {
  const now = ask({ pair: { a: 3n, b: 15n }, period: { clock: 16n } });
  expect(now.peakUnknown).toBe(true);
  const [pairs] = queriesOf(now);
  expect(pairs?.request.analyses[0]).not.toHaveProperty("clock");
  const delay = queriesOf(now).find(({ topic }) => topic === "delay");
  expect(delay?.request.analyses[0]).toMatchObject({ name: "delay", clock: 16n });
});

it("prefers a peak that stands out to pulses without such a peak", () => {
  const laser = { ...entry(3n, 15n, 26n, 300), period: 80, delay_modulo: 80 };
  expect(bestPair(pairsOf(laser, entry(3n, 16n, 5n, 9)), null)).toEqual({ a: 3n, b: 16n });
});

it("asks for the period of a clock's channel", () => {
  const [, correlation] = queriesOf(ask({ period: { clock: 16n }, pair: { a: 3n, b: 15n } }));
  expect(correlation?.request.analyses[0]).toMatchObject({ name: "correlation", clock: 16n });
});

const gapsOf = (...channels: [bigint, number[]][]): Gaps => ({
  bin: null,
  from: null,
  edges: new BigInt64Array(1),
  hints: [],
  channels: channels.map(([channel, counts]) => ({
    ...{ channel, counts: Float64Array.from(counts), below: 0, above: 0, mean: 9, min: 1n, max: 99n },
    ...{
      period: null,
      dead_time: null,
      dead_time_error: null,
      afterpulsing: null,
      afterpulsing_within: null,
      afterpulsing_error: null,
      remarks: [],
    },
  })),
});
const STEADY = [50, 80, 100, 90, 80, 70, 60];
/** Channel 3 is a clock with a few missing pulses. */
const CLOCKED = gapsOf([3n, [0, 0, 400, 500, 0, 9, 1]], [15n, STEADY], [16n, STEADY]);

it("takes the most regular channel as the clock, and none if all tags are random", () => {
  expect(clockOf(CLOCKED)).toBe(3n);
  expect(clockOf(gapsOf([15n, STEADY], [16n, STEADY]))).toBeNull();
  // A hundred gaps at least, and of two clocks the one that ticks more often.
  expect(clockOf(gapsOf([3n, [0, 99]], [15n, STEADY]))).toBeNull();
  expect(clockOf(gapsOf([3n, [0, 200]], [16n, [0, 900]]))).toBe(16n);
});

it("proposes clock and channel where lifetimes are wanted and nothing of them is chosen", () => {
  const lifetime = (chosen: Partial<View["lifetime"]>, gaps: Gaps | null = CLOCKED) => {
    const view = { ...WHOLE, lifetime: { ...WHOLE.lifetime, ...chosen } };
    return parametersOf(view, REAL, SUMMARY, gaps);
  };
  expect(lifetime({ wanted: true }).lifetime).toMatchObject({ sync: 3n, channel: 15n });
  expect(lifetime({ wanted: true }, gapsOf([15n, STEADY])).lifetime).toMatchObject({
    sync: null,
    channel: null,
  });
  expect(lifetime({ wanted: true, channel: 16n, period: 80 }).lifetime).toMatchObject({ sync: null });
  // The given period fits ten times into a gap of the clock, or is no fraction of it.
  const pulsed = (period: number) =>
    parametersOf(
      { ...WHOLE, lifetime: { ...WHOLE.lifetime, wanted: true } },
      pairsOf({ ...entry(3n, 15n, 1n, 2), period, delay_modulo: period }),
      SUMMARY,
      { ...CLOCKED, channels: CLOCKED.channels.map((one) => ({ ...one, mean: 3200 })) },
    ).lifetime.period;
  expect(pulsed(320.02)).toBe(320);
  expect(pulsed(700)).toBeNull();
  expect(pulsed(3200)).toBeNull();
  const topics = (now: ReturnType<typeof lifetime>) => queriesOf(now, TICK).map(({ topic }) => topic);
  expect(topics(lifetime({ wanted: true }))).toContain("lifetime");
  // A panel that is folded asks nothing.
  expect(topics(lifetime({ wanted: false, sync: 3n, channel: 15n }))).not.toContain("lifetime");
  const asked = queriesOf(lifetime({ wanted: true, range: 500n }), TICK);
  expect(asked.find(({ topic }) => topic === "lifetime")?.request.analyses).toEqual([
    { name: "lifetime", id: "lifetime", channel: 15n, sync: 3n, range: 500n },
  ]);
  const two = queriesOf(lifetime({ wanted: true, decays: 2 }), TICK);
  expect(two.find(({ topic }) => topic === "lifetime")?.request.analyses).toEqual([
    { name: "lifetime", id: "lifetime", channel: 15n, sync: 3n, range: 1_048_575n, decays: 2n },
  ]);
});

it("wants the lifetime unasked where the engine reports that a clock's tags repeat, or the header has a sync", () => {
  const pulsed: Gaps = {
    ...CLOCKED,
    channels: CLOCKED.channels.map((one, k) => ({ ...one, period: k ? null : 80 })),
  };
  const parameters = (gaps: Gaps, sync: bigint | null, wanted: boolean | null = null) =>
    parametersOf({ ...WHOLE, lifetime: { ...WHOLE.lifetime, wanted } }, REAL, SUMMARY, gaps, TICK, sync);
  expect(parameters(pulsed, null)).toMatchObject({ lightClock: 3n, lifetime: { wanted: true, sync: 3n } });
  expect(parameters(CLOCKED, 3n)).toMatchObject({ lightClock: 3n, lifetime: { wanted: true, sync: 3n } });
  // Hiding the lifetime makes no photons of the clock's tags.
  expect(parameters(CLOCKED, 3n, false)).toMatchObject({ lightClock: 3n, lifetime: { wanted: false } });
  expect(parameters(CLOCKED, null)).toMatchObject({ lightClock: null, lifetime: { wanted: false } });
  expect(parameters(pulsed, null, false).lifetime.wanted).toBe(false);
  // Another clock has no lifetime after the first one.
  const clocks = {
    ...pulsed,
    channels: pulsed.channels.map((one) => ({ ...one, counts: CLOCKED.channels[0]?.counts ?? one.counts })),
  };
  expect(parameters(clocks, null)).toMatchObject({ lightClock: null });
});

it("does not choose the clock where there is no significant peak", () => {
  const none = pairsOf(entry(3n, 16n, null, 2));
  const many = { ...SUMMARY, channels: [channel(3n, 900), channel(15n, 30), channel(16n, 20)] };
  expect(parametersOf(WHOLE, none, many, null).pair).toEqual({ a: 3n, b: 15n });
  expect(parametersOf(WHOLE, none, many, CLOCKED).pair).toEqual({ a: 15n, b: 16n });
  const isMarker = (channel: bigint) => channel === 15n;
  expect(parametersOf(WHOLE, none, many, null, TICK, null, isMarker).pair).toEqual({ a: 3n, b: 16n });
});

it("shows as long delays, and looks at as long ones, however long a tick is", () => {
  const none = pairsOf(entry(3n, 15n, null, 2));
  const ofTick = (tick: string, logarithmic = false) =>
    parametersOf({ ...WHOLE, logarithmic }, none, SUMMARY, null, tick);
  expect(ofTick(TICK)).toMatchObject({ g2: { from: -1032n, to: 1031n }, window: 64n });
  // 160 ns and 10 ns, and up to the next power of two.
  expect(ofTick("1ps")).toMatchObject({ g2: { from: -264_192n, to: 264_191n }, window: 16_384n });
  expect(ofTick("1ns")).toMatchObject({ g2: { from: -1032n, to: 1031n }, window: 64n });
  expect(ofTick("1ps", true).g2).toEqual({ from: 1n, to: 15_625_000n });
  const searched = (tick: string) => queriesOf(ofTick(tick), tick)[0]?.request.analyses[0];
  expect(searched(TICK)).toMatchObject({ name: "pairs", from: -6400n, to: 6400n });
  expect(searched("1ps")).toMatchObject({ name: "pairs", from: -1_000_000n, to: 1_000_000n });
});
