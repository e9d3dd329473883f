import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { indexHeader, numbered } from "../support/index-headers";
import { indexOf, PODS } from "../support/index-series";
import { drop, dropFile, expect, kept, test } from "./fixtures";

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

test("a damaged index-header shows its readable part, and reports its errors", async ({ page }) => {
  await page.goto("/");
  const file = indexHeader(LABELS);
  await drop(page, "block", file.subarray(0, file.length / 2));
  await expect(page.locator(".block-card .findings .error").first()).toContainText("At byte");
  await expect(page.locator("table.labels tbody tr:not(.blank)").first()).toBeVisible();
  // Every panel that shows a part of it has a mark.
  const marks = page.locator(".block-page .chip").filter({ visible: true });
  await expect(marks).toHaveText(["damaged", "damaged", "damaged", "damaged"]);
  await drop(page, "sound", file);
  await expect(page.locator(".block-page h2").first()).toHaveText("sound");
  await expect(marks).toHaveCount(0);
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
  const values = await page.locator("table.labels tbody td").first().innerText();
  await expect(page.locator(".treemap .tv-area title")).toHaveText(`a: ${values} values`);
});

test("a click on an area, and on a heading", async ({ page }) => {
  await page.goto("/");
  await drop(page, "block", indexHeader(LABELS));
  await page.locator(".treemap [data-label]").last().click();
  await expect(page.locator(".values-panel h2")).toHaveText(/env|job/);
  await page.getByRole("button", { name: "label name", exact: true }).click();
  await expect(page.locator("table.labels tbody th")).toHaveText(["env", "instance", "job"]);
});

test("a dropped index shows the labels of its series, and damage among them", async ({ page }) => {
  await page.goto("/");
  const file = indexOf(PODS);
  await drop(page, "index", file);
  const rows = page.locator("table.series tbody tr:not(.blank)");
  await expect(rows.locator("th")).toHaveText(["pod", "job", "__name__"]);
  await expect(rows.first().locator("td")).toHaveText(["40", "40", "39.0"]);
  await expect(page.locator(".series-note")).toContainText("42 series · 43 chunks");
  await expect(page.locator(".series-note")).toContainText("2023-11-14 22:13:20 UTC");
  await page.locator(".series-note summary").click();
  await expect(page.locator(".series-note .largest li").nth(1)).toHaveText("web (job)39.0 of 40");
  await page.locator("table.series").getByRole("button", { name: "job" }).click();
  await expect(page.locator(".values-panel h2")).toHaveText("job");
  await expect(page.locator(".block-card")).toContainText("Metric names with most series");

  // The second offset of the table of contents, 44 bytes before the end, is the position of the series.
  const at = Math.ceil(Number(file.readBigUInt64BE(file.length - 44)) / 16) * 16;
  file[at + 3] = (file[at + 3] ?? 0) ^ 1;
  await drop(page, "damaged", file);
  await expect(page.locator(".series-note .field-error")).toHaveText(
    /^\d+ findings?, listed with the file\.$/u,
  );
  await expect(page.locator(".block-card .findings .error").first()).toContainText("Series: the checksum is");
  await expect(page.locator(".series-note")).toContainText("41 series");
  await drop(page, "header", indexHeader(LABELS));
  await expect(page.locator(".series-panel")).toBeHidden();
});

