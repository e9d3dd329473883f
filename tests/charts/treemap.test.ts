import { labelsChart } from "@tagview/charts";
import { expect, test } from "vitest";
import { document, texts } from "./document";

test("an area that is too narrow for its name shows its number, not a cut name", () => {
  const area = (id: number, name: string, size: number) => ({ id, name, size, isCulprit: false });
  const labels = [area(0, "pod", 900), area(1, "a_very_long_label_name_indeed", 100)];
  const svg = labelsChart(document, labels, "values", { width: 400, height: 300 });
  expect(texts(svg, "text")).toEqual(["pod", "900", "100"]);
});
