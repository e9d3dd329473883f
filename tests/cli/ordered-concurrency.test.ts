import { setTimeout as passed } from "node:timers/promises";
import { expect, it } from "vitest";
import { orderedConcurrency } from "../../cli/src/runtime/ordered-concurrency";

it("works on a limited number of items at a time, and returns results in order", async () => {
  let running = 0;
  let most = 0;
  const work = async (item: number) => {
    running += 1;
    most = Math.max(most, running);
    // The first ones take longest.
    await passed(20 - item);
    running -= 1;
    if (item === 4) throw new Error("not this one");
    return item * item;
  };
  const next = orderedConcurrency(
    Array.from({ length: 12 }, (_, k) => k),
    work,
    3,
  );
  for (let k = 0; k < 12; k += 1) {
    if (k === 4) await expect(next()).rejects.toThrow("not this one");
    else expect(await next()).toBe(k * k);
  }
  expect(most).toBe(3);
});

it("does not run away from one that takes long", async () => {
  let begun = 0;
  let release = (): void => {};
  const first = new Promise<void>((resolve) => {
    release = resolve;
  });
  const next = orderedConcurrency(
    Array.from({ length: 100 }, (_, k) => k),
    async (k) => {
      begun += 1;
      if (k === 0) await first;
    },
    2,
  );
  const answer = next();
  await passed(50);
  expect(begun).toBe(16);
  release();
  await answer;
});
