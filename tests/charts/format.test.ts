import { count, percent, si } from "@tagview/charts";
import { expect, test } from "vitest";

test.each([
  [96279.3, "Hz", "96.3 kHz"],
  [108627, "Hz", "109 kHz"],
  [82.34e-9, "s", "82.3 ns"],
  [5.15625e-9, "s", "5.16 ns"],
  [3.2e-6, "s", "3.20 µs"],
  [999.7, "B", "1.00 kB"],
  [1, "s", "1.00 s"],
  [0, "s", "0 s"],
  [null, "Hz", "–"],
  [Number.NaN, "Hz", "–"],
])("%s %s is written %s", (value, unit, text) => {
  expect(si(value, unit).replaceAll("\u00a0", " ")).toBe(text);
});

test("integers past 2^53 stay exact, with separators", () => {
  expect(count(9223372036854775807n)).toBe("9,223,372,036,854,775,807");
  expect(count(null)).toBe("–");
});

test("a share of nothing is a dash", () => {
  expect(percent(0.44612).replace("\u00a0", " ")).toBe("44.6 %");
  expect(percent(Number.NaN)).toBe("–");
});
