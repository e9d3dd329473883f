import { parseTick } from "@tagview/engine/units";
import { expect, it } from "vitest";
import {
  readBin,
  readDelay,
  readDelays,
  readPattern,
  readPeriod,
  readRangeEnd,
  readWindow,
} from "../../web/src/formats/tags/model/checks";

const TICK = parseTick("156.25ps");
/** A box that showed ticks. */
const BOX = { shown: "64", tick: TICK };
const NS = { shown: "10\u00a0ns", tick: TICK };
const LINEAR = { bin: 1n, logarithmic: false };
const RANGE = { from: -64n, to: 64n };

it("reads times as people write them and as the page writes them itself", () => {
  expect(readBin("2.5 ns", RANGE, BOX).value).toBe(16n);
  expect(readWindow("1,000", BOX).value).toBe(1000n);
  expect(readDelay("−4.0625\u00a0ns", BOX).value).toBe(-26n);
  expect(readDelay("1 µs", BOX).value).toBe(6400n);
  expect(readDelays("−10 ns .. 10 ns", LINEAR, BOX).value).toEqual(RANGE);
});

it("a bare number is in the unit that the box shows", () => {
  expect(readWindow("5", NS).value).toBe(32n);
  expect(readWindow("5", BOX).value).toBe(5n);
  expect(readRangeEnd("0.5", "to", RANGE, RANGE, { shown: "2.3 s", tick: TICK }).value.to).toBe(
    3_200_000_000n,
  );
});

it("reports what was rounded", () => {
  expect(readBin("1 ns", RANGE, NS)).toEqual({ value: 6n, rounded: "1 ns rounded to 6 ticks" });
  expect(readBin("937.5 ps", RANGE, NS).rounded).toBeNull();
  expect(readDelays("-1..1 ns", LINEAR, NS).rounded).toBe(
    "-1 ns rounded to -6 ticks, 1 ns rounded to 6 ticks",
  );
});

it("logarithmic delays begin at a tick", () => {
  expect(readDelays("10 ns", { bin: null, logarithmic: true }, NS).value).toEqual({ from: 1n, to: 64n });
  expect(() => readDelays("-9..-1 ns", { bin: null, logarithmic: true }, NS)).toThrow("begin at 1 tick");
});

it("a period is a time, a clock by its channel, or none", () => {
  const known = [3n, 5n];
  expect(readPeriod("12.5 ns", known, NS)).toBe(80);
  expect(readPeriod("83.88", known, BOX)).toBe(83.88);
  expect(readPeriod("12.5", known, { shown: "50.0028 ns", tick: TICK })).toBe(80);
  expect(readPeriod("none", known, NS)).toBe(0);
  expect(readPeriod("ch5", known, NS)).toEqual({ clock: 5n });
  expect(readPeriod("CH 5", known, NS)).toEqual({ clock: 5n });
  expect(readPeriod("ch5/8", known, NS)).toEqual({ clock: 5n, divider: 8n });
  expect(() => readPeriod("ch5/0", known, NS)).toThrow("one pulse of 0");
  expect(() => readPeriod("ch9", known, NS)).toThrow("channel 9 is not in this file");
  expect(() => readPeriod("-5 ns", known, NS)).toThrow("not longer than 0");
  expect(() => readPeriod("12.5", known, { shown: "not given", tick: TICK })).toThrow("has no unit");
});

it.each([
  ["0", "the bin is narrower than a tick"],
  ["-5", "the bin is narrower than a tick"],
  ["soon", '"soon" is not a time'],
  ["0.01 ns", "the bin is narrower than a tick"],
])("refuses a bin of %s", (text, message) => {
  expect(() => readBin(text, RANGE, BOX)).toThrow(message);
});

it("refuses more bins than can be drawn, and reports which width would do", () => {
  const wide = { from: 0n, to: 10n ** 9n };
  const refused = () => readBin("1", wide, BOX);
  expect(refused).toThrow("1,000,000,001 bins");
  expect(() => readDelays("0..1000000000", LINEAR, BOX)).toThrow("1,000,000,001 bins");
  expect(readBin("1001", wide, BOX).value).toBe(1001n);
  // A width that follows the range is never too narrow.
  expect(readDelays("0..1000000000", { ...LINEAR, bin: null }, BOX).value).toEqual(wide);
});

it("refuses ranges that hold nothing", () => {
  expect(() => readDelays("64..-64", LINEAR, BOX)).toThrow("ends before it begins");
  const whole = { from: 0n, to: 100n };
  expect(() => readRangeEnd("200", "from", whole, whole, BOX)).toThrow("the recording ends before");
  expect(() => readRangeEnd("5", "to", { from: 10n, to: 20n }, whole, BOX)).toThrow("ends before it begins");
  expect(readRangeEnd("15", "to", { from: 10n, to: 20n }, whole, BOX).value).toEqual({ from: 10n, to: 15n });
});

it("refuses windows and delays out of bounds", () => {
  expect(() => readWindow("-1", BOX)).toThrow("the window is negative");
  // A small part of a tick, which rounds to 0.
  expect(() => readWindow("-1 ps", BOX)).toThrow("the window is negative");
  expect(() => readWindow("999999999 s", BOX)).toThrow(/too long|longer/u);
  expect(() => readDelay("-99999999 s", BOX)).toThrow(/too long|longer/u);
});

it("reads patterns, and names the channel that is wrong in one", () => {
  const known = [3n, 15n, 16n];
  expect(readPattern("3, 15 16", known)).toEqual([3n, 15n, 16n]);
  expect(() => readPattern("3,15,3", known)).toThrow("channel 3 is in the pattern twice");
  expect(() => readPattern("3,99", known)).toThrow("channel 99 is not in this file");
  expect(() => readPattern("3", known)).toThrow("two channels");
  expect(() => readPattern("3,x", known)).toThrow('"x" is not a channel');
});

it("refuses a period in the words of its box, and takes 0 for light that is not pulsed", () => {
  expect(readPeriod("0", [], NS)).toBe(0);
  expect(readPeriod("0 ns", [], NS)).toBe(0);
  expect(readPeriod("1e3", [], BOX)).toBe(1000);
  expect(() => readPeriod("1 ps", [], NS)).toThrow("the period is shorter than a tick");
  expect(() => readPeriod("1e9 s", [], NS)).toThrow("the period is too long");
});

it("names the time that is refused, and takes the end that a box shows rounded", () => {
  expect(() => readWindow("-1", BOX, "displacement")).toThrow("the displacement is negative");
  const whole = { from: 0n, to: 12_799_930_000n };
  const shown = { shown: "1.99999\u00a0s", tick: TICK };
  expect(readRangeEnd("1.99999 s", "from", whole, whole, shown).value.from).toBe(whole.to);
});
