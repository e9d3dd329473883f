import { readFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { choose, settled } from "./exporting";
import { counts, drag, drop, expect, large, press, test } from "./fixtures";
import { recording, threeChannels, twoChannels } from "./recording";

const THREE = () => recording(threeChannels());

async function opened(page: Page): Promise<void> {
  await page.goto("/");
  await drop(page, "three.tags", THREE());
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  await expect(page.locator("table.coincidences tbody:not(.remarks) tr")).toHaveCount(1);
}

async function saved(page: Page, doIt: () => Promise<void>): Promise<{ download: Download; bytes: Buffer }> {
  const waiting = page.waitForEvent("download");
  await doIt();
  const download = await waiting;
  return { download, bytes: readFileSync(await download.path()) };
}

/** Saves a chart by its menu. */
async function save(page: Page, figure: string, kind: string): Promise<Buffer> {
  const menu = page.locator(`.figure-${figure} .menu`);
  const { download, bytes } = await saved(page, async () => {
    await page.locator(`.figure-${figure} .menu-place > button`).click();
    await menu.getByText(kind, { exact: true }).click();
  });
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^three-\\w+-[-123]+\\.${kind.toLowerCase()}$`, "u"),
  );
  await expect(menu).toBeHidden();
  return bytes;
}

test("every chart is saved as SVG, PNG and CSV", async ({ page }) => {
  await opened(page);
  const first = {
    rate: /^from \(ticks\)|^time/u,
    gaps: /^gap/u,
    matrix: /^channel a,channel b/u,
    g2: /^delay/u,
    coincidences: /^channels,window/u,
  };
  for (const figure of ["rate", "gaps", "matrix", "g2", "coincidences"] as const) {
    const svg = (await save(page, figure, "SVG")).toString();
    expect(svg, figure).toMatch(/^<svg[^>]+xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u);
    expect(svg).toContain("<title>");
    const png = await save(page, figure, "PNG");
    expect(png.subarray(1, 4).toString(), figure).toBe("PNG");
    const [, width] = /viewBox="0 0 (\d+) /u.exec(svg) ?? [];
    expect(png.readUInt32BE(16)).toBe(2 * Number(width));
    // More than one colour was drawn: a blank picture packs into next to nothing.
    expect(png.length).toBeGreaterThan(3000);
    const csv = (await save(page, figure, "CSV")).toString();
    const numbers = csv.split("\n").filter((line) => !line.startsWith("#"));
    expect(numbers[0], figure).toMatch(first[figure]);
    expect(numbers.length).toBeGreaterThan(2);
  }
});

test("what was saved is stated in the status line for some seconds, and in no headline", async ({ page }) => {
  await opened(page);
  await settled(page);
  const headline = page.locator(".figure-g2 .readout");
  const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "g2", "CSV")]);
  const note = page.locator(".status").getByText(`Saved as ${download.suggestedFilename()}.`);
  await expect(note).toBeVisible();
  await expect(headline).not.toContainText("Saved");
  await expect(note).toBeHidden();
});

test("the correlation's CSV has the numbers of the chart", async ({ page }) => {
  await opened(page);
  const text = (await save(page, "g2", "CSV")).toString();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines).toHaveLength(1 + 129);
  expect(lines.find((line) => line.startsWith("26,"))).toMatch(/,1200,/u);
});

test("the whole view is saved as one JSON with exact integers", async ({ page }) => {
  const huge = 9_007_199_254_740_993n;
  const tags = threeChannels().map(([time, channel]) => [time + huge, channel] as const);
  await page.goto("/");
  await drop(page, "three.tags", recording(tags));
  await expect(page.locator("table.coincidences tbody:not(.remarks) tr")).toHaveCount(1);
  await page.getByLabel("Range to").fill("99950000 ticks");
  await page.getByLabel("Range to").press("Enter");
  await expect(page.locator("table.coincidences td").first()).toHaveText("1,000 ± 32");
  await expect.poll(() => counts(page)).toMatchObject({ "1": "1,000" });
  const { download, bytes } = await saved(page, () =>
    page.getByRole("button", { name: "Save the view as JSON" }).click(),
  );
  expect(download.suggestedFilename()).toBe("three.tags.view.json");
  const text = bytes.toString();
  expect(text).toContain(`"first":${huge},`);
  expect(text).not.toContain("NaN");
  const view = JSON.parse(text);
  expect(view).toMatchObject({
    file: "three.tags",
    bytes: recording(tags).length,
    tags: 6000,
    complete: true,
    selection: { from: 0, to: 99_950_000 },
    parameters: { a: 1, b: 2, bin: 1, from: -64, to: 64, window: 32, patterns: [[1, 2]] },
    results: {
      peak: { delay: 26 },
      coincidence: { window: 32, patterns: [{ channels: [1, 2], counts: 1000 }] },
      summary: { tags: 2999 },
    },
    compared: null,
  });
  expect(view.results.correlation.counts[64 + 26]).toBe(600);
  expect(view.results.pairs.pairs).toHaveLength(6);
});

test("a copied link restores the view when the same file is dropped, and only then", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await opened(page);
  await page.locator(".tv-cell[data-a='2'][data-b='3']").click();
  await page.getByLabel("Coincidence window").fill("50");
  await page.getByLabel("Coincidence window").press("Enter");
  await page.getByLabel("Pattern to count").fill("1,2");
  await page.getByLabel("Pattern to count").press("Enter");
  await drag(page, "rate", 0.3, 0.6);
  await page.getByRole("switch", { name: "Channel 1" }).click();
  await expect(page.locator("table.coincidences tbody:not(.remarks) tr")).toHaveCount(2);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator("#live")).toContainText("The link is copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const numbers = await counts(page);

  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.locator(".empty-what")).toContainText("Drop three.tags");
  // Another file with the same name.
  await drop(page, "three.tags", recording(twoChannels()));
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
  await drop(page, "three.tags", THREE());
  await expect(page.locator(".figure-g2 h2")).toHaveText("Correlation 2 → 3");
  await expect.poll(() => counts(page)).toEqual(numbers);
  await expect(page.getByRole("switch", { name: "Channel 1" })).not.toBeChecked();
  await expect(page.locator("table.coincidences tbody:not(.remarks) tr")).toHaveCount(2);
  await expect.poll(() => new URL(page.url()).hash).toBe(new URL(link).hash);
});

test("two recordings are drawn into every chart, their coincidences side by side", async ({ page }) => {
  await page.goto("/");
  const half = threeChannels().slice(0, 3000);
  await page.setInputFiles("#picker", [
    { name: "after.tags", mimeType: "", buffer: THREE() },
    { name: "before.tags", mimeType: "", buffer: recording(half) },
  ]);
  await expect(page.locator(".figure-g2 .tv-line")).toHaveCount(1);
  await page.getByRole("button", { name: "Compare with before.tags" }).click();
  await expect(page.locator(".figure-rate .tv-second")).toHaveCount(3);
  await expect(page.locator(".figure-gaps .tv-second").first()).toBeVisible();
  await expect(page.locator(".figure-g2 .tv-second")).toHaveCount(1);
  const rows = page.locator("table.coincidences tbody:not(.remarks) tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0).locator("td").first()).toHaveText("2,000 ± 45");
  await expect(rows.nth(1)).toContainText("before.tags");
  await expect(rows.nth(1).locator("td").first()).toHaveText("1,000 ± 32");
  await page.getByRole("button", { name: "Compare with before.tags" }).click();
  await expect(rows).toHaveCount(1);
  for (const figure of ["rate", "gaps", "g2"])
    await expect(page.locator(`.figure-${figure} .tv-second`)).toHaveCount(0);
});

test("without memory for tags, every question decodes the file again, and the page reports it", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("tagview", JSON.stringify({ budget: 0 })));
  await opened(page);
  await expect(page.locator(".status .kept")).toHaveText(
    "0 tags are in memory (0 B); each query decodes the remaining tags again.",
  );
  await page.getByLabel("Coincidence window").fill("0");
  await page.getByLabel("Coincidence window").press("Enter");
  await expect(page.locator("table.coincidences td").first()).toHaveText("0 (0.00 to 0.993)");
});

test("the memory for decoded tags is a setting, checked and remembered", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "deviceMemory", { value: undefined }));
  await opened(page);
  await press(page, "?");
  const budget = page.getByLabel("Memory for decoded tags", { exact: true });
  await expect(budget).toHaveValue("256");
  await budget.fill("lots");
  await budget.press("Enter");
  await expect(page.getByRole("alert").filter({ visible: true })).toContainText("not a possible budget");
  await budget.fill("64");
  await budget.press("Enter");
  await expect(budget).not.toHaveAttribute("aria-invalid", "true");
  await page.reload();
  await press(page, "?");
  await expect(budget).toHaveValue("64");
});

test("a long question shows its progress, and can be stopped", async ({ page }) => {
  test.setTimeout(180_000);
  // Nothing is held, so that every question decodes the file again.
  await page.addInitScript(() => localStorage.setItem("tagview", JSON.stringify({ budget: 0 })));
  await page.goto("/");
  await page.setInputFiles("#picker", large());
  const status = page.locator(".status-text");
  await expect(status).toContainText("read in", { timeout: 120_000 });
  await expect(page.locator("table.coincidences td").first()).toBeVisible({ timeout: 60_000 });
  // Intermediate results are counted again for the whole recording.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 60_000 });
  // The first word of progress is heard, and counting is stopped at once.
  const heard = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new MutationObserver((_, observer) => {
          const cancel = document.querySelector<HTMLButtonElement>(".status .cancel-counting");
          if (!cancel || cancel.hidden) return;
          observer.disconnect();
          resolve(document.querySelector(".status-text")?.textContent ?? "");
          cancel.click();
        }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
  );
  const window = page.getByLabel("Coincidence window", { exact: true });
  await window.fill("7 ns");
  await window.press("Enter");
  expect(await heard).toMatch(/^counting coincidences · \d+\s%/u);
  await expect(status).toContainText("read in");
  await expect(page.locator(".figure-coincidences")).toContainText("This was stopped before it was counted.");
  await window.fill("5 ns");
  await window.press("Enter");
  await expect(page.locator(".figure-coincidences")).not.toContainText("stopped", { timeout: 60_000 });
  await expect(page.locator("table.coincidences td").first()).toBeVisible({ timeout: 60_000 });
});
