/** Files of histograms in the page. */

import { decayCounts, phd } from "../support/other-taggers";
import { box, counts, drop, expect, test } from "./fixtures";

/** A decay of 2 ns in bins of 50 ps over 12.5 ns, as text. */
function decay(): Buffer {
  const rows = decayCounts().map((n, bin) => `${(0.05 * bin).toFixed(2)}\t${n}\n`);
  return Buffer.from(`time (ns)\tcounts\n${rows.join("")}`);
}

test("a histogram is drawn, and a decay is fitted once the period is known", async ({ page }) => {
  await page.goto("/");
  await drop(page, "decay.txt", decay());
  await expect(page.locator(".histogram-page h2").first()).toHaveText("decay.txt");
  const fact = (name: string) =>
    page.locator(".histogram-page .card dl div", { hasText: new RegExp(`^${name}`, "u") });
  await expect(fact("curves")).toContainText("1");
  await expect(fact("bin width")).toContainText(/50\.00\u00a0ps/u);
  const panel = page.locator(".figure-decay");
  await expect(panel.locator(".tv-lines path")).toHaveCount(1);
  await expect(panel.getByRole("alert").first()).toContainText("enter the period of the light");
  await panel.getByLabel("Period of the light").fill("12.5 ns");
  await panel.getByLabel("Period of the light").press("Enter");
  await expect(panel.locator(".tv-fit")).toHaveCount(1);
  await expect(panel.locator(".readout")).toContainText(
    /^lifetime (1\.9\d*|2\.0\d*) ±\u00a00\.\d+\u00a0ns .*period 12\.5\u00a0ns/u,
  );
  await panel.getByLabel("Period of the light").fill("12.5");
  await panel.getByLabel("Period of the light").press("Enter");
  await expect(panel.getByText("has no unit")).toBeVisible();
  // The link restores the period.
  await expect(page).toHaveURL(/period=1\.25e-8/u);
});

test("a text without a unit shows its own delays until it gets one", async ({ page }) => {
  await page.goto("/");
  const rows = Array.from({ length: 100 }, (_, k) => `${8 * k - 400}\t${200 - k + ((7 * k) % 5)}`);
  await drop(page, "bins.txt", Buffer.from(`${rows.join("\n")}\n`));
  const panel = page.locator(".figure-decay");
  await expect(panel.getByRole("alert").first()).toContainText("enter the unit of its delays");
  await expect(panel.locator(".tv-lines path")).toHaveCount(1);
  await expect(panel.locator(".tv-axis-x text").first()).toHaveText("−400");
  await expect(panel.locator(".tv-axis-x")).toContainText("delay (unit not stated)");
  await page.getByLabel("Unit of the delays").fill("ps");
  await page.getByLabel("Unit of the delays").press("Enter");
  await expect(panel.getByRole("alert").first()).toContainText("enter the period of the light");
  await page.getByLabel("Unit of the delays").fill("furlong");
  await page.getByLabel("Unit of the delays").press("Enter");
  await expect(page.locator(".histogram-page .card .field-error")).toContainText("furlong");
});

test("a text that looks like a histogram can be read as time tags", async ({ page }) => {
  await page.goto("/");
  const rows = Array.from({ length: 100 }, (_, k) => `${8 * k}\t${k % 4}`);
  await drop(page, "which.txt", Buffer.from(`${rows.join("\n")}\n`));
  const card = page.locator(".histogram-page .card");
  await expect(card).toContainText("Read as delays and counts");
  await expect(card).not.toContainText("tagview stats");
  await card.getByRole("button", { name: "Read as time tags" }).click();
  const form = page.getByRole("form", { name: "Columns of the text" });
  await form.getByLabel("Channel in column").fill("2");
  await form.getByLabel("Time in column").fill("1");
  await form.getByLabel("Unit of times").fill("ns");
  await form.getByRole("button", { name: "Read the text" }).click();
  await expect.poll(() => counts(page)).toEqual({ 0: "25", 1: "25", 2: "25", 3: "25" });
});

test("a file with a sync rate is fitted at once, and its curves are chosen in a list", async ({ page }) => {
  await page.goto("/");
  const curves = [
    { route: 0, resolution: 0.05, counts: decayCounts() },
    { route: 1, resolution: 0.05, counts: [1, 2, 3] },
  ];
  await drop(page, "dye.phd", Buffer.from(phd(curves, "a dye")));
  const panel = page.locator(".figure-decay");
  await expect(panel.locator(".readout")).toContainText(
    /^lifetime (1\.9\d*|2\.0\d*) ±\u00a00\.\d+\u00a0ns .*period 12\.5\u00a0ns/u,
  );
  await expect(page.locator(".histogram-page .card")).toContainText("a dye");
  await expect(page.locator(".histogram-page .card")).toContainText("PicoHarp 300");
  await page.getByRole("button", { name: "Curve 2, input 2: 6 counts" }).click();
  await expect(panel.locator(".readout")).not.toContainText("±");
  await expect(page.getByRole("button", { name: /^Curve 2/u })).toHaveAttribute("aria-current", "true");
  await page.reload();
  await drop(page, "broken.phd", Buffer.from(phd(curves.map((curve) => ({ ...curve, total: 7 })))));
  await expect(page.locator(".histogram-page .card .field-error").first()).toBeVisible();
});

test("delays begin at that of the first bin: on the axis, at the pointer and when zoomed", async ({
  page,
}) => {
  await page.goto("/");
  const rows = decayCounts().map((n, bin) => `${(20 + 0.05 * bin).toFixed(2)}\t${n}\n`);
  await drop(page, "late.txt", Buffer.from(`time (ns)\tcounts\n${rows.join("")}`));
  const panel = page.locator(".figure-decay");
  const axis = panel.locator(".tv-axis-x text");
  await expect(axis.first()).toHaveText(/^20\b/u);
  await panel.getByLabel("Period of the light").fill("12.5 ns");
  await panel.getByLabel("Period of the light").press("Enter");
  await expect(panel.locator(".tv-fit")).toHaveCount(1);
  await expect(axis.first()).toHaveText(/^20\b/u);
  const { x, y, width, height } = await box(panel.locator(".plot"));
  await page.mouse.move(x + 0.5 * width, y + height / 2);
  await expect(panel.locator(".readout-text")).toHaveText(
    /^2[56][.\d]*\sns – 2[56][.\d]*\sns \s*[\d,]+ counts/u,
  );
  await panel.locator(".plot").focus();
  await page.keyboard.press("+");
  await expect(page).toHaveURL(/delays=2\.\d+e-8\.\.3\.\d+e-8/u);
});
