import { drop, expect, press, test } from "./fixtures";
import { recording, twoChannels } from "./recording";

/** Files of different formats are open at the same time, each in the viewer of its format. */

const two = () => recording(twoChannels());

test("a recording and a header are in one list, which switches between their viewers", async ({ page }) => {
  await page.goto("/");
  await drop(page, "two.tags", two());
  // A recognised recording replaces the displayed one.
  await expect(page.locator(".card h2")).toBeVisible();
  await press(page, "h");
  await expect(page.getByLabel("A header to read")).toBeFocused();
  await page.keyboard.insertText("v1=0:100,1:200");
  const list = page.getByRole("navigation", { name: "Open files" });
  await expect(list.locator(".file")).toHaveText(["two.tags", "Consistency header"]);
  // A recording is compared with recordings only.
  await expect(list.getByText("compare")).toHaveCount(0);
  await list.getByRole("button", { name: "two.tags", exact: true }).click();
  await expect(page.locator(".card h2")).toBeVisible();
  await list.getByRole("button", { name: "Consistency header", exact: true }).click();
  // The typed text is still there.
  await expect(page.getByLabel("A header to read")).toHaveValue("v1=0:100,1:200");
  await expect(page.locator("table.partitions tbody td")).toHaveText(["100", "200"]);
  await page.getByRole("button", { name: "Paste a header" }).click();
  await expect(page.locator(".card h2")).toBeVisible();
  await press(page, "p");
  await expect(page.getByLabel("A header to read")).toBeVisible();
  await press(page, "t");
  await expect(page.locator(".card h2")).toBeVisible();
  await list.getByRole("button", { name: "Close Consistency header" }).click();
  await expect(list).toBeHidden();
  await page.locator("body").press("Delete");
  await expect(page.getByRole("button", { name: "Look at a sample" })).toBeVisible();
});

test("a view is kept while a header is looked at", async ({ page }) => {
  await page.goto("/");
  await drop(page, "two.tags", two());
  await page.getByRole("switch", { name: "Channel 9" }).click();
  await page.getByRole("button", { name: "Paste a header" }).click();
  await expect(page.getByLabel("A header to read")).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe("#v=1&page=header");
  await page.getByRole("link", { name: "tagview" }).click();
  await expect(page.getByRole("switch", { name: "Channel 9" })).not.toBeChecked();
  await expect.poll(() => page.url()).toContain("off=9");
});

test("a dropped file is opened by its content, regardless of its name", async ({ page }) => {
  await page.goto("/");
  await drop(page, "run.txt", two());
  await expect(page.locator(".card h2")).toHaveText("run.txt");
  await drop(page, "dump.tags", Buffer.from("> Host: mimir\n> X-Read-Consistency-Offsets: v1=0:7,1:9\n"));
  await expect(page.locator("table.partitions tbody td")).toHaveText(["7", "9"]);
  await expect(page).toHaveTitle("dump.tags – tagview");
  await expect(page.locator(".file-list .file").filter({ visible: true })).toHaveText([
    "run.txt",
    "dump.tags",
  ]);
});

test("text that is dropped anywhere is put into the page of headers", async ({ page }) => {
  await page.goto("/");
  await drop(page, "two.tags", two());
  await expect(page.locator(".figure-rate .tv-line").first()).toBeVisible();
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.setData("text/plain", "v1=3:5");
    return transfer;
  });
  await page.dispatchEvent("body", "drop", { dataTransfer });
  await expect(page.getByLabel("A header to read")).toHaveValue("v1=3:5");
  await expect(page.locator("table.partitions tbody td")).toHaveText(["5"]);
});

test("an old link that names both a header's page and the sample shows the sample", async ({ page }) => {
  await page.goto("/#v=1&page=header&open=sample&off=3");
  await expect(page.locator(".card h2")).toHaveText("sample.tags.zst");
  await expect(page.getByRole("switch", { name: "Channel 3" })).not.toBeChecked();
});

test("the first screen has three doors, each with a preview of its sample", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(".door h2")).toHaveText(["Time tags", "Offset header", "Index or repository"]);
  await page.getByRole("button", { name: "Try an example" }).click();
  await expect(page.locator("table.partitions tbody tr").first()).toContainText("5,497");
  await page.goto("about:blank");
  await page.goto("/");
  await page.getByRole("button", { name: "Open an example" }).click();
  await expect(page.locator(".block-card")).toContainText("trace_id: 400 values look like");
  await expect.poll(() => page.url()).toContain("open=sample-index-header");
  // A link to it opens it automatically.
  await page.reload();
  await expect(page.locator("table.values tbody tr:not(.blank)").first()).toBeVisible();
  for (const panel of await page.locator(".table-panel, .treemap-panel").filter({ visible: true }).all())
    await expect(panel.locator(".lead")).not.toBeEmpty();
});
