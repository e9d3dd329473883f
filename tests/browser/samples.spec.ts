/** The samples of the start page show what the sentences above their charts describe. */

import type { Page } from "@playwright/test";
import { settled } from "./exporting";
import { expect, test } from "./fixtures";

async function opened(page: Page, button: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: button, exact: true }).click();
  await expect(page.locator(".tour")).toContainText("What to look for");
  await expect(page.locator(".tour li")).toHaveCount(3);
}

/** Expects that no number is a zero with a sign. */
test.afterEach(async ({ page }) => {
  await settled(page);
  await expect(page.locator("main")).not.toContainText(/−0\.0+(?!\d)/u);
});

const headline = (page: Page, figure: string) => page.locator(`.figure-${figure} .readout`);

test("photon pairs have a peak", async ({ page }) => {
  await opened(page, "Look at a sample");
  await expect(headline(page, "g2")).toContainText(/delay 3 → 15 4\.\d+ ±.*ns/u);
  await expect(page.locator("table.coincidences")).toContainText(/15: \d/u);
  await expect(page.locator("table.coincidences")).not.toContainText("no pairs found");
});

test("a single emitter has a dip, with its fit", async ({ page }) => {
  await opened(page, "Single emitter");
  // Less than 0 is impossible.
  await expect(headline(page, "g2")).toContainText(/model two-level .*lowest g2 below 0\.\d+ \(95 %\)/u);
  await expect(headline(page, "gaps")).toContainText(/dead time 3: (49|50)\.\d+ ±\s0\.\d+\sns/u);
  // Its efficiencies are those of accidentals only.
  await expect(page.locator("table.coincidences").getByText("no pairs found")).toHaveCount(1);
  await expect(page.locator("table.coincidences .without-pairs th")).toContainText("no pairs found");
});

test("a lifetime is that of the simulated light, and g2 is low", async ({ page }) => {
  await opened(page, "Lifetime");
  await expect(headline(page, "g2")).toContainText(
    /g2 by areas 0\.[12].*relative to the neighbouring pulses/u,
  );
  await expect(headline(page, "lifetime")).toContainText(/^lifetime 3\.[456]\d* ±/u);
});

test("the page shows the lost parts of a damaged file", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await opened(page, "Damaged file");
  await expect(page.getByRole("region", { name: "Damage", exact: true })).toContainText("frame is damaged");
  await expect(page.locator(".verdict")).toContainText(/fall to .* from 3\d\d\sms to (49|50)\d\sms/u);
  await page.locator(".tour summary").click();
  await expect(page.locator(".tour li").first()).toBeHidden();
});

test("an offset header has a tour, until another one is entered", async ({ page }) => {
  await opened(page, "Try an example");
  await expect(page.locator(".progress-incidents")).toContainText("2 partitions stood still: 0; 4.");
  await expect(page.locator(".partitions tbody tr").first()).toContainText("15,497");
  await page.locator("#header-box").fill("v1=0:18203377");
  await expect(page.locator(".tour")).toBeHidden();
});

test("an index and a repository have a tour too", async ({ page }) => {
  await opened(page, "Open an example");
  await expect(page.locator(".tour")).toContainText("trace_id has 400 values");
  await expect(page.getByRole("row", { name: /^trace_id/u }).first()).toContainText("400");
  const { height } = (await page.locator(".tour").boundingBox()) ?? { height: Number.NaN };
  expect(height).toBeLessThan(140);
  await page.goto("about:blank");
  await opened(page, "Icechunk repository");
  await expect(page.getByRole("treeitem", { name: /^wind/u })).toBeVisible();
  // The message of the chosen commit is cut in the history.
  await expect(page.locator(".repository-changes")).toContainText(
    "Write July to September; the wind was not",
  );
  await page.reload();
  await expect(page.locator(".tour")).toContainText("the branch recalibrated begins at the tag first-half");
  await page.getByRole("button", { name: "Is all there?" }).click();
  await expect(page.locator(".icechunk-card .findings")).toContainText("chunks/");
});

test("on a low screen, the correlation of each sample is in sight, below two lines of text", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  for (const sample of ["Look at a sample", "Single emitter", "Lifetime", "Damaged file"]) {
    await page.goto("/");
    await page.getByRole("button", { name: sample, exact: true }).click();
    await expect(page.locator(".figure-g2 .tv-line, .figure-g2 .tv-bars").first()).toBeVisible();
    await expect(page.locator(".figure-g2 .plot")).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".tour li").first()).toBeInViewport({ ratio: 1 });
    await expect.poll(() => roomAbove(page)).toBeLessThanOrEqual(95);
  }
});

/** Pixels from the top of the correlation's panel to its chart. */
const roomAbove = (page: Page): Promise<number> =>
  page.locator(".figure-g2").evaluate((panel) => {
    const [top = 0, chart = Number.NaN] = [panel, panel.querySelector(".plot")].map(
      (part) => part?.getBoundingClientRect().top,
    );
    return chart - top;
  });

test("single characters act on the first page, and the list of keys always", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("s");
  await expect(page.locator(".figure-rate")).toBeVisible();
  await page
    .locator("header, body")
    .first()
    .hover({ position: { x: 400, y: 5 } });
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog").filter({ visible: true })).toContainText("dark or light");
});

test("on a low screen, a button shows the remarks and the settings of a panel in full", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto("/");
  await page.getByRole("button", { name: "Lifetime", exact: true }).click();
  const panel = page.locator(".figure-lifetime");
  const remark = panel.locator(".key-figures dd.faint").first();
  const more = panel.getByRole("button", { name: /^\d remarks: Lifetime$/u });
  await expect(remark).toBeHidden();
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("button", { name: "More: Lifetime" })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await expect(remark).toBeVisible();
  await expect(panel.getByLabel("Number of decays")).toBeInViewport();
});
