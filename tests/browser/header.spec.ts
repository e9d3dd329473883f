import { expect, test } from "./fixtures";

const HEADER = "v1=2:300,0:100,1:-1,10:9223372036854775807";

test("a pasted header shows its partitions, sorted by either column, and a chart", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Paste a header" }).click();
  await page.getByLabel("A header to read").fill(`X-Read-Consistency-Offsets: ${HEADER}`);
  const rows = page.locator("table.partitions tbody tr");
  await expect(rows).toHaveCount(4);
  await expect(rows.locator("th")).toHaveText(["0", "1", "2", "10"]);
  await expect(rows.locator("td")).toHaveText(["100", "empty (-1)", "300", "9,223,372,036,854,775,807"]);
  await page.getByRole("button", { name: "offset", exact: true }).click();
  await expect(rows.locator("th")).toHaveText(["1", "0", "2", "10"]);
  await page.getByRole("button", { name: "offset", exact: true }).click();
  await expect(rows.locator("th")).toHaveText(["10", "2", "0", "1"]);
  await expect(page.locator(".figure-offsets .tv-dots")).toHaveCount(1);
  await expect(page.locator(".header-input")).toContainText("text v1");
  await expect.poll(() => page.url()).toContain("page=header");
});

test("a v2 header shows each cluster's offset of each compartment's partition", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  await page.getByLabel("A header to read").fill("v2=0/0:5;7,1/0:9");
  await expect(page.locator("table.partitions tbody th")).toHaveText([
    "0/0, cluster 0",
    "0/0, cluster 1",
    "1/0",
  ]);
  await expect(page.locator("table.partitions tbody td")).toHaveText(["5", "7", "9"]);
});

test("what is no header gets a sentence", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  await page.getByLabel("A header to read").fill("hello");
  await expect(page.locator("#header-error")).toBeVisible();
  await expect(page.locator("#header-error")).toHaveText(/\w{3,}.*\./u);
});

test("ten thousand partitions do not make the page wait", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  const text = `v1=${Array.from({ length: 10_000 }, (_, partition) => `${partition}:${partition * 3}`).join(",")}`;
  await page.getByLabel("A header to read").fill(text);
  await expect(page.locator(".header-input")).toContainText("10,000");
  const rows = page.locator("table.partitions tbody tr");
  expect(await rows.count()).toBeLessThanOrEqual(1000);
  await page.locator(".partition-panel .scroller").evaluate((node) => node.scrollTo(0, node.scrollHeight));
  await expect.poll(() => rows.count()).toBeGreaterThan(500);
});
