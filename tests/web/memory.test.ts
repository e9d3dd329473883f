import { expect, it } from "vitest";
import { memoryLeft } from "../../web/src/formats/tags/session/memory-left";
import type { Recording } from "../../web/src/formats/tags/session/recording";
import { budgetFor } from "../../web/src/formats/tags/session/settings";

it("takes a quarter of the machine's memory, within bounds", () => {
  expect([undefined, 0.25, 1, 4, 8, 32].map(budgetFor)).toEqual([256, 128, 250, 1000, 2000, 3000]);
});

it("shares the memory among recordings, and always leaves a part for the one that is shown", () => {
  const held = (bytes: number) =>
    ({ budget: 0, reading: { phase: "done", snapshot: { held: { tags: 1, bytes } } } }) as Recording;
  const reading = { budget: 500e6, reading: { phase: "running" } } as Recording;
  const unread = { budget: 0, reading: { phase: "unread" } } as Recording;
  expect(memoryLeft(1000, [unread, held(200e6)], false)).toBe(800e6);
  expect(memoryLeft(1000, [reading, held(200e6)], false)).toBe(300e6);
  expect(memoryLeft(1000, [reading, held(900e6)], false)).toBe(0);
  expect(memoryLeft(1000, [reading, held(900e6)], true)).toBe(256e6);
  expect(memoryLeft(0, [], true)).toBe(0);
});
