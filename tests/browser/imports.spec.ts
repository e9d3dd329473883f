/** Other taggers' recordings and texts in the page. */

import { columns, qutag, type Tag } from "../support/other-taggers";
import { counts, drop, expect, test } from "./fixtures";

const tags: Tag[] = Array.from({ length: 2000 }, (_, n): Tag => [n % 2 ? 15 : 3, 5_000_000n * BigInt(n)]);

test("another tagger's recording opens with its own tick, and a text with the page's", async ({ page }) => {
  await page.goto("/");
  await drop(page, "run.qutag", Buffer.from(qutag(tags)));
  const fact = (name: string) => page.locator(".card dl div", { hasText: new RegExp(`^${name}`, "u") });
  await expect(fact("file")).toContainText("a quTAG recording");
  await expect(fact("span")).toContainText("10.0 ms");
  await expect(fact("frames")).toBeHidden();
  await expect(page.locator("#tick")).toHaveValue("1 ps");
  expect(await counts(page)).toEqual({ 3: "1,000", 15: "1,000" });

  await drop(page, "run.tsv", Buffer.from(columns(tags, "\t")));
  await expect(page.locator(".card h2")).toHaveText("run.tsv");
  await expect(fact("file")).toContainText("a text of tags in columns");
  await expect(page.locator("#tick")).toHaveValue("156.25 ps");
  expect(await counts(page)).toEqual({ 3: "1,000", 15: "1,000" });

  // Each run has times by its own tick; that all are counted with the settings of one is said.
  await page.getByRole("button", { name: "Table of all 2 runs" }).click();
  const spans = page.locator(".run-table tbody td[data-column='span']");
  await expect(spans).toHaveText([/^10\.0\u00a0ms/u, /^1\.56\u00a0s/u]);
  await expect(page.locator(".runs .field-note")).toContainText(
    /Peak and CAR of every run are of channels 3 and 15, and CAR has the settings of run\.tsv: window .*s, no delays\./u,
  );
  await page.keyboard.press("Escape");
  // Nor are they drawn on one axis.
  await page.getByRole("button", { name: "Compare with run.qutag" }).click();
  await expect(page.getByText("run.qutag has ticks of another length")).toBeVisible();
  await expect(
    page.locator(":is(.figure-rate, .figure-gaps, .figure-g2) .tv-second, .coincidences .second"),
  ).toHaveCount(0);

  await drop(page, "which.csv", Buffer.from("1,2\n2,3\n"));
  await expect(page.locator(".banner")).toContainText("Either column of the text may be the channel");
});
