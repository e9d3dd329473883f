import type { Locator, Page } from "@playwright/test";
import { box, drop, expect, test } from "./fixtures";
import { recording, type Tag, threeChannels, twoChannels } from "./recording";

/** Single tags, in the rate chart and in their table, and cursors on charts. */

/** Later than every whole number that a double holds. */
const START = 2n ** 53n + 1n;

function late(tags: readonly Tag[]): Tag[] {
  return tags.map(([time, channel]) => [START + time, channel] as const);
}

async function opened(page: Page, tags: readonly Tag[], hash = ""): Promise<void> {
  await page.goto(`/${hash}`);
  await drop(page, "some.tags", recording(tags));
  await expect(page.locator(".figure-rate .tv-lines")).toBeVisible();
  await expect(page.locator(".status-text")).toContainText("read in");
  await expect(page.getByRole("button", { name: "Cursors of the rate", exact: true })).toBeVisible();
}

const body = (page: Page): Locator => page.locator(".single-tags-body");

async function cells(row: Locator): Promise<string[]> {
  const texts = await row.locator("th, td").allTextContents();
  return texts.map((text) => text.replaceAll(/[\s\u2009]+/gu, " ").trim());
}

async function showTable(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Show Single tags" }).click();
  await expect(body(page).locator("tbody tr").first()).toBeVisible();
}

test("the table lists tags to the tick, and goes to a typed time", async ({ page }) => {
  await opened(page, late(twoChannels()));
  await showTable(page);
  await expect(body(page).locator("output.faint")).toHaveText("1,760 tags");
  const rows = body(page).locator("tbody tr:not(.blank)");
  expect(await cells(rows.nth(0))).toEqual(["0.000 000 000 000 s", "0", "4", "–"]);
  expect(await cells(rows.nth(1))).toEqual(["0.000 000 000 781 s", "5", "9", "781.25 ps"]);
  await expect(rows.nth(1).getByRole("button")).toHaveAttribute("title", /9,007,199,254,740,998 ticks/u);
  const goTo = page.getByLabel("Go to time");
  await goTo.fill("0.5");
  await goTo.press("Enter");
  // A bare number is in the unit of the box, seconds: 3,200,000,000 ticks are the 801st tag of channel 4.
  const current = body(page).locator('tr[aria-current="true"]');
  await expect(current).toBeInViewport();
  expect(await cells(current)).toEqual(["0.500 000 000 000 s", "3,200,000,000", "4", "625.00 µs"]);
  await expect.poll(() => page.url()).toContain("at=3200000000");
  await goTo.fill("3200000001 ticks");
  await goTo.press("Enter");
  await expect.poll(() => cells(current)).toEqual(["0.500 000 000 781 s", "3,200,000,005", "9", "781.25 ps"]);
  await goTo.fill("2 s");
  await goTo.press("Enter");
  await expect(goTo).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("alert").filter({ hasText: "the recording ends before" })).toBeVisible();
});

test("the table shows and counts the first of too many tags, and can go to later ones", async ({ page }) => {
  const many = Array.from(
    { length: 30_000 },
    (_, k): Tag => [START + BigInt(k) * 1000n, BigInt(1 + (k % 2))],
  );
  await opened(page, many);
  await showTable(page);
  const total = body(page).locator("output.faint");
  await expect(total).toHaveText("first 10,000 of 30,000 tags");
  await expect(page.getByRole("button", { name: "Earlier" })).toBeDisabled();
  await page.getByRole("button", { name: "Later" }).click();
  await expect(total).toHaveText("8,000 to 17,999 of 30,000 tags");
  const current = body(page).locator('tr[aria-current="true"]');
  expect((await cells(current))[1]).toBe("9,999,000");
  await page.getByLabel("Go to time").fill("25,000,000 ticks");
  await page.getByLabel("Go to time").press("Enter");
  await expect(total).toHaveText("23,001 to 30,000 of 30,000 tags");
  await expect.poll(async () => (await cells(current))[1]).toBe("25,000,000");
  await expect(current).toBeInViewport();
  // A link brings the same back.
  await expect.poll(() => page.url()).toContain("at=25000000");
  const link = page.url();
  await page.goto("about:blank");
  await opened(page, many, new URL(link).hash);
  await expect(total).toHaveText("23,001 to 30,000 of 30,000 tags");
  expect((await cells(current))[1]).toBe("25,000,000");
});

