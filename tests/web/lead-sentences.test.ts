import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The texts in the sources of the page and of the charts. */
const TEXTS = ["web/src", "charts/src"].flatMap((folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.ts$/u.test(path),
  );
  return files.flatMap(
    (path) => readFileSync(`${folder}/${path}`, "utf8").match(/(["`])(?:(?!\1).)* (?:(?!\1).)*\1/gu) ?? [],
  );
});

it("names no brightness, because a strong colour is dark in one theme and light in the other", () => {
  expect(TEXTS.length).toBeGreaterThan(500);
  expect(TEXTS.filter((text) => /\b(dark|light|bright|pal)(er|est)\b|\bpale is\b/iu.test(text))).toEqual([]);
});

it("calls no slope a lifetime, which is the negative inverse slope of the logarithm", () => {
  expect(TEXTS.filter((text) => /slope.* is the lifetime/iu.test(text))).toEqual([]);
});
