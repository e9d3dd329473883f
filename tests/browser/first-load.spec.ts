/** What the page fetches, and when: what is rarely needed is not loaded by every visitor. */

import type { Page } from "@playwright/test";
import { indexHeader } from "../support/index-headers";
import { drop, expect, test } from "./fixtures";
import { recording, twoChannels } from "./recording";

const LABELS = { env: ["dev", "prod"], job: ["api", "db"] };
const MORE = "tagview_more_bg.wasm";

/** Names of the files that the page and its workers fetch from now on, without what tells builds apart. */
function fetchedBy(page: Page): () => string[] {
  const names = new Set<string>();
  page.context().on("request", (request) => {
    const { protocol, pathname } = new URL(request.url());
    const name = pathname.split("/").at(-1) ?? "";
    const isFile = /\.(js|css|wasm|zst)$/u.test(name);
    if (protocol !== "blob:" && isFile) names.add(name.replace(/-[\w-]{8}(\.\w+)$/u, "$1"));
  });
  return () => [...names].sort();
}

test("a recording's charts need one wasm module, and an index-header the other", async ({ page }) => {
  const fetched = fetchedBy(page);
  await page.goto("/");
  await expect.poll(fetched).toContain("warm-up.tags.zst");
  await drop(page, "a.tags", recording(twoChannels()));
  await expect(page.locator(".figure-rate .tv-line").first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const first = ["browser-worker.js", "index.css", "index.js", "tagview_main_bg.wasm", "warm-up.tags.zst"];
  expect(fetched()).toEqual(first);
  await drop(page, "block", indexHeader(LABELS));
  await expect(page.locator("table.labels tbody tr:not(.blank)")).toHaveCount(2);
  expect(fetched()).toEqual(expect.arrayContaining([...first, "more-instance.js", MORE]));
});

test("what could not be loaded is said, and loaded when it is needed again", async ({ page }) => {
  await page.goto("/");
  await page.route(`**/${MORE.replace(".", "-*.")}`, (route) => route.abort());
  await drop(page, "block", indexHeader(LABELS));
  await expect(page.getByText('the part of tagview called "more" could not be loaded')).toBeVisible();
  await page.unrouteAll();
  await drop(page, "again", indexHeader(LABELS));
  await expect(page.locator("table.labels tbody tr:not(.blank)")).toHaveCount(2);
});