test("the series of a large index are read when asked for, until that is cancelled", async ({ page }) => {
  await page.goto("/");
  const gap = 33 << 20;
  const file = indexOf(PODS.slice(0, 1), { gap });
  const end = Number(file.readBigUInt64BE(file.length - 36)) - gap;
  const parts = [file.subarray(0, end), file.subarray(end + gap)].map((part) => part.toString("base64"));
  await page.evaluate(
    ([parts, gap]) => {
      const [head, tail] = parts.map((part) => Uint8Array.from(atob(part), (char) => char.charCodeAt(0)));
      const transfer = new DataTransfer();
      transfer.items.add(new File([head as BlobPart, new Uint8Array(gap), tail as BlobPart], "index"));
      const event = { dataTransfer: transfer, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent("drop", event));
    },
    [parts, gap] as const,
  );
  const [read, cancel] = ["Read 34.6 MB", "Cancel"].map((name) =>
    page.locator(".series-panel").getByRole("button", { name, includeHidden: true }),
  );
  await expect(read as Locator).toBeVisible();
  await page.locator(".series-panel").evaluate((panel) => {
    for (const name of ["Read", "Cancel"]) {
      [...panel.querySelectorAll("button")].find(({ textContent }) => textContent?.startsWith(name))?.click();
    }
  });
  await expect(read as Locator).toBeVisible();
  await expect(cancel as Locator).toBeHidden();
  await (read as Locator).click();
  await expect(page.locator(".series-note")).toContainText("1 series · 2 chunks");
  await expect(page.locator(".block-card .findings")).toContainText("one is empty");
});

test("two open blocks are compared: which label names came, went, grew and shrank", async ({ page }) => {
  await page.goto("/");
  await drop(page, "then", indexHeader(LABELS));
  // A file dropped before the viewer's code is loaded may be opened after a file dropped later.
  await expect(page.locator("table.labels tbody tr:not(.blank)")).toHaveCount(3);
  const { env: _, ...others } = LABELS;
  const now = {
    ...others,
    instance: numbered("10.0.0.1:", 650),
    job: ["api", "cache", "db"],
    zone: ["a", "b"],
  };
  await drop(page, "now", indexHeader(now));
  await expect(page.locator(".changes-panel")).toBeHidden();
  await page.getByRole("button", { name: "Compare with then" }).click();
  const rows = page.locator("table.changes tbody tr:not(.blank)");
  await expect(page.locator(".changes-panel h2")).toHaveText("Since then");
  await expect(rows).toHaveCount(4);
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
  expect(cells.map(([name, then, now, change, , , fate]) => [name, then, now, change, fate])).toEqual([
    ["instance", "700", "650", "−50", "shrank"],
    ["env", "2", "–", "−2", "gone"],
    ["zone", "–", "2", "+2", "new"],
    ["job", "2", "3", "+1", "grew"],
  ]);
  await expect(page.locator(".treemap-panel")).toBeHidden();
  await page.locator("table.changes").getByRole("button", { name: "zone" }).click();
  await expect(page.locator(".values-panel h2")).toHaveText("zone");
  await page.getByRole("button", { name: "Compare with then" }).click();
  await expect(page.locator(".changes-panel")).toBeHidden();
  await expect(page.locator(".treemap .tv-area")).toHaveCount(3);
});

/** Drops a large file; returns the milliseconds until the table of label names has `rows` rows. */
async function timeToTable(page: Page, path: string, rows: number): Promise<number> {
  await page.evaluate(
    ([name, rows]) => {
      const shown = () =>
        document.querySelector(".block-card")?.closest(".card")?.querySelector("h2")?.textContent === name &&
        document.querySelectorAll("table.labels tbody tr:not(.blank)").length >= rows;
      const took = (async () => {
        const began = await new Promise<number>((resolve) => {
          document.addEventListener("drop", () => resolve(performance.now()), { once: true, capture: true });
        });
        while (!shown()) await new Promise(requestAnimationFrame);
        return performance.now() - began;
      })();
      Object.assign(window, { took });
    },
    [basename(path), rows] as const,
  );
  await dropFile(page, path);
  return page.evaluate<number>("window.took");
}

/** Types into the filter; returns the milliseconds of page time for each letter. */
async function timeOfKeys(page: Page, text: string): Promise<number[]> {
  return page.getByLabel("Filter values").evaluate(async (box, text) => {
    const times = [];
    for (let n = 1; n <= text.length; n++) {
      const began = performance.now();
      (box as HTMLInputElement).value = text.slice(0, n);
      box.dispatchEvent(new Event("input", { bubbles: true }));
      void document.body.offsetHeight;
      times.push(performance.now() - began);
      await new Promise((done) => setTimeout(done, 100));
    }
    return times;
  }, text);
}

