/** A model that is fitted to the correlation: chosen, drawn, in words, in the link, and undone. */

import type { Page } from "@playwright/test";
import { expect, followed, test } from "./fixtures";

async function sample(page: Page, hash = ""): Promise<void> {
  await page.goto(`/#v=1&open=sample${hash}`);
  await expect(page.locator(".figure-g2 .tv-line").first()).toBeVisible();
}

test("a model of the sample's peak is drawn with its residuals, and its parameters are in the text", async ({
  page,
}) => {
  await sample(page);
  const panel = page.locator(".figure-g2");
  const fit = panel.getByLabel("Fit of a model");
  await expect(fit).toHaveValue("none");
  await expect(fit.locator("option")).toHaveText([
    ...["none", "two-level", "three-level", "Lorentzian", "Gaussian", "exponential"],
    ...["diffusion", "two-diffusion", "triplet"],
  ]);
  await expect(panel.locator(".tv-model")).toHaveCount(0);
  await fit.selectOption("Gaussian");
  await expect(panel.locator(".tv-model")).toBeVisible();
  await expect(panel.locator(".tv-residual-bars")).toBeVisible();
  await expect(panel.locator(".tv-residuals .tv-label")).toHaveText("residuals in standard errors");
  await expect(panel.locator(".readout")).toContainText(
    /model Gaussian height .* ±\s.* FWHM .* ±\s.*\sns centre 4\.0\d+ ±\s0\.0\d+\sns level .* deviance \d+ \(expected \d+ ± \d+\)/u,
  );
  await expect(panel.locator("desc")).toContainText("Gaussian fit: height");
  await expect.poll(() => page.url()).toContain("fit=gaussian");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(fit).toHaveValue("none");
  await expect(panel.locator(".tv-model")).toHaveCount(0);
  await expect.poll(() => page.url()).not.toContain("fit=");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(panel.locator(".tv-model")).toBeVisible();
});

test("a link restores the model, and an unknown model is ignored", async ({ page }) => {
  await sample(page, "&fit=lorentzian");
  const panel = page.locator(".figure-g2");
  await expect(panel.getByLabel("Fit of a model")).toHaveValue("lorentzian");
  await expect(panel.locator(".readout")).toContainText("Lorentzian");
  await followed(page, "v=1&open=sample&fit=voigt");
  await expect(panel.getByLabel("Fit of a model")).toHaveValue("none");
  await expect(panel.locator(".tv-model")).toHaveCount(0);
});

test("a model that does not describe the counts is dashed, and its numbers are without errors", async ({
  page,
}) => {
  await sample(page, "&fit=exponential");
  const panel = page.locator(".figure-g2");
  await expect(panel.locator(".tv-model")).toHaveAttribute("stroke-dasharray", "5 3");
  await expect(panel.locator(".readout")).toContainText(
    /model exponential, the nearest: it does not describe the counts .*height [\d.,]+ tau [\d.]+.ps centre/u,
  );
});
