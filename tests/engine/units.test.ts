import { isWholeTicks, parseRange, parseTick, parseTime, TagviewError, toSeconds } from "@tagview/engine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const tick = parseTick("156.25ps");

describe("parseTick", () => {
  it("is exact", () => {
    expect(tick).toEqual({ numerator: 1n, denominator: 6_400_000_000n, seconds: 1.5625e-10 });
    expect(parseTick("1ns").seconds).toBe(1e-9);
    expect(parseTick("0.5 us").seconds).toBe(5e-7);
  });

  it.each(["156.25", "0ps", "-1ps", "1 parsec", "", "ps", "1e3ps", "constructor", "1constructor"])(
    "refuses %j",
    (text) => {
      expect(() => parseTick(text)).toThrow(TagviewError);
    },
  );
});

describe("isWholeTicks", () => {
  it.each([
    ["3", true],
    ["1.25ns", true],
    ["-10ns", true],
    ["0.5ns", false],
    ["1ps", false],
  ])("reports whether %s is exact", (text, whole) => {
    expect(isWholeTicks(text, tick)).toBe(whole);
  });
});

describe("parseTime", () => {
  it.each([
    ["64", 64n],
    ["-64", -64n],
    ["+7", 7n],
    ["5ns", 32n],
    ["1us", 6400n],
    ["1µs", 6400n],
    ["2s", 12_800_000_000n],
    ["156.25ps", 1n],
    // 6.4, 12.8 and, half way, 0.5 ticks: to the nearest, halves away from zero.
    ["1ns", 6n],
    ["2ns", 13n],
    ["78.125ps", 1n],
    ["-78.125ps", -1n],
    ["78.124ps", 0n],
    ["9223372036854775807", 2n ** 63n - 1n],
    ["-9223372036854775808", -(2n ** 63n)],
  ])("%s is %s ticks", (text, ticks) => {
    expect(parseTime(text, tick)).toBe(ticks);
  });

  it.each([
    "",
    "1.5",
    "9223372036854775808",
    "40000000000000s",
    "1 2",
    "0x10",
    "ns",
    "1m",
    "--1",
    "1e9",
    "NaN",
  ])("refuses %j with a sentence", (text) => {
    expect(() => parseTime(text, tick)).toThrow(expect.objectContaining({ code: "usage" }));
  });

  it("gives back every number of ticks", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (ticks) => {
        expect(parseTime(String(ticks), tick)).toBe(ticks);
        // A tick is a whole number of 10 fs, so that its length in fs is exact text.
        expect(parseTime(`${(ticks / 100n) * 15_625n}ps`, tick)).toBe((ticks / 100n) * 100n);
      }),
    );
  });
});

describe("parseRange", () => {
  it("takes ticks and times on either side", () => {
    expect(parseRange("-64..64", tick)).toEqual({ from: -64n, to: 64n });
    expect(parseRange("-10ns..1us", tick)).toEqual({ from: -64n, to: 6400n });
    expect(parseRange("5..5", tick)).toEqual({ from: 5n, to: 5n });
  });

  it.each(["5", "1..", "..1", "2..1", "1..2..3", "1...2", "a..b"])("refuses %j", (text) => {
    expect(() => parseRange(text, tick)).toThrow(TagviewError);
  });
});

describe("toSeconds", () => {
  it("is the nearest float", () => {
    expect(toSeconds(14_827_730_247n, tick)).toBe(2.31683285109375);
    expect(toSeconds(0n, tick)).toBe(0);
    expect(toSeconds(-32n, tick)).toBe(-5e-9);
    expect(toSeconds(2n ** 63n - 1n, parseTick("1ps"))).toBe(9_223_372.036854776);
  });
});
