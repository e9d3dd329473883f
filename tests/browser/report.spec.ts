/** The report of the displayed panels: one self-contained page. */

import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printedBy, settled } from "./exporting";
import { drop, expect, test } from "./fixtures";
import { recording, twoChannels } from "./recording";

test("a report has charts, numbers, their command lines and the file's hash", async ({ page, context }) => {
  const folder = mkdtempSync(join(tmpdir(), "tagview-report-"));
  try {
    const bytes = recording(twoChannels());
    await page.goto("/");
    await drop(page, "two.tags", bytes);
    await expect(page.locator(".figure-rate .tv-line").first()).toBeVisible();
    await settled(page);
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save a report" }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe("two-report.html");
    const path = join(folder, "two-report.html");
    await download.saveAs(path);
    const html = readFileSync(path, "utf8");
    expect(html).not.toContain("<script");
    writeFileSync(join(folder, "two.tags"), bytes);

    const report = await context.newPage();
    await report.goto(`file://${path}`);
    await expect(report.locator(".verdict")).toHaveText(
      "No damage found, all tags in order, no rate halves, doubles, or drifts by a fifth.",
    );
    await expect(report.locator("table")).toContainText(createHash("sha256").update(bytes).digest("hex"));
    await expect(report.locator("h2")).toHaveText([
      "Channels",
      "Rate over time",
      "Gaps between tags of one channel",
      "Pairs of channels",
      "Correlation",
      "Coincidences",
    ]);
    const widths = await report
      .locator("img")
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
    expect(widths.length).toBeGreaterThan(3);
    expect(Math.min(...widths)).toBeGreaterThan(100);
    // The numbers are those that its command line prints.
    const coincidences = report.locator("section", { hasText: "CAR is the ratio" });
    const { patterns } = printedBy((await coincidences.locator("code").textContent()) ?? "", folder);
    await expect(coincidences.locator("pre")).toContainText(String(patterns[0].counts));
    // Numbers are rounded to their errors, as on the page.
    expect(await coincidences.locator("pre").textContent()).not.toMatch(/\d\.\d{6}/u);
    // The address of the server has the secret that opens it, so the report has the view alone.
    await expect(report.getByRole("row", { name: /^view #v=1&/u })).toBeVisible();
    expect(html).not.toContain("127.0.0.1");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a report of light without pairs states that once for the pair", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Single emitter" }).click();
  await expect(page.locator("table.coincidences").getByText("no pairs found").first()).toBeVisible();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a report" }).click();
  const html = readFileSync(await (await waiting).path(), "utf8");
  expect(html).toMatch(/pattern +3 \+ 15, no pairs found/u);
  expect(html.match(/no pairs found/gu)).toHaveLength(1);
});

test("a failure to load the code of a report is reported", async ({ page }) => {
  await page.route("**/report-*.js", (route) => route.abort());
  await page.goto("/");
  await drop(page, "two.tags", recording(twoChannels()));
  await page.getByRole("button", { name: "Save a report" }).click();
  await expect(page.locator(".notice p")).toHaveText(
    "This did not work: a part of the page could not be loaded. Try it again.",
  );
});
