/** Display and export while a query is pending or stopped. */

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { choose, settled } from "./exporting";
import { drop, expect, followed, test } from "./fixtures";
import { hold, holdable, letGo } from "./held";
import { recording, threeChannels } from "./recording";

/** Delays that are counted by a question of their own, because the pairs of all channels do not reach as far. */
const FAR = "g2=-640000..640000";

async function opened(page: Page, keys: string): Promise<void> {
  await holdable(page);
  await page.goto(`/#v=1&${keys}`);
  await drop(page, "three.tags", recording(threeChannels()));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  await settled(page);
}

/** The shape of the correlation's line, in hundredths of its height: the same in a chart of any size. */
async function shape(page: Page): Promise<number[]> {
  const line = (await page.locator(".figure-g2 .tv-line").getAttribute("d")) ?? "";
  const heights = [...line.matchAll(/[,V]([\d.]+)/gu)].map(([, y]) => Number(y));
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
  return heights.map((y) => Math.round((100 * (bottom - y)) / (bottom - top)));
}

/** Expects the earlier shape, except for rounding in a chart of another size. */
async function expectShape(page: Page, before: number[]): Promise<void> {
  const now = await shape(page);
  expect(now).toHaveLength(before.length);
  expect(now.filter((y, k) => Math.abs(y - (before[k] ?? 0)) > 1)).toEqual([]);
}

test("a chart is exported with the parameters of its result, or not at all", async ({ page }) => {
  await opened(page, `pair=1,2&${FAR}`);
  const figure = page.locator(".figure-g2");
  const menu = figure.locator(".menu-place > button");
  const before = await shape(page);
  // A menu that is already open does not export the chart of the previous pair either.
  await menu.click();
  await hold(page);
  await followed(page, `v=1&pair=2,3&${FAR}`);
  await expect(figure.locator("h2")).toHaveText("Correlation 2 → 3");
  await expect(menu).toBeDisabled();
  await expectShape(page, before);
  let downloads = 0;
  page.on("download", () => {
    downloads += 1;
  });
  await figure.locator(".menu").getByText("CSV", { exact: true }).click();
  await expect(figure.locator(".readout")).toHaveText(
    "Counting is not finished. Export again when it is finished.",
  );
  expect(downloads).toBe(0);
  // The view, too, is saved without the numbers of the question before.
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the view as JSON" }).click();
  const view = JSON.parse(readFileSync(await (await saving).path(), "utf8"));
  expect(view.parameters).toMatchObject({ a: 2, b: 3 });
  expect(view.results.correlation).toBeNull();
  expect(view.results.summary).not.toBeNull();

  await letGo(page);
  await settled(page);
  await expect(menu).toBeEnabled();
  const exporting = page.waitForEvent("download");
  await choose(page, "g2", "CSV");
  const file = await exporting;
  expect(file.suggestedFilename()).toBe("three-correlation-2-3.csv");
  const text = readFileSync(await file.path(), "utf8");
  expect(text).toContain("# channels: 2 → 3");
  expect(await shape(page)).not.toEqual(before);
});

test("a stopped question keeps the last chart, reports it, and can be counted again", async ({ page }) => {
  await opened(page, `pair=1,2&${FAR}`);
  const figure = page.locator(".figure-g2");
  const before = await shape(page);
  await hold(page);
  await followed(page, `v=1&pair=2,3&${FAR}`);
  await page.getByRole("button", { name: "Cancel" }).click();
  const again = figure.getByRole("button", { name: "Count again" });
  await expect(again).toBeVisible();
  await expect(figure.locator("h2")).toHaveText("Correlation 1 → 2");
  await expect(figure.locator(".chip")).toHaveText("the answer before");
  await expect(figure.locator(".refused")).toHaveText(
    "This was stopped before it was counted. Count it again, or change the question.",
  );
  await expectShape(page, before);
  await expect(figure).toHaveAttribute("aria-busy", "false");
  await expect(figure.locator(".menu-place > button")).toBeDisabled();
  await letGo(page);
  await again.click();
  await settled(page);
  await expect(again).toBeHidden();
  await expect(figure.locator("h2")).toHaveText("Correlation 2 → 3");
  await expect(figure.locator(".refused")).toBeHidden();
  await expect(figure.locator(".chip")).toBeHidden();
  expect(await shape(page)).not.toEqual(before);
});

test("coincidences and the range, too, keep their numbers when their question is stopped", async ({
  page,
}) => {
  await opened(page, "pair=1,2&window=32");
  const first = page.locator("table.coincidences td").first();
  const before = await first.textContent();
  await hold(page);
  await followed(page, "v=1&pair=1,2&window=26&range=0..99999999");
  // Meanwhile they are not shown as the result.
  await expect(page.locator(".figure-coincidences .scroller")).toHaveCSS("opacity", "0.45");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator(".figure-coincidences .chip")).toHaveText("the answer before");
  await expect(first).toHaveText(before ?? "");
  await expect(page.locator(".table-panel .chip")).toHaveText("not of the range");
  await expect(page.locator(".figure-matrix .tv-cell")).toHaveCount(6);
  await letGo(page);
  await page.locator(".figure-coincidences").getByRole("button", { name: "Count again" }).click();
  await settled(page);
  await expect(first).not.toHaveText(before ?? "");
  await expect(page.locator(".table-panel .chip")).toHaveText("in the range");
  await expect(page.getByRole("button", { name: "Count again" })).toHaveCount(0);
});
