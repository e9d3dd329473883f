import { expect, it } from "vitest";
import { Budget } from "../../engine/src/formats/tags/session/budget";

/** Reads 1,000 parts of `part` bytes with `workers` workers in turn. Returns the bytes kept, and the most bytes in use. */
function filled(budget: number, workers: number, part: number): { most: number; kept: number } {
  const memory = new Budget(budget);
  const reading: number[] = [];
  let [most, kept] = [0, 0];
  for (let n = 0; n < 1000; n += 1) {
    while (reading.length < workers) reading.push(memory.grant(workers - reading.length));
    most = Math.max(
      most,
      reading.reduce((sum, granted) => sum + granted, kept),
    );
    const granted = reading.shift() ?? 0;
    const fits = part <= granted;
    memory.settle(granted, fits ? part : 0, fits);
    if (fits) kept += part;
  }
  return { most, kept };
}

it.each([1, 2, 4, 8])("is made use of by %i workers, and not exceeded", (workers) => {
  const { most, kept } = filled(256, workers, 10);
  expect(most).toBeLessThanOrEqual(256);
  expect(kept).toBeGreaterThan(256 - workers * 10);
});

it("is there again for what is read again", () => {
  const memory = new Budget(100);
  const first = memory.grant(2);
  const second = memory.grant(1);
  memory.settle(first, 0, false);
  expect(memory.grant(1)).toBe(0);
  memory.giveBack(second);
  expect(memory.grant(1)).toBe(100);
});
