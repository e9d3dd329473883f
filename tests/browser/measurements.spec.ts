/** Measurements under a name, for this file and others. */

import type { Page } from "@playwright/test";
import { drop, expect, test } from "./fixtures";
import { recording, twoChannels } from "./recording";

async function dropped(page: Page, name: string): Promise<void> {
  await drop(page, name, recording(twoChannels()));
  await expect(page.locator(".card h2")).toHaveText(name);
  await expect(page.locator(".figure-rate .tv-line").first()).toBeVisible();
}

test("a measurement is saved, applied to another file, and to files opened later", async ({ page }) => {
  await page.goto("/#v=1&pair=9,4&window=64&bin=16");
  await dropped(page, "first.tags");
  const panel = page.locator(".panel.measurements");
  await panel.getByRole("button", { name: "Show Saved measurements" }).click();
  await panel.getByLabel("Name of the measurement").fill("nine to four");
  await panel.getByRole("button", { name: "Save what is shown" }).click();

  // Another tick: the same time is another number of ticks.
  await dropped(page, "second.tags");
  await page.locator("#tick").fill("312.5ps");
  await page.locator("#tick").press("Enter");
  await expect(page.getByRole("heading", { name: "Correlation 4 → 9" })).toBeVisible();
  await panel.getByRole("button", { name: "nine to four", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Correlation 9 → 4" })).toBeVisible();
  await expect.poll(() => new URLSearchParams(page.url().split("#")[1]).get("window")).toBe("32");
  await expect(page.getByLabel("Coincidence window")).toHaveValue(/^10\sns$/u);
  // It can be undone as any change.
  await page.locator("body").press("Control+z");
  await expect(page.getByRole("heading", { name: "Correlation 4 → 9" })).toBeVisible();

  await panel.getByRole("button", { name: "Measure nine to four in files that are opened" }).click();
  // After it is saved again under its name, it is still the default for opened files.
  await panel.getByRole("button", { name: "nine to four", exact: true }).click();
  await panel.getByLabel("Name of the measurement").fill("nine to four");
  await panel.getByLabel("Name of the measurement").press("Enter");
  await page.reload();
  await page.goto("/#");
  await page.reload();
  await dropped(page, "third.tags");
  await expect(page.getByRole("heading", { name: "Correlation 9 → 4" })).toBeVisible();
  await panel.getByRole("button", { name: "Show Saved measurements" }).click();
  await panel.getByRole("button", { name: "Forget the measurement nine to four" }).click();
  await expect(panel.getByRole("listitem")).toHaveCount(0);
  await page.reload();
  await dropped(page, "fourth.tags");
  await expect(page.getByRole("heading", { name: "Correlation 4 → 9" })).toBeVisible();
});
