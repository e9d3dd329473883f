import { parseTick } from "@tagview/engine/units";
import { expect, it } from "vitest";
import {
  readBin,
  readDelay,
  readDelays,
  readPattern,
  readRangeEnd,
  readWindow,
} from "../../web/src/formats/tags/checks";

const TICK = parseTick("156.25ps");
const RANGE = { from: -64n, to: 64n };

it("reads times as people write them and as the page writes them itself", () => {
  expect(readBin("2.5 ns", RANGE, TICK)).toBe(16n);
  expect(readWindow("1,000", TICK)).toBe(1000n);
  expect(readDelay("−4.0625\u00a0ns", TICK)).toBe(-26n);
  expect(readDelay("1 µs", TICK)).toBe(6400n);
  expect(readDelays("−10 ns .. 10 ns", 1n, TICK)).toEqual(RANGE);
});

it.each([
  ["0", "the bin is not at least a tick wide"],
  ["-5", "the bin is not at least a tick wide"],
  ["soon", '"soon" is not a time'],
  ["0.01 ns", "the bin is not at least a tick wide"],
])("refuses a bin of %s", (text, message) => {
  expect(() => readBin(text, RANGE, TICK)).toThrow(message);
});

it("refuses more bins than can be drawn, and says which width would do", () => {
  const wide = { from: 0n, to: 10n ** 9n };
  const refused = () => readBin("1", wide, TICK);
  expect(refused).toThrow("1,000,000,001 bins");
  expect(() => readDelays("0..1000000000", 1n, TICK)).toThrow("1,000,000,001 bins");
  expect(readBin("1001", wide, TICK)).toBe(1001n);
  // A width that follows the range is never too narrow.
  expect(readDelays("0..1000000000", null, TICK)).toEqual(wide);
});

it("refuses ranges that hold nothing", () => {
  expect(() => readDelays("64..-64", 1n, TICK)).toThrow("ends before it begins");
  const whole = { from: 0n, to: 100n };
  expect(() => readRangeEnd("200", "from", whole, whole, TICK)).toThrow("the recording ends before");
  expect(() => readRangeEnd("5", "to", { from: 10n, to: 20n }, whole, TICK)).toThrow("ends before it begins");
  expect(readRangeEnd("15", "to", { from: 10n, to: 20n }, whole, TICK)).toEqual({ from: 10n, to: 15n });
});

it("refuses windows and delays out of bounds", () => {
  expect(() => readWindow("-1", TICK)).toThrow("shorter than nothing");
  expect(() => readWindow("999999999 s", TICK)).toThrow(/too long|longer/u);
  expect(() => readDelay("-99999999 s", TICK)).toThrow(/too long|longer/u);
});

it("reads patterns, and names the channel that is wrong in one", () => {
  const known = [3n, 15n, 16n];
  expect(readPattern("3, 15 16", known)).toEqual([3n, 15n, 16n]);
  expect(() => readPattern("3,15,3", known)).toThrow("channel 3 stands twice");
  expect(() => readPattern("3,99", known)).toThrow("channel 99 is not in this file");
  expect(() => readPattern("3", known)).toThrow("two channels");
  expect(() => readPattern("3,x", known)).toThrow('"x" is not a channel');
});