test("the table follows the range, switches, virtual and moved channels", async ({ page }) => {
  await opened(page, late(twoChannels()));
  await showTable(page);
  const total = body(page).locator("output.faint");
  await page.getByLabel("Range to").fill("1 ms");
  await page.getByLabel("Range to").press("Enter");
  await expect(total).toHaveText("3 tags in the range");
  await page.getByRole("switch", { name: "Channel 4" }).click();
  await expect(total).toHaveText("1 tag in the range");
  await page.getByRole("switch", { name: "Channel 9" }).click();
  await expect(total).toHaveText("Every channel is switched off.");
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("button", { name: "Show Virtual channels" }).click();
  const definitions = page.getByRole("textbox", { name: "Virtual channels" });
  await definitions.fill("9=9@+7; 101=4&9@12");
  await definitions.press("Enter");
  // Channel 9 is moved by 7 ticks; 101 has the later of the two that coincide.
  await expect(total).toHaveText("4 tags in the range");
  const rows = body(page).locator("tbody tr:not(.blank)");
  const row = async (index: number) => (await cells(rows.nth(index))).slice(1, 3);
  expect([await row(0), await row(1), await row(2)]).toEqual([
    ["0", "4"],
    ["12", "9"],
    ["12", "101"],
  ]);
});

test("out of order in the file, tags are listed in order of time", async ({ page }) => {
  const tags = late(threeChannels()).map(
    ([time, channel], at) => [at > 1999 && at < 2003 ? START + (time - START) / 2n : time, channel] as const,
  );
  await opened(page, tags);
  await showTable(page);
  await expect(body(page).locator("output.faint")).toHaveText("6,000 tags");
  await page.getByLabel("Go to time").fill("33,000,000 ticks");
  await page.getByLabel("Go to time").press("Enter");
  await expect(body(page).locator('tr[aria-current="true"]')).toBeInViewport();
  const ticks = await body(page).locator("tbody tr:not(.blank) td:nth-child(2)").allTextContents();
  const times = ticks.map((text) => Number(text.replaceAll(",", "")));
  expect(times.length).toBeGreaterThan(10);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test("keys move through the table, and a row is shown in the rate chart", async ({ page }) => {
  await opened(page, late(twoChannels()));
  await showTable(page);
  await body(page).locator("tbody button").first().focus();
  for (const key of ["ArrowDown", "PageDown", "ArrowUp"]) await page.keyboard.press(key);
  const current = body(page).locator('tr[aria-current="true"]');
  expect(await current.getAttribute("aria-rowindex")).toBe("12");
  await expect(current.getByRole("button")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("rate=");
  await expect(page.locator(".figure-rate .tv-ticks")).toBeVisible();
  await page.keyboard.press("End");
  expect((await cells(body(page).locator('tr[aria-current="true"]')))[1]).toBe("6,396,000,000");
});

test("zoomed in on time, each tag is a line with its time, in place of the rate", async ({ page }) => {
  await opened(page, late(twoChannels()));
  await expect(page.locator(".figure-rate .tv-ticks")).toHaveCount(0);
  const plot = page.locator(".figure-rate .plot");
  await plot.focus();
  // Each step continues from the drawn range.
  const isTicks = async () => {
    await page.keyboard.press("+");
    return page.locator(".figure-rate .tv-ticks").count();
  };
  await expect.poll(isTicks, { intervals: [60] }).toBe(1);
  await expect(page.locator(".figure-rate .tv-ticks")).toBeVisible();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(2);
  // Up to 8 ticks; the link keeps the range to the tick.
  const span = () => {
    const [low = 0, high = 1] = (/rate=([^&]*)/u.exec(page.url())?.[1] ?? "0..1").split("..").map(Number);
    return (high - low) / 156.25e-12;
  };
  const closer = async () => {
    await page.keyboard.press("+");
    return span();
  };
  await expect.poll(closer, { intervals: [40], timeout: 20_000 }).toBeLessThan(11.43);
  // Another step would be too far.
  await page.keyboard.press("+");
  expect(span()).toBeGreaterThan(7.9);
  await expect(page.locator(".figure-rate .tv-ticks")).toBeVisible();
  await plot.press("0");
  await expect(page.locator(".figure-rate .tv-ticks")).toHaveCount(0);
});

test("a tag in the chart shows its time to the tick", async ({ page }) => {
  // Tags 1,600 and 1,610 of channel 4 stand in the middle; the first of them has one of channel 9 after it.
  const hash = "#v=1&rate=0.4999999..0.5000001";
  await opened(page, late(twoChannels()), hash);
  await expect(page.locator(".figure-rate .tv-ticks")).toBeVisible();
  const line = await box(page.locator('.figure-rate .tv-line[data-channel="9"]'));
  const place = await box(page.locator(".figure-rate .plot"));
  await page.mouse.move(line.x, line.y + line.height / 2);
  const readout = page.locator(".figure-rate .readout");
  await expect(readout).toContainText("channel 9: 0.500");
  await expect(readout).toContainText("3,200,000,005 ticks");
  await page.mouse.move(place.x + place.width - 30, line.y);
  await expect(readout).toHaveText("");
});

test("cursors on the rate count the tags between them", async ({ page }) => {
  await opened(page, late(twoChannels()));
  const plot = page.locator(".figure-rate .plot");
  await plot.focus();
  await page.keyboard.press("k");
  const row = page.getByRole("group", { name: "Cursors of the rate" });
  await expect(row).toContainText("place the other one");
  await page.getByLabel("Cursor A of the rate").fill("0.1 s");
  await page.getByLabel("Cursor A of the rate").press("Enter");
  await page.getByLabel("Cursor B of the rate").fill("0.2 s");
  await page.getByLabel("Cursor B of the rate").press("Enter");
  // At the edges of bins, which are about 1 ms wide: about 160 tags of channel 4 and 16 of channel 9.
  await expect(row).toContainText(
    /B − A (99|100)\.?\d*\sms \([\d,]+ ticks\), 17\d tags \(4: 1[56]\d, 9: 1[5-7]\)/u,
  );
  const before = await row.textContent();
  const boxes = page.getByLabel("Cursor B of the rate");
  await boxes.press("ArrowUp");
  await expect(row).not.toHaveText(before ?? "");
  await boxes.press("Escape");
  await plot.focus();
  await page.keyboard.press("Escape");
  await expect(row).toBeHidden();
});

test("on single tags, cursors stand on tags", async ({ page }) => {
  await opened(page, late(twoChannels()), "#v=1&rate=0.499..0.5015");
  await expect(page.locator(".figure-rate .tv-ticks")).toBeVisible();
  for (const [name, time] of [
    ["A", "0.4999 s"],
    ["B", "0.5006 s"],
  ] as const) {
    if (name === "A") await page.getByRole("button", { name: "Cursors of the rate", exact: true }).click();
    await page.getByLabel(`Cursor ${name} of the rate`).fill(time);
    await page.getByLabel(`Cursor ${name} of the rate`).press("Enter");
  }
  const row = page.getByRole("group", { name: "Cursors of the rate" });
  await expect(row).toContainText("B − A 625 µs (4,000,000 ticks), 2 tags (4: 1, 9: 1)");
});

test("cursors on the correlation tell the pairs above chance, are dragged, and are not exported", async ({
  page,
}) => {
  await opened(page, late(threeChannels()));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  await page.getByRole("button", { name: "Cursors of the correlation", exact: true }).click();
  const row = page.getByRole("group", { name: "Cursors of the correlation" });
  for (const [name, ticks] of [
    ["A", "25 ticks"],
    ["B", "28 ticks"],
  ] as const) {
    await page.getByLabel(`Cursor ${name} of the correlation`).fill(ticks);
    await page.getByLabel(`Cursor ${name} of the correlation`).press("Enter");
  }
  await expect(row).toContainText(
    /B − A\s468\.75\sps\s\(3\sticks\), 2,000\spairs, 0\.0[56]\d+\sby chance, 2,000\s±\s45\sabove it/u,
  );
  const line = await box(page.locator(".figure-g2 .cursor line").last());
  const place = await box(page.locator(".figure-g2 .plot"));
  const y = place.y + place.height / 2;
  await page.mouse.move(line.x, y);
  await page.mouse.down();
  await page.mouse.move(line.x + 30, y, { steps: 3 });
  await page.mouse.up();
  await expect(row).not.toContainText("(3 ticks)");
  await expect(row).toContainText("2,000 pairs");
  await expect(page.locator(".figure-g2 .chart .cursor")).toHaveCount(0);
  // Shift and click moves the nearer one.
  await page.keyboard.down("Shift");
  await page.mouse.click(place.x + place.width - 60, y);
  await page.keyboard.up("Shift");
  // It is drawn with the next frame.
  const off = async () => {
    const right = await box(page.locator(".figure-g2 .cursor line").last());
    return Math.abs(right.x - (place.x + place.width - 60));
  };
  await expect.poll(off).toBeLessThan(8);
  await page.getByRole("button", { name: "Take the cursors of the correlation away" }).click();
  await expect(row).toBeHidden();
});
