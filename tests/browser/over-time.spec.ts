/** Many headers on the page: which partition is the problem. */

import { box, drag, drop, expect, test } from "./fixtures";

const SECONDS = [0, 15, 30, 45, 60, 75, 90];
const at = (k: number): string => new Date(Date.UTC(2026, 10, 23, 14, 0, SECONDS[k])).toISOString();

/**
 * Partition 2 moves back by 23,500, 3 stands still from the third header on, 5 moves at a fifth of the others' rate.
 */
function header(k: number): string {
  const offset = (p: number): number => {
    if (p === 2) return 50_000 + 1500 * k - (k < 4 ? 0 : 25_000);
    if (p === 3) return 70_000 + 1500 * Math.min(k, 2);
    return 80_000 + (p === 5 ? 300 : 1500) * k;
  };
  return `v1=${[0, 1, 2, 3, 4, 5].map((p) => `${p}:${offset(p)}`).join(",")}`;
}

const HEADERS = SECONDS.map((_, k) => header(k));
const LOG = HEADERS.map((value, k) => `${at(k)} X-Read-Consistency-Offsets: ${value}`).join("\n");
const PRODUCED = HEADERS.map((_, k) => `${at(k)} v1=0:${81_200 + 1500 * k},2:80000`).join("\n");

const VERDICT = [
  "1 partition fell back: 2 (by 23,500 between 14:00:45 UTC and 14:01:00 UTC).",
  "1 partition stands still while others move: 3 (since 14:00:30 UTC, 1 min).",
  "1 partition is slow (median 100/s): 5 (20/s).",
];

test("a log with many headers names the slow partition, and draws the movement of each", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  const given = page.getByLabel("A header to read");
  await given.fill(LOG.split("\n")[0] ?? "");
  await expect(page.locator(".figure-offsets")).toBeVisible();
  await expect(page.locator(".series-page")).toHaveCount(0);
  await given.fill(LOG);
  const verdict = page.getByRole("list", { name: "Verdict" }).getByRole("listitem");
  await expect(verdict).toHaveText(VERDICT);
  // Panels about a single header would show only the first one.
  await expect(page.locator(".figure-offsets")).toBeHidden();
  await expect(page.locator(".header-input")).not.toContainText("The first offset header");
  const map = page.locator(".figure-over-time");
  await expect(map.locator(".tv-rows text")).toHaveText(["2", "3", "5", "0", "1", "4"]);
  await expect(map.locator("path.tv-sback")).toHaveCount(1);
  await expect(map.locator("path.tv-sstill")).toHaveCount(1);
  const rows = page.locator(".series-partitions tbody tr");
  await expect(rows.first()).toHaveText("2fell back-16,000-178/s");
  await expect(rows.nth(2)).toHaveText("5slow1,80020/s");
  // A partition is found in the verdict, on the map and in the table.
  await verdict.nth(1).getByRole("button", { name: "3" }).click();
  await expect(map.locator("text.tv-worst")).toHaveText("3");
  await expect(page.locator(".series-partitions tr.chosen th")).toHaveText("3");
  await page.getByLabel("Find a partition").fill("5");
  await expect(rows).toHaveCount(1);
  await expect(map.locator(".tv-rows text")).toHaveText(["5"]);
  await given.fill(header(0));
  await expect(page.locator(".figure-offsets")).toBeVisible();
  await expect(page.locator(".series-page")).toBeHidden();
});

test("with others to compare with, lag is drawn, and time to catch up is reported", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  await page.getByLabel("A header to read").fill(LOG);
  await page.getByLabel("A second header to compare with").fill(PRODUCED);
  const verdict = page.getByRole("list", { name: "Verdict" });
  // 80,000 less 34,000, at 100 a second.
  await expect(verdict).toContainText("Furthest behind: 2 (46,000 to catch up, 7 min 40 s at its rate).");
  const row = page.locator(".series-partitions tbody tr").filter({ hasText: /^0/u });
  await expect(row).toHaveText("0moves9,000100/s1,20012 s");
  const map = page.locator(".figure-over-time");
  await expect(map.locator(".tv-legend")).toContainText("caught up");
  const place = map.locator(".plot");
  const plot = await box(place);
  const first = await box(map.locator(".tv-rows text").first());
  const point = { x: plot.width / 2, y: first.y + first.height / 2 - plot.y };
  await place.hover({ position: point });
  await expect(map.locator(".readout")).toHaveText(
    "2: 25,500 to catch up, 4 min 15 s at its rate, at 14:00:45 UTC",
  );
  await page.getByLabel("What is drawn").selectOption("movement");
  await expect(map.locator(".tv-legend")).toContainText("went back");
  const ticks = map.locator(".tv-axis-x text");
  const whole = await ticks.allTextContents();
  await drag(page, "over-time", 0.3, 0.5);
  await expect.poll(() => ticks.allTextContents()).not.toEqual(whole);
  await place.dblclick({ position: point });
  await expect.poll(() => ticks.allTextContents()).toEqual(whole);
});

