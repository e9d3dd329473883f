/** A search of many positions in short steps. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { searchPlaces } from "../../web/src/formats/index-header/panels/search-places";

let clock = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(performance, "now").mockImplementation(() => clock);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Whether a place is even; each takes a hundredth of a millisecond. */
function even(place: number): boolean {
  clock += 0.01;
  return place % 2 === 0;
}

it("finds few places before it returns", () => {
  const found: [number[], boolean][] = [];
  searchPlaces(5, null, even, (places, isAll) => found.push([[...places], isAll]));
  expect(found).toEqual([[[0, 2, 4], true]]);
});

it("finds many in slices, each with those before it", () => {
  const found: [number, boolean][] = [];
  searchPlaces(50_000, null, even, (places, isAll) => {
    found.push([places.length, isAll]);
  });
  expect(found[0]?.[1]).toBe(false);
  vi.runAllTimers();
  expect(found.length).toBeGreaterThan(2);
  expect(found.at(-1)).toEqual([25_000, true]);
  const lengths = found.map(([length]) => length);
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
});

it("searches only among those that passed before", () => {
  let found: number[] = [];
  searchPlaces(100, Uint32Array.of(3, 8, 9, 40), even, (places) => {
    found = [...places];
  });
  expect(found).toEqual([8, 40]);
});

it("ends when it is stopped", () => {
  let calls = 0;
  const stop = searchPlaces(50_000, null, even, () => {
    calls += 1;
  });
  stop();
  vi.runAllTimers();
  expect(calls).toBe(1);
});