const shownTimes = (times: number[]) => times.map((ms) => ms.toFixed(1)).join(", ");

test("a million values show their table at once", { tag: "@timed" }, async ({ page }) => {
  await page.goto("/");
  const file = kept("index-header-of-200-names", () => {
    const one = numbered("value-", 5000);
    const labels = Object.fromEntries(numbered("name-", 199).map((name) => [name, one]));
    return indexHeader({ ...labels, "name-1": numbered("pod-", 99_999) });
  });
  // The first drop loads the page of the viewer.
  await drop(page, "small", indexHeader(LABELS));
  await expect(page.locator("table.labels tbody tr:not(.blank)")).toHaveCount(3);
  const took = await timeToTable(page, file, 10);
  console.log(`a table of ${statSync(file).size} bytes after ${took.toFixed(0)} ms`);
  await expect(page.locator(".values-panel h2")).toHaveText("name-1");
  await expect(page.locator(".values-panel .panel-head .faint")).toHaveText("99,999");
  console.log(`keys in the filter of 99,999 values: ${shownTimes(await timeOfKeys(page, "9"))} ms`);
  await expect(page.locator(".values-panel .panel-head .faint")).toHaveText("40,950 of 99,999");
});

test("a million values of one label are filtered as typed", { tag: "@timed" }, async ({ page }) => {
  await page.goto("/");
  const file = kept("index-header-of-a-million", () =>
    indexHeader({ pod: numbered("pod-", 1_000_000).sort(), job: ["api"] }),
  );
  await timeToTable(page, file, 2);
  const found = page.locator(".values-panel .panel-head .faint");
  await expect(found).toHaveText("1,000,000");
  const keys = await timeOfKeys(page, "9-");
  console.log(`keys in the filter of 1,000,000 values: ${shownTimes(keys)} ms`);
  await expect(found).toHaveText("0 of 1,000,000");
  await page.getByLabel("Filter values").fill("99999");
  await expect(found).toHaveText("19 of 1,000,000");
});

test("every panel explains its words and saves its rows", async ({ page }) => {
  await page.goto("/");
  await drop(page, "index", indexOf(PODS));
  await expect(page.locator("table.series tbody tr:not(.blank)")).toHaveCount(3);
  for (const [name, words] of [
    ["Areas", "orange"],
    ["Label names", "postings offsets"],
    ["Labels of series", "churn"],
    ["Values", "32nd"],
  ] as const) {
    await page.getByRole("button", { name: `About ${name}` }).click();
    await expect(page.getByRole("dialog", { name: `About ${name}` })).toContainText(words);
    await page.keyboard.press("Escape");
  }
  const saved = async (panel: string): Promise<string> => {
    const download = page.waitForEvent("download");
    await page.locator(`.${panel}-panel`).getByRole("button", { name: "Save CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`index-${panel}.csv`);
    return readFileSync(await file.path(), "utf8");
  };
  expect((await saved("series")).split("\n").slice(0, 2)).toEqual([
    "label name,series,differ,churn",
    "pod,40,40,39",
  ]);
  expect(await saved("labels")).toMatch(/^label name,values,of all,series,table,postings\npod,40,/u);
  await page.getByLabel("Filter values").fill("1");
  const values = page.locator("table.values tbody tr:not(.blank) th");
  const shown = await values.allTextContents();
  const rows = (await saved("values")).trim().split("\n");
  expect(rows[0]).toBe("value,series,postings_bytes");
  expect(rows.slice(1).map((row) => row.split(",")[0])).toEqual(shown);
  // The value comes first: of a long text, the end is cut.
  const largest = page.locator(".block-card .largest").last().locator("li span:first-child").first();
  await expect(largest).toHaveText(/ \(\w+\)$/u);
  await expect(largest).toHaveAttribute("title", /^\w+=/u);
});
