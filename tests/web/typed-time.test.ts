import { parseTick } from "@tagview/engine/units";
import { expect, it } from "vitest";
import { readTime, readTimeRange } from "../../web/src/formats/tags/model/typed-time";

const tick = parseTick("156.25ps");
/** The text that the box showed before. */
const NS = { shown: "−10 .. 10\u00a0ns", tick };
const TICKS = { shown: "-64 .. 64", tick };
const NOTHING = { shown: "", tick };
const ns = (from: number, to: number) => ({ from: BigInt(from * 6.4), to: BigInt(to * 6.4) });

it.each([
  ["-50..50 ns", ns(-50, 50)],
  ["-50 ns .. 50 ns", ns(-50, 50)],
  ["-50ns..50", ns(-50, 50)],
  ["-50ns to 50ns", ns(-50, 50)],
  ["-50 to 50", ns(-50, 50)],
  ["−50…50 ns", ns(-50, 50)],
  ["50 ns", ns(-50, 50)],
  ["50", ns(-50, 50)],
  ["+-50 ns", ns(-50, 50)],
  ["±50 ns", ns(-50, 50)],
  ["+/-50ns", ns(-50, 50)],
  ["-50 ns", ns(-50, 50)],
  ["0.05..1 µs", ns(50, 1000)],
  ["50 ns .. 1 us", ns(50, 1000)],
  [".5..2.5", { from: 3n, to: 16n }],
  ["-64..64 ticks", { from: -64n, to: 64n }],
  ["-6,400..6,400 ns", ns(-6400, 6400)],
])("in a box that shows nanoseconds, %s is what was meant", (text, range) => {
  expect(readTimeRange(text, NS).value).toEqual(range);
});

it("a unit at one end holds for both, a bare range is in that of the box", () => {
  expect(readTimeRange("-50..50", TICKS).value).toEqual({ from: -50n, to: 50n });
  expect(readTimeRange("-50..50 ns", TICKS).value).toEqual(ns(-50, 50));
  expect(readTimeRange("-50ns..50", TICKS).value).toEqual(ns(-50, 50));
});

it.each([
  ["0.5", NS, 3n, "0.5 ns rounded to 3 ticks"],
  ["0.5", TICKS, 1n, "0.5 ticks rounded to 1 tick"],
  ["1 ns", NS, 6n, "1 ns rounded to 6 ticks"],
  ["2.5", NS, 16n, null],
  ["2 ticks", NS, 2n, null],
  ["0", NOTHING, 0n, null],
  ["1 μs", NS, 6400n, null],
  ["1e3 ns", NS, 6400n, null],
  ["2.5e-3 us", NS, 16n, null],
  [".1e1", TICKS, 1n, null],
  ["1e9 s", NS, 6_400_000_000_000_000_000n, null],
] as const)("%s is read, and the rounded value is reported", (text, box, value, rounded) => {
  expect(readTime(text, box)).toEqual({ value, rounded });
});

it.each([
  ["0,5 ns", NS, "a comma that may stand for two things"],
  ["1,00 ns", NS, "a comma that may stand for two things"],
  ["12.5", NOTHING, '"12.5" has no unit'],
  ["soon", NS, '"soon" is not a time'],
  ["1 parsec", NS, '"parsec" is not a unit of time'],
  ["", NS, "is not a time"],
  ["1e333 ns", NS, "is not a time"],
])("%s is refused", (text, box, message) => {
  expect(() => readTime(text, box)).toThrow(message);
});

it.each([
  ["64..-64", "ends before it begins"],
  ["..5", "is not a range"],
  ["5..", "is not a range"],
  ["1..2..3", "is not a range"],
  ["to 5", "is not a range"],
])("the range %s is refused", (text, message) => {
  expect(() => readTimeRange(text, NS)).toThrow(message);
});
