import { expect, it } from "vitest";
import {
  type Cells,
  COLUMNS,
  difference,
  isWithoutTags,
  usualOf,
} from "../../web/src/formats/tags/panels/runs/numbers";

/** Runs that differ only in the number of their tags. */
const runs = (...tags: (number | null)[]): Cells[] =>
  tags.map((value) => {
    const cell = { value, error: null, text: "", why: "", part: "" };
    return Object.fromEntries(COLUMNS.map((column) => [column, cell])) as Cells;
  });

const isFar = (value: number, all: Cells[]): boolean => {
  const [low, high] = usualOf("tags", all) ?? [-Infinity, Infinity];
  return value < low || value > high;
};

it("marks the one run that is far from the others, and none of those", () => {
  const good = [434_223, 434_229, 434_477, 433_666, 433_941, 431_971, 434_420, 434_082];
  const all = runs(...good, 293_261, null);
  expect(isFar(293_261, all)).toBe(true);
  for (const tags of good) expect(isFar(tags, all)).toBe(false);
});

it("marks nothing among runs that scatter, nor of equal ones a small difference, nor of few", () => {
  const scatter = [100, 140, 90, 180, 120, 60, 150];
  for (const tags of scatter) expect(isFar(tags, runs(...scatter))).toBe(false);
  expect(isFar(103, runs(100, 100, 100, 100, 100, 103))).toBe(false);
  expect(usualOf("tags", runs(100, 100, 100, 900))).toBe(null);
});

it("calls peaks the same if they differ by less than a tenth of their error", () => {
  const cell = (value: number) => ({ value, error: 0.3, text: "", why: "", part: "" });
  expect(difference("peak", cell(2e-9), cell(-4e-9))).toBe("same");
  expect(difference("peak", cell(20), cell(10)).replace("\u00a0", " ")).toBe("+1.56 ns");
});

it("compares no run that could not be read or has no tags", () => {
  const [empty, unread, sound] = runs(0, null, 5);
  expect(empty && isWithoutTags(empty, false)).toBe(true);
  expect(unread && isWithoutTags(unread, true)).toBe(true);
  // Not read yet.
  expect(unread && isWithoutTags(unread, false)).toBe(false);
  expect(sound && isWithoutTags(sound, true)).toBe(false);
});
