/** The files that the page fetches, and when: rarely needed code is not loaded by every visitor. */

import type { Page } from "@playwright/test";
import { pageFiles } from "../../bench/page.mjs";
import { indexHeader } from "../support/index-headers";
import { drop, expect, test } from "./fixtures";
import { recording, twoChannels } from "./recording";

const LABELS = { env: ["dev", "prod"], job: ["api", "db"] };

/** Files loaded after the first charts are drawn. */
const LATE =
  /^(gaps|lifetime|decay|stability|verdict|coincidence-table|pattern-texts|cursors|rate-ticks|ticks|exact-time)-.*\.(js|css)$/u;

/** Starts recording the names of the files that the page and its workers fetch. */
function fetchedBy(page: Page): () => string[] {
  const names = new Set<string>();
  page.context().on("request", (request) => {
    const { protocol, pathname } = new URL(request.url());
    const name = pathname.split("/").at(-1) ?? "";
    if (protocol !== "blob:" && /\.(js|css|wasm|zst)$/u.test(name)) names.add(name);
  });
  return () => [...names].sort();
}

test("a recording's charts need one wasm module, and an index-header the other", async ({ page }) => {
  const fetched = fetchedBy(page);
  let release = (): void => {};
  const drawn = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => LATE.test(url.pathname.split("/").at(-1) ?? ""),
    async (route) => {
      await drawn;
      await route.continue();
    },
  );
  await page.goto("/");
  await expect.poll(fetched).toContain("warm-up.tags.zst");
  await drop(page, "a.tags", recording(twoChannels()));
  await expect(page.locator(".figure-rate .tv-line").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // The files that the benchmark counts as the first load; headless Chromium requests no icon.
  const first = pageFiles().filter(({ name, first }) => first && !/\.(html|svg)$/u.test(name));
  const isLate = (name: string): boolean => !first.some((file) => file.name === name);
  expect(fetched().filter((name) => !isLate(name))).toEqual(first.map(({ name }) => name).sort());
  release();
  await expect(page.getByRole("button", { name: "Show Lifetime" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Show Stability of the rates" })).toBeVisible();
  for (const name of fetched().filter(isLate)) expect(name).toMatch(LATE);
  await drop(page, "block", indexHeader(LABELS));
  await expect(page.locator("table.labels tbody tr:not(.blank)")).toHaveCount(2);
  const later = fetched().filter(isLate);
  for (const name of [/^tagview_more_bg-.*\.wasm$/u, /^more-instance-.*\.js$/u, /^page-.*\.js$/u])
    expect(later).toContainEqual(expect.stringMatching(name));
});

test("a failed load is reported, and repeated on the next use", async ({ page }) => {
  await page.goto("/");
  await page.route("**/tagview_more_bg-*.wasm", (route) => route.abort());
  await drop(page, "block", indexHeader(LABELS));
  await expect(page.locator(".nothing")).toContainText('part of tagview called "more" could not be loaded');
  await page.unrouteAll();
  await drop(page, "again", indexHeader(LABELS));
  await expect(page.locator("table.labels tbody tr:not(.blank)")).toHaveCount(2);
});
