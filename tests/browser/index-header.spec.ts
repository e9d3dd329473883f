import { gzipSync } from "node:zlib";
import { indexHeader, numbered } from "../support/index-headers";
import { drop, expect, test } from "./fixtures";

const LABELS = { env: ["dev", "prod"], instance: numbered("10.0.0.1:", 700), job: ["api", "db"] };

test("a dropped index-header shows its label names, and the values of the largest", async ({ page }) => {
  await page.goto("/");
  await drop(page, "block", indexHeader(LABELS));
  const labels = page.locator("table.labels tbody tr:not(.blank)");
  await expect(labels).toHaveCount(3);
  await expect(labels.locator("th")).toHaveText(["instance", "env", "job"]);
  await expect(labels.first().locator("td").first()).toHaveText("700");
  await expect(page.locator(".block-card")).toContainText("values look like address");
  await expect(page.locator(".treemap .tv-area")).toHaveCount(3);
  const values = page.locator("table.values tbody tr:not(.blank) th");
  await expect(values.first()).toHaveText("10.0.0.1:00000");
  await page.getByLabel("Filter values").fill(":0069");
  await expect(values).toHaveText(Array.from({ length: 10 }, (_, k) => `10.0.0.1:0069${k}`));
  await page.getByRole("button", { name: "job", exact: true }).click();
  await expect(values).toHaveText(["api", "db"]);
  await page.getByLabel("Search label names").fill("en");
  await expect(labels.locator("th")).toHaveText(["env"]);
});

test("a damaged index-header shows what can be read, and says what is wrong", async ({ page }) => {
  await page.goto("/");
  const file = indexHeader(LABELS);
  await drop(page, "block", file.subarray(0, file.length / 2));
  await expect(page.locator(".block-card .findings .error").first()).toContainText("At byte");
  await expect(page.locator("table.labels tbody tr:not(.blank)").first()).toBeVisible();
});

test("a sparse header shows its samples", async ({ page }) => {
  await page.goto("/");
  // A symbol; of the label a the samples x and y, at bytes 8 and 20 of the table.
  const label = "0a0161" + "1211" + "0a05" + "0a01781008" + "0a05" + "0a01791014" + "10f403";
  const message = `0a050a01081001${"121a"}${"0a16"}${label}1020`;
  await drop(page, "renamed", gzipSync(Buffer.from(message, "hex")));
  await expect(page.locator("table.labels tbody th")).toHaveText(["a"]);
  await expect(page.locator("table.values tbody th")).toHaveText(["x", "y"]);
  await expect(page.locator(".values-panel .field-note")).toContainText("only these samples");
});

test("a click on an area, and on a heading", async ({ page }) => {
  await page.goto("/");
  await drop(page, "block", indexHeader(LABELS));
  await page.locator(".treemap [data-label]").last().click();
  await expect(page.locator(".values-panel h2")).toHaveText(/env|job/);
  await page.getByRole("button", { name: "label name", exact: true }).click();
  await expect(page.locator("table.labels tbody th")).toHaveText(["env", "instance", "job"]);
});

test("a million values show their table and are filtered at once", async ({ page }) => {
  await page.goto("/");
  const one = numbered("value-", 5000);
  const labels = Object.fromEntries(numbered("name-", 199).map((name) => [name, one]));
  const file = indexHeader({ ...labels, "name-1": numbered("pod-", 99_999) });
  // The first drop loads the page of the viewer.
  await drop(page, "small", indexHeader(LABELS));
  await expect(page.locator("table.labels tbody tr:not(.blank)")).toHaveCount(3);
  const took = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], "large"));
    const began = performance.now();
    document.body.dispatchEvent(
      new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }),
    );
    while (document.querySelectorAll("table.labels tbody tr:not(.blank)").length < 10) {
      await new Promise(requestAnimationFrame);
    }
    return performance.now() - began;
  }, file.toString("base64"));
  console.log(`a table of ${file.length} bytes after ${took.toFixed(0)} ms`);
  await expect(page.locator(".values-panel h2")).toHaveText("name-1");
  await expect(page.locator(".values-panel .panel-head .faint")).toHaveText("99,999");
  const key = await page.getByLabel("Filter values").evaluate((box) => {
    const began = performance.now();
    (box as HTMLInputElement).value = "9";
    box.dispatchEvent(new Event("input", { bubbles: true }));
    void document.body.offsetHeight;
    return performance.now() - began;
  });
  console.log(`a key in the filter of 99,999 values: ${key.toFixed(1)} ms`);
  await expect(page.locator(".values-panel .panel-head .faint")).toHaveText("40,950 of 99,999");
});
