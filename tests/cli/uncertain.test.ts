/** Numbers with errors as text: no digits that the error makes meaningless. */

import { expect, it } from "vitest";
import {
  secondsToError,
  uncertain,
  uncertainNumber,
  uncertainSeconds,
  withoutNoise,
} from "../../cli/src/output/uncertain";

it("a time far below its error is 0", () => {
  expect(secondsToError(3.3e-19, 2e-12)).toBe("0.0 ps");
  expect(secondsToError(-3.3e-19, 2e-12)).toBe("0.0 ps");
  expect(secondsToError(4.05987e-9, 2.8e-12)).toBe("4.0599 ns");
  expect(secondsToError(4.05987e-9, null)).toBe("4.060 ns");
  expect(secondsToError(null, null)).toBe("–");
  expect([withoutNoise(2.1e-9), withoutNoise(-2.1e-9)]).toEqual([0, 0]);
  expect(withoutNoise(25.97931)).toBeCloseTo(25.9793, 9);
});

it("a value far below its interval is 0", () => {
  expect(uncertain(-0.00001, null, [-0.438, 0.768])).toBe("0.000 (-0.44 to 0.77)");
  expect(uncertain(0.75, null, [0.17, 2.1])).toBe("0.7500 (0.17 to 2.1)");
});

it("0 has no minus sign", () => {
  expect(uncertainNumber(-0.0001, 0.12)).toBe("0.00 ± 0.12");
  expect(uncertainSeconds(-1e-15, 1e-9)).toBe("0.0 ns ± 1.0 ns");
});
