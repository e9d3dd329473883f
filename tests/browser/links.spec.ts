/** Links to views of index-headers and repositories, and pasted headers after a reload. */

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryFiles, writeFiles } from "../support/icechunk";
import { indexHeader, numbered } from "../support/index-headers";
import { drop, expect, test } from "./fixtures";

const LABELS = { env: ["dev", "prod"], instance: numbered("10.0.0.1:", 700), job: ["api", "db"] };

test("a link shows the same label name, areas and searches of an index-header", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await drop(page, "block", indexHeader(LABELS));
  const values = page.locator("table.values tbody tr:not(.blank) th");
  await page.getByRole("button", { name: "job", exact: true }).click();
  await page.getByLabel("Filter values").fill("d");
  await expect(values).toHaveText(["db"]);
  await page.getByLabel("Search label names").fill("o");
  await page.getByLabel("Areas stand for").selectOption("postings");
  await expect(page.locator(".treemap .tv-chart")).toHaveAttribute("aria-label", /postings/u);
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("label=job&areas=postings&names=o&values=d");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export Areas" }).click();
  await page.getByRole("button", { name: "Save Areas as CSV" }).click();
  const csv = await (await download).path();
  expect(readFileSync(csv, "utf8")).toMatch(
    /^# file: block\n# areas: bytes of postings\nlabel,values,values_least,values_most,table_bytes,postings_bytes\n.*\n?instance,700,700,700,/su,
  );

  // Another file, and back.
  await drop(page, "other", indexHeader({ zone: ["a", "b", "c"] }));
  await expect(values).toHaveText(["a", "b", "c"]);
  await expect(page.getByLabel("Search label names")).toHaveValue("");
  await page.getByRole("button", { name: "block", exact: true }).click();
  await expect(values).toHaveText(["db"]);
  await expect(page.getByLabel("Search label names")).toHaveValue("o");
  await expect(page.getByLabel("Areas stand for")).toHaveValue("postings");

  await page.goto("about:blank");
  await page.goto(link);
  await drop(page, "block", indexHeader(LABELS));
  await expect(values).toHaveText(["db"]);
  await expect(page.getByLabel("Filter values")).toHaveValue("d");
  await expect(page.locator("table.labels tbody tr:not(.blank) th")).toHaveText(["job"]);
  await expect(page.getByLabel("Areas stand for")).toHaveValue("postings");
  // A label name that the file lacks.
  await page.goto("about:blank");
  await page.goto(link.replace("label=job", "label=nothing").replace("&values=d", ""));
  await drop(page, "block", indexHeader(LABELS));
  await expect(values.first()).toHaveText("10.0.0.1:00000");
});

test("a link shows the same snapshot, array and colours of a repository", async ({ page }, info) => {
  mkdirSync(info.outputDir, { recursive: true });
  const folder = writeFiles(join(info.outputDir, "weather"), repositoryFiles());
  await page.goto("/");
  await page.setInputFiles("#folder-picker", folder);
  await expect(page.locator(".figure-chunk-grid .tv-cells")).toBeVisible();
  await page.getByRole("button", { name: "By size" }).click();
  await page.getByRole("button", { name: "try something" }).click();
  const chosen = page.locator("table.history tbody tr.chosen button");
  await expect(chosen).toHaveText("try something");
  await expect.poll(() => page.url()).toMatch(/snapshot=\w+&by=size/u);
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await page.setInputFiles("#folder-picker", folder);
  await expect(chosen).toHaveText("try something");
  await expect(page.getByRole("button", { name: "By size" })).toHaveAttribute("aria-pressed", "true");
  // A snapshot that the repository lacks.
  await page.goto("about:blank");
  await page.goto(link.replace(/snapshot=\w+/u, "snapshot=NOTHING"));
  await page.setInputFiles("#folder-picker", folder);
  await expect(chosen).toHaveText("add temperature");
});

test("pasted headers return after a reload, and are gone once they are closed", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Paste a header" }).click();
  const [first, second] = [
    page.getByLabel("A header to read"),
    page.getByLabel("A second header to compare with"),
  ];
  const kept = (): Promise<string | null> => page.evaluate(() => sessionStorage.getItem("tagview headers"));
  await first.fill("v1=0:100,1:200");
  await expect.poll(kept).not.toBeNull();
  const withoutSecond = await kept();
  await second.fill("v1=0:150,1:260");
  await expect(page.locator("table.partitions tbody td").first()).toHaveText("60");
  await expect.poll(kept).not.toBe(withoutSecond);
  expect(page.url()).not.toContain("headers=");
  await page.reload();
  await expect(first).toHaveValue("v1=0:100,1:200");
  await expect(second).toHaveValue("v1=0:150,1:260");
  await expect(page.locator("table.partitions tbody td").first()).toHaveText("60");
  await page.locator("body").press("Delete");
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.getByRole("button", { name: "Paste a header" }).click();
  await expect(first).toHaveValue("");
});

test("a link of `tagview serve` is copied with the remark that its address ends", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const headers = { "tagview-address": "temporary" };
  await page.route("**/files.json", (route) => route.fulfill({ json: [], headers }));
  await page.goto("/");
  await drop(page, "block", indexHeader(LABELS));
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator(".notice p")).toHaveText(
    "The link is copied. It works until 'tagview serve' ends.",
  );
});
