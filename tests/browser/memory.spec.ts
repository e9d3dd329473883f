/** A recording of another tagger whose tags exceed the memory that is reserved for them. */

import { writePtu } from "../../bench/lib/ptu.mjs";
import { settled } from "./exporting";
import { expect, keptFile, test } from "./fixtures";

/** A file that several workers read in parts: each part begins with the state at the end of the one before. */
const file = (): string => keptFile("million.ptu", (path) => writePtu(path, "t2", 1_000_000));

test("every query of a foreign recording that does not fit into memory is answered", async ({ page }) => {
  const path = file();
  await page.addInitScript(() => localStorage.setItem("tagview", JSON.stringify({ budget: 0 })));
  await page.goto("/#v=1&pair=1,3&g2=-10000000..10000000");
  await page.setInputFiles("#picker", path);
  await expect(page.locator("#live")).toContainText("is read");
  await expect(page.locator(".status .kept")).toContainText("0 tags are in memory");
  await settled(page);
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  await expect(page.locator("table.coincidences tbody:not(.remarks) tr")).toHaveCount(1);
  // Once more, of tags that are decoded again.
  await page.getByLabel("Range to").fill("1 ms");
  await page.getByLabel("Range to").press("Enter");
  await expect(page.locator(".table-panel .chip")).toHaveText("in the range");
  await settled(page);
  await expect(page.locator(".figure-g2 .chip")).toHaveText("in the range");
  await expect(page.getByRole("alert").filter({ visible: true })).toHaveCount(0);
});
