import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { repositoryFiles, writeFiles } from "../support/icechunk";
import { box, expect, test } from "./fixtures";

const [REAL, LONG] = ["small-v2", "medium-v1"].map((name) =>
  fileURLToPath(new URL(`../../../shared/data/icechunk/${name}`, import.meta.url)),
) as [string, string];

/** A repository by hand, as a folder. */
function repository(root: string): string {
  mkdirSync(root, { recursive: true });
  return writeFiles(join(root, "weather"), repositoryFiles());
}

async function dropFolder(page: Page, path: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await client.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
}

const commits = "table.history tbody tr:not(.blank)";

test("a dropped repository shows history, nodes, chunk grid, sizes and manifests", async ({ page }, info) => {
  await page.goto("/");
  await dropFolder(page, repository(info.outputDir));
  await expect(page.locator(`${commits} button`)).toHaveText([
    "try something",
    "add temperature",
    "Repository initialized",
  ]);
  await expect(page.locator(`${commits} .ref`)).toHaveText(["dev", "main", "v1"]);
  await expect(page.locator(`${commits}.chosen button`)).toHaveText("add temperature");
  await expect(page.getByRole("treeitem", { selected: true })).toContainText("temperature");
  await expect(page.locator(".repository-changes tbody tr").first()).toContainText("/temperature");
  await expect(page.locator(".repository-changes th[scope=col]")).toHaveText(["change", "node", "details"]);
  await page.getByRole("button", { name: "About Changes" }).click();
  await expect(page.getByRole("dialog", { name: "About Changes" })).toContainText("number of chunks");
  await page.keyboard.press("Escape");
  await expect(page.locator(".figure-chunk-grid .readout")).toContainText(
    "3 of 4 chunks written, 1 not written",
  );
  for (const kind of ["native", "virtual", "inline", "missing"])
    await expect(page.locator(`.figure-chunk-grid .tv-cells .tv-kind-${kind}`)).toHaveCount(1);
  await expect(page.locator(".figure-chunk-sizes .tv-kind-virtual").first()).toBeVisible();
  await expect(page.locator(".repository-manifests tbody tr")).toHaveCount(1);
  await expect(page.locator(".icechunk-card .kinds")).toContainText("snapshots3");
});

test("keys choose snapshots, nodes and chunks", async ({ page }, info) => {
  await page.goto("/");
  await page.setInputFiles("#folder-picker", repository(info.outputDir));
  await expect(page.locator(".figure-chunk-grid .tv-cells")).toBeVisible();
  const drawn = page.locator(".figure-chunk-grid .chart svg");
  const before = await drawn.elementHandle();
  await page.locator(".figure-chunk-grid .plot").press("ArrowRight");
  await expect(page.locator(".figure-chunk-grid .readout")).toHaveText("chunk 0 / 0: inline, 3 B");
  // The cell is marked over the map, which is not drawn again.
  await expect(page.locator(".figure-chunk-grid .cell-ring")).toBeVisible();
  expect(await drawn.evaluate((now, before) => now === before, before)).toBe(true);
  await page.locator(".figure-chunk-grid .plot").press("ArrowDown");
  await expect(page.locator(".figure-chunk-grid .readout")).toHaveText("chunk 1 / 0: virtual, 8.59 GB");
  await page.getByRole("button", { name: "By size" }).click();
  await expect(page.locator(".figure-chunk-grid .tv-cells .tv-s1")).toHaveCount(1);
  const tree = page.getByRole("tree");
  await tree.press("Home");
  await tree.press("ArrowLeft");
  await expect(page.getByRole("treeitem")).toHaveCount(1);
  await tree.press("ArrowRight");
  await expect(page.getByRole("treeitem")).toHaveCount(2);
  await page.locator(".history-panel .scroller").press("ArrowUp");
  await expect(page.locator(`${commits}.chosen button`)).toHaveText("try something");
  await expect(page.getByRole("treeitem")).toHaveCount(1);
  await expect(page.locator(".repository-manifests")).toBeHidden();
});

test("in a narrow window, the panels of a repository stand below each other", async ({ page }, info) => {
  await page.setViewportSize({ width: 1024, height: 500 });
  await page.goto("/");
  await page.setInputFiles("#folder-picker", repository(info.outputDir));
  await expect(page.locator(".figure-chunk-grid .tv-cells")).toBeVisible();
  const panels = await page.locator(".repository .panel:visible").all();
  const boxes = await Promise.all(panels.map(box));
  expect(boxes.length).toBeGreaterThanOrEqual(5);
  boxes.sort((a, b) => a.y - b.y);
  for (const [place, { y, height }] of boxes.entries())
    expect(boxes[place + 1]?.y ?? Infinity).toBeGreaterThanOrEqual(y + height);
});

test("missing files of a repository are reported where they would be shown", async ({ page }, info) => {
  const files = Object.entries(repositoryFiles()).filter(([path]) => !path.startsWith("chunks/"));
  await page.goto("/");
  await page.setInputFiles(
    "#folder-picker",
    writeFiles(join(info.outputDir, "weather"), Object.fromEntries(files)),
  );
  await page.getByRole("button", { name: "Is all there?" }).click();
  await expect(page.locator(".icechunk-card .findings")).toContainText(/[Cc]hunk 0\/1 of \/\w+ is missing/u);
});

test("a real repository has its eight snapshots, and an array of three dimensions", async ({ page }) => {
  test.skip(!existsSync(REAL), "there are no real repositories");
  await page.goto("/");
  await page.setInputFiles("#folder-picker", REAL);
  await expect(page.locator(commits)).toHaveCount(8);
  await page.getByRole("treeitem", { name: /three-d/u }).click();
  await expect(page.locator(".figure-chunk-grid .readout")).toContainText(
    "4 of 8 chunks written, 4 not written",
  );
  await page.getByLabel("Dimension down").selectOption("x");
  await expect(page.getByLabel("Chunk of t")).toBeVisible();
  await page.getByRole("button", { name: "Is all there?" }).click();
  await expect(page.locator(".icechunk-card .check")).toContainText("all are there");
});

test("the chunks of a long array of one dimension fill the chart, and keys go through its lines", async ({
  page,
}) => {
  test.skip(!existsSync(LONG), "there are no real repositories");
  await page.goto("/");
  await page.setInputFiles("#folder-picker", LONG);
  await page.getByRole("treeitem", { name: /inline/u }).click();
  const plot = page.locator(".figure-chunk-grid .plot");
  const cells = await box(plot.locator(".tv-cells"));
  expect(cells.height).toBeGreaterThan((await box(plot)).height / 2);
  const readout = page.locator(".figure-chunk-grid .readout");
  await plot.press("ArrowRight");
  await expect(readout).toHaveText(/^chunks 0–\d+: /u);
  const first = /^chunks 0–(\d+): /u.exec(await readout.innerText());
  const per = Number(first?.[1]) + 1;
  await plot.press("ArrowDown");
  await expect(readout).toHaveText(new RegExp(`^chunks [1-9]\\d*–\\d+: ${per} inline`, "u"));
});
