import { labelsChart } from "@tagview/charts";
import { expect, test } from "vitest";
import { document, texts } from "./document";

test("an area that is too narrow for its name has neither a cut name nor a number alone", () => {
  const area = (id: number, name: string, size: number) => ({ id, name, size, isCulprit: false });
  const labels = [area(0, "pod", 900), area(1, "a_very_long_label_name_indeed", 100)];
  const svg = labelsChart(document, labels, "values", { width: 400, height: 300 });
  expect(texts(svg, "text")).toEqual(["pod", "900"]);
});

test("an area whose number is known only within bounds shows both", () => {
  const labels = [{ id: 0, name: "pod", size: 513, least: 482, isCulprit: false }];
  const svg = labelsChart(document, labels, "values", { width: 400, height: 300 });
  expect(texts(svg, "text")).toEqual(["pod", "482 to 513"]);
  expect(texts(svg, "title")).toContain("pod: 482 to 513 values");
  expect(texts(svg, "desc")).toEqual(["Largest: pod 482 to 513."]);
});