test("headers without times have rates once their interval is given", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  const given = page.getByLabel("A header to read");
  await given.fill(HEADERS.join("\n"));
  const verdict = page.getByRole("list", { name: "Verdict" }).getByRole("listitem");
  await expect(verdict.last()).toHaveText("1 partition is slow (median 1,500 a step): 5 (300 a step).");
  // Lines are headers of their own, not one with line breaks in it.
  await expect(given).not.toHaveAttribute("aria-invalid", "true");
  await expect(page.locator(".findings .error")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Remarks" })).toContainText("No header has a time");
  const every = page.getByLabel("Time between headers");
  await every.fill("soon");
  await every.press("Enter");
  await expect(page.getByText('"soon" is not a duration')).toBeVisible();
  await every.fill("30s");
  await every.press("Enter");
  await expect(verdict.last()).toHaveText("1 partition is slow (median 50/s): 5 (10/s).");
  await expect(page.getByRole("list", { name: "Remarks" })).toBeHidden();
});

test("a cut header is reported, and its lost partitions do not count as missing", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  await page
    .getByLabel("A header to read")
    .fill(`${LOG.split("\n").slice(0, 2).join("\n")}\n${at(2)} v1=0:83000,1:`);
  await expect(page.getByRole("list", { name: "Remarks" })).toHaveText(
    "1 of 3 headers can't be read as a whole (number 3); what they lack does not count as missing.",
  );
  await expect(page.getByRole("list", { name: "Verdict" })).not.toContainText("missing");
});

test("a dropped HAR file with many headers is the same as its lines", async ({ page }) => {
  await page.goto("/");
  const entries = HEADERS.map((value, k) => ({
    startedDateTime: at(k),
    request: { headers: [{ name: "X-Read-Consistency-Offsets", value }] },
  }));
  await drop(page, "session.har", Buffer.from(JSON.stringify({ log: { entries: entries.reverse() } })));
  await expect(page.getByRole("list", { name: "Verdict" }).getByRole("listitem")).toHaveText(VERDICT);
  await expect(page.getByRole("list", { name: "Remarks" })).toHaveText(
    "The headers were put in order of their times.",
  );
});

test("the code for many headers is loaded with the second header, not before", async ({ page }) => {
  const loaded: string[] = [];
  page.on("requestfinished", (request) => loaded.push(request.url()));
  await page.goto("/#v=1&page=header");
  await page.getByLabel("A header to read").fill(header(0));
  await expect(page.locator(".figure-offsets .tv-dots")).toHaveCount(1);
  const before = loaded.length;
  await page.getByLabel("A header to read").fill(LOG);
  await expect(page.getByRole("list", { name: "Verdict" })).toBeVisible();
  expect(loaded.slice(before).some((url) => /\.js$/u.test(url))).toBe(true);
});

test("a link contains the headers of both boxes, and nothing else of their log", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/#v=1&page=header");
  const given = page.getByLabel("A header to read");
  const noise = LOG.replaceAll("X-Read", "Authorization: Bearer secret; X-Read");
  await given.fill(noise);
  await page.getByLabel("A second header to compare with").fill(PRODUCED);
  const verdict = page.getByRole("list", { name: "Verdict" }).getByRole("listitem");
  await expect(verdict.first()).toContainText("fell back");
  // The second box is read, too.
  await expect(verdict.filter({ hasText: "Furthest behind" })).toHaveCount(1);
  const sentences = await verdict.allInnerTexts();
  await page.getByRole("button", { name: "Copy a link that contains the headers" }).click();
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toContain("headers=");
  // The copied address does not contain it.
  expect(new URL(page.url()).hash).not.toContain("headers=");
  const link = await clipboard();
  expect(link.length).toBeLessThan(1000);
  for (const again of [link, null]) {
    await (again === null ? page.reload() : page.goto("about:blank").then(() => page.goto(link)));
    await expect(verdict).toHaveText(sentences);
    const text = await given.inputValue();
    expect(text).not.toContain("secret");
    expect(text.split("\n").length).toBe(HEADERS.length);
  }
  // Changed headers are no longer in the link.
  await given.fill(HEADERS[0] ?? "");
  await expect.poll(() => new URL(page.url()).hash).toBe("#v=1&page=header");
  await page.goto("/#v=1&page=header&headers=AAAA");
  await expect(page.getByRole("alert").filter({ hasText: "damaged" })).toBeVisible();
});
