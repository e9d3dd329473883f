/** The comparison of formats on a recording's page. */

import type { Page } from "@playwright/test";
import { drop, expect, test } from "./fixtures";
import { recording, type Tag } from "./recording";

function tags(count: number): Tag[] {
  return Array.from(
    { length: count },
    (_, k): Tag => [585950217716n + BigInt(k) * 700n + BigInt((k * k) % 97), [3n, 15n][k % 2] ?? 3n],
  );
}

async function opened(page: Page, count: number) {
  await page.goto("/");
  await drop(page, "some.tags", recording(tags(count)));
  await expect(page.locator(".figure-rate .tv-line").first()).toBeVisible();
  const panel = page.locator(".panel.comparison");
  await panel.getByRole("button", { name: "Show Other formats" }).click();
  return panel;
}

test("in little space, the folded panel is as high as its heading", async ({ page }) => {
  await page.goto("/");
  await drop(page, "some.tags", recording(tags(300)));
  await expect(page.locator(".figure-g2 .tv-line").first()).toBeVisible();
  const panel = page.locator(".panel.comparison");
  const heights = () => panel.evaluate((node) => [node.clientHeight, node.scrollHeight]);
  const [inner, content] = await heights();
  expect(inner).toBe(content);
  expect(inner).toBeGreaterThan(24);
});

test("formats are measured when asked for, filling in, the Pareto front marked", { tag: "@timed" }, async ({
  page,
}) => {
  const fetched: string[] = [];
  page.context().on("request", (request) => fetched.push(new URL(request.url()).pathname));
  const panel = await opened(page, 2000);
  await expect(panel.getByRole("button", { name: "Compare", exact: true })).toBeVisible();
  expect(fetched.filter((path) => path.includes("tagview_compare"))).toEqual([]);
  await page.evaluate(() => {
    const long: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration);
    }).observe({ type: "longtask", buffered: false });
    Object.assign(globalThis, { long });
  });
  await panel.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(panel.locator("tbody tr").first()).toBeVisible();
  await expect(panel.locator("tbody tr")).toHaveCount(70, { timeout: 60_000 });
  await expect(panel.getByRole("button", { name: "Compare again" })).toBeVisible();
  await expect(panel.locator(".field-note")).toContainText("All 2,000 tags.");
  await expect(panel.locator("svg [data-row]")).toHaveCount(70);
  expect(await panel.locator("tr.on-front").count()).toBeGreaterThan(0);
  await expect(panel.locator("tbody tr", { hasText: /^custom \+? ?/u }).first()).toContainText("kB");
  const long = await page.evaluate(() => (globalThis as unknown as { long: number[] }).long);
  // A machine that is busy with something else may stretch a task; one that measured here would take seconds.
  expect(Math.max(0, ...long)).toBeLessThan(1000);
});

test("a comparison can be cancelled, keeps its results, and can be restarted", async ({ page }) => {
  const panel = await opened(page, 4000);
  await panel.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(panel.locator("tbody tr").first()).toBeVisible();
  await panel.getByRole("button", { name: "Cancel" }).click();
  await expect(panel.locator(".field-note")).toContainText("Cancelled.");
  const rows = await panel.locator("tbody tr").count();
  expect(rows).toBeLessThan(70);
  await page.waitForTimeout(300);
  expect(await panel.locator("tbody tr").count()).toBe(rows);
  await panel.getByRole("button", { name: "Compare again" }).click();
  await expect(panel.locator("tbody tr")).toHaveCount(70, { timeout: 60_000 });
});
