/** `tagview.html`: the page as one file, opened from a disk. */

import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { drop } from "./fixtures";
import { recording, twoChannels } from "./recording";

const FILE = pathToFileURL(
  fileURLToPath(new URL("../../web/dist-single/tagview.html", import.meta.url)),
).href;

/** Opens the file; returns its errors and the addresses that it requested. */
async function opened(page: Page): Promise<{ wrong: string[]; asked: string[] }> {
  const [wrong, asked]: [string[], string[]] = [[], []];
  page.on("pageerror", (error) => wrong.push(String(error.stack)));
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(?:data|blob):/u.test(request.url())) asked.push(request.url());
  });
  await page.context().setOffline(true);
  await page.goto(FILE);
  return { wrong, asked };
}

test("the sample shows its g2", async ({ page }) => {
  const { wrong, asked } = await opened(page);
  await page.getByRole("button", { name: "Sample", exact: true }).first().click();
  await expect(page.locator(".status-text")).toContainText("read in");
  await expect(page.getByRole("heading", { name: "Correlation 3 → 15" })).toBeVisible();
  await expect(page.locator("main")).toContainText("4.06 ns");
  expect([wrong, asked]).toEqual([[], [FILE]]);
});

test("the sample of an index-header is inside, too", async ({ page }) => {
  const { wrong, asked } = await opened(page);
  await page.getByRole("button", { name: "Open an example" }).click();
  await expect(page.locator("main")).toContainText("trace_id");
  expect([wrong, asked]).toEqual([[], [FILE]]);
});

test("a dropped recording is counted", async ({ page }) => {
  const { wrong, asked } = await opened(page);
  const tags = twoChannels();
  await drop(page, "mine.tags", recording(tags));
  await expect(page.locator(".status-text")).toContainText("read in");
  await expect(page.locator("main")).toContainText(`${tags.length.toLocaleString("en-US")}`);
  expect([wrong, asked]).toEqual([[], [FILE]]);
});
