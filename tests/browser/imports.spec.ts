/** Other taggers' recordings and text files in the page. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rawFrame } from "../support/frames";
import { columns, type Photon, ptu, qutag, type Tag, uniform } from "../support/other-taggers";
import { copied, printedBy, settled } from "./exporting";
import { counts, drop, expect, test } from "./fixtures";

const tags: Tag[] = Array.from({ length: 2000 }, (_, n): Tag => [n % 2 ? 15 : 3, 5_000_000n * BigInt(n)]);

test("another tagger's recording opens with its own tick, and a text with the page's", async ({ page }) => {
  await page.goto("/");
  await drop(page, "run.qutag", Buffer.from(qutag(tags)));
  const fact = (name: string) => page.locator(".card dl div", { hasText: new RegExp(`^${name}`, "u") });
  await expect(fact("file")).toContainText("a quTAG recording");
  await expect(fact("span")).toContainText("10.0 ms");
  await expect(fact("frames")).toBeHidden();
  await expect(page.locator("#tick")).toHaveValue("1 ps");
  await expect.poll(() => counts(page)).toEqual({ 3: "1,000", 15: "1,000" });

  await drop(page, "run.tsv", Buffer.from(columns(tags, "\t")));
  await expect(page.locator(".card h2")).toHaveText("run.tsv");
  await expect(fact("file")).toContainText("a text file with tags in columns, times in ticks");
  await expect(page.locator("#tick")).toHaveValue("156.25 ps");
  await expect.poll(() => counts(page)).toEqual({ 3: "1,000", 15: "1,000" });

  // The times of each run use its own tick; a note states that all runs are counted with the settings of one.
  await page.getByRole("button", { name: "Table of all 2 runs" }).click();
  const spans = page.locator(".run-table tbody td[data-column='span']");
  await expect(spans).toHaveText([/^10\.0\u00a0ms/u, /^1\.56\u00a0s/u]);
  await expect(page.locator(".runs .field-note")).toContainText(
    /Peak and CAR of every run are of channels 3 and 15, and CAR has the settings of run\.tsv: window .*s, no delays\./u,
  );
  await page.keyboard.press("Escape");
  // Nor are they drawn on one axis.
  await page.getByRole("button", { name: "Compare with run.qutag" }).click();
  await expect(page.getByText("run.qutag has ticks of another length")).toBeVisible();
  await expect(
    page.locator(":is(.figure-rate, .figure-gaps, .figure-g2) .tv-second, .coincidences .second"),
  ).toHaveCount(0);

  await drop(page, "fractions.txt", Buffer.from("3 0.5\n15 0.75\n3 1.25\n"));
  await expect(fact("file")).toContainText("times in s, which is assumed");

  await drop(page, "which.csv", Buffer.from("1,2\n2,3\n"));
  await expect(page.locator(".banner")).toContainText("Either column of the text may be the channel");
});

test("a text with ambiguous columns opens a form, and no command-line option is named", async ({ page }) => {
  await page.goto("/");
  await drop(page, "which.csv", Buffer.from("1,2\n2,3\n"));
  await expect(page.getByRole("form", { name: "Columns of the text" })).toBeVisible();
  const why = page.locator(".nothing > [role=alert]");
  await expect(why).toContainText("Either column of the text may be the channel. (ambiguous)");
  await expect(why).not.toContainText("--columns");
  // On a telephone, too, nothing of it is cut.
  await page.setViewportSize({ width: 390, height: 844 });
  const box = await page.locator(".nothing").boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  // A file that is not text gets no questions.
  await drop(page, "noise", Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]));
  await expect(why).toContainText("unknown-format");
  await expect(page.getByRole("form", { name: "Columns of the text" })).toHaveCount(0);
});

test("a text inside gzip or zstd is named as compressed, with what to do", async ({ page }) => {
  await page.goto("/");
  const text = Buffer.from(columns(tags, "\t"));
  const why = page.locator(".nothing > [role=alert]");
  await drop(page, "x.tsv.gz", gzipSync(text));
  await expect(why).toContainText("Decompress the file with gzip -d, and open the result;");
  await expect(why).not.toContainText(/convert|not a recording/u);
  await drop(page, "x.tsv.zst", Buffer.from(rawFrame(text)));
  await expect(why).toContainText("Decompress the file with zstd -d, and open the result;");
  await expect(why).not.toContainText(/not a recording/u);
});

test("a form asks for the columns and the unit of a text file that does not state them, and opens it with them", async ({
  context,
  page,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  // A number of the row, the channel, and the time in nanoseconds.
  const rows = tags.map(([channel], n) => `${n},${channel},${5000 * n}`);
  const text = Buffer.from(`${rows.join("\n")}\n`);
  await drop(page, "which.csv", text);
  const form = page.getByRole("form", { name: "Columns of the text" });
  await expect(form).toBeVisible();
  await expect(page.locator(".nothing")).toContainText("This is text, not a recording of time tags.");
  await expect(form.getByLabel("First lines of the text")).toContainText("1,15,5000");

  // With the keyboard alone. An invalid entry is reported, and the entries stay editable.
  await form.getByLabel("Channel in column").focus();
  await page.keyboard.type("2");
  await page.keyboard.press("Tab");
  await expect(form.getByLabel("Time in column")).toBeFocused();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expect(form.getByRole("alert")).toHaveText("The channel and the time are in two columns.");
  await form.getByLabel("Time in column").fill("4");
  await form.getByLabel("Unit of times").fill("weeks");
  await form.getByRole("button", { name: "Read the text" }).press("Enter");
  await expect(form.locator("input:invalid")).toHaveAttribute("name", "unit");
  await form.getByLabel("Unit of times").fill("1 ns");
  await form.getByRole("button", { name: "Read the text" }).press("Enter");
  await expect(page.locator(".nothing")).toContainText("The text has 3 columns, fewer than columns names.");
  await expect(form.getByLabel("Channel in column")).toHaveValue("2");
  await expect(form.getByLabel("Unit of times")).toHaveValue("1 ns");
  await form.getByLabel("Time in column").fill("3");
  await form.getByLabel("Time in column").press("Enter");

  await expect.poll(() => counts(page)).toEqual({ 3: "1,000", 15: "1,000" });
  await expect(form).toBeHidden();
  const fact = (name: string) => page.locator(".card dl div", { hasText: new RegExp(`^${name}`, "u") });
  await expect(fact("file")).toContainText("text");
  await expect(fact("span")).toContainText("10.0 ms");
  await expect(page.locator("#tick")).toHaveValue("1000 ps");
  // It replaces the unreadable item.
  await expect(page.locator(".file-row")).toHaveCount(1);
  await settled(page);
  const line = await copied(page, "gaps", "command line");
  expect(line).toContain("--columns=-,channel,time --unit '1 ns'");
  const folder = mkdtempSync(join(tmpdir(), "tagview-"));
  writeFileSync(join(folder, "which.csv"), text);
  expect(printedBy(line, folder).channels).toMatchObject([{ channel: 3 }, { channel: 15 }]);
  rmSync(folder, { recursive: true });
});

test("the period of a T3 header is used, stands in the empty box, and gives the numbers of the command line", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const random = uniform(3);
  let sync = 0;
  const photons = Array.from({ length: 6000 }, (_, k): Photon[] => {
    sync += 1 + Math.floor(160 * random());
    const delay = Math.floor(1000 * random());
    const first: Photon = [sync, delay, 1 + (k % 2)];
    return k % 3 === 0 ? [first, [sync, delay + 5, 2 - (k % 2)]] : [first];
  }).flat();
  const file = ptu(photons, { resolution: 16e-12, period: 25e-9 });
  await page.goto("/#v=1&window=10");
  await drop(page, "t3.ptu", Buffer.from(file));
  // The sync is not a detector: it has the header's rate, and is in no pair unless it is chosen.
  await expect(page.locator(".card .stated")).toContainText(
    /T3, ticks of 16\sps · sync 40\.0\sMHz, every 25\sns/u,
  );
  await expect(page.locator('tr[data-channel="0"]')).toContainText("sync");
  await expect(page.locator('tr[data-channel="0"] .rule')).toHaveText("sync");
  await expect(page.locator('tr[data-channel="0"] td').nth(1)).toHaveText(/^40\.0\sMHz$/u);
  // The chart shows the recorded syncs.
  const remark = "only those before a photon are recorded";
  await expect(page.locator(".figure-rate .lead")).toContainText(remark);
  await page.getByLabel("Channel 0", { exact: true }).click();
  await expect(page.locator(".figure-rate .lead")).not.toContainText(remark);
  await page.getByLabel("Channel 0", { exact: true }).click();
  await expect(page.getByRole("heading", { name: "Correlation 1 → 2" })).toBeVisible();
  const period = page.getByLabel("Period of pulsed light");
  await expect(period).toHaveValue("");
  await expect(period).toHaveAttribute("placeholder", /^25\sns$/u);
  await expect(period).toHaveAttribute("title", /the period of the file's header, 25\sns/u);
  await expect(page.locator(".figure-coincidences .remarks")).toContainText("windows whole periods later");
  await settled(page);
  const line = await copied(page, "coincidences", "command line");
  expect(line).not.toContain("--period");
  expect(page.url()).not.toContain("period=");
  const folder = mkdtempSync(join(tmpdir(), "tagview-t3-"));
  try {
    writeFileSync(join(folder, "t3.ptu"), file);
    const { period: used, patterns } = printedBy(line, folder);
    expect(used).toBe(1562.5);
    expect(patterns[0].car).toBeGreaterThan(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // Light that is not pulsed may be chosen.
  await period.fill("none");
  await period.press("Enter");
  await expect.poll(() => page.url()).toContain("period=0");
  await expect(page.locator(".figure-coincidences .remarks")).toBeHidden();
});

test("a report of a T3 recording has the rate of the sync from its header", async ({ page }) => {
  const photons = Array.from({ length: 400 }, (_, k): Photon => [1 + 90 * k, (k * 37) % 900, 1]);
  await page.goto("/");
  await drop(page, "t3.ptu", Buffer.from(ptu(photons, { resolution: 16e-12, period: 25e-9 })));
  await expect(page.locator('tr[data-channel="0"]')).toContainText(/40\.0\sMHz/u);
  await expect(page.locator(".figure-rate .lead")).toContainText(
    /Of the 40\.0\sMHz of syncs in the header, only those before a photon are recorded: [\d.]+\skHz\./u,
  );
  await settled(page);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a report" }).click();
  const html = readFileSync(await (await waiting).path(), "utf8");
  expect(html).toMatch(/^ +0 +400 +40000000\.0 {2}\(in the header\)$/mu);
});
