import { expect, it } from "vitest";
import { isBelowZero, measured, share } from "../../web/src/ui/numbers";

it("rounds a value to the precision of its error", () => {
  expect(measured(378, 19.442)).toBe("378 ±\u00a019");
  expect(measured(2.70412, 0.1934)).toBe("2.70 ±\u00a00.19");
  expect(measured(12_345, 111.1)).toBe("12,345 ±\u00a0111");
  expect(measured(116.8812, 0.0681)).toBe("116.881 ±\u00a00.068");
  expect(measured(-0.0000012, 0.00034)).toBe("0.00000 ±\u00a00.00034");
  expect(measured(0, 0)).toBe("0");
});

it("shows a value far below its interval as 0", () => {
  expect(measured(-0.00001, null, [-0.438, 0.768])).toBe("0 (−0.438 to\u00a00.768)");
  expect(measured(3, null, [1.72, 5.28])).toBe("3 (1.72 to\u00a05.28)");
});

it("shows three digits if the error is unknown, and a dash if there is no value", () => {
  expect(measured(246.3137, null)).toBe("246");
  expect(measured(0.020531, null)).toBe("0.0205");
  expect(measured(null, null)).toBe("–");
  expect(measured(Number.NaN, 1)).toBe("–");
  expect(share(0.00098123, 0.000088)).toBe("0.0981 ±\u00a00.0088\u00a0%");
  expect(share(null, null)).toBe("–");
});

it("accepts a share below 0 only within three standard errors, also if it has an interval", () => {
  expect(isBelowZero(-0.00476, null, [-0.005, -0.00439])).toBe(true);
  expect(isBelowZero(-0.00476, null, [-0.01, 0.0001])).toBe(false);
  expect(isBelowZero(-0.01, 0.001, null)).toBe(true);
  expect(isBelowZero(-0.001, 0.001, null)).toBe(false);
  expect(isBelowZero(-0.001, null, null)).toBe(false);
});
