import { count, percent, pure, si, withError } from "@tagview/charts";
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

test.each([
  [0.1534, "0.153"],
  [0.919, "0.919"],
  [2, "2.00"],
  [12_345.6, "12,346"],
  [-0.5, "−0.500"],
  [1.5e-7, "1.50×10⁻⁷"],
  [0, "0.00"],
  [null, "–"],
])("a pure number %s is written %s, without a prefix", (value, text) => {
  expect(pure(value)).toBe(text);
});

test.each([
  [3.9604e-9, 0.0152e-9, "s", "3.960 ± 0.015 ns"],
  [0, 15e-12, "s", "0 ± 15 ps"],
  [-1.7801e-9, 2.5e-12, "s", "−1.7801 ± 0.0025 ns"],
  [0.2512, 0.0121, "", "0.251 ± 0.012"],
  [4.0625e-9, null, "s", "4.0625 ns"],
  [4.0625e-9, 0, "s", "4.0625 ns"],
])("%s with the error %s %s is written %s", (value, error, unit, text) => {
  expect(withError(value, error, unit).replaceAll("\u00a0", " ")).toBe(text);
});
