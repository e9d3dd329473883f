/** Moving along the time axis: the overview, dragging, two fingers, and two recordings with one axis. */

import type { Locator, Page } from "@playwright/test";
import { settled } from "./exporting";
import { box, drag, drop, expect, test } from "./fixtures";
import { recording, threeChannels, threePulsedChannels } from "./recording";

const ZOOMED = "rate=0.004..0.008";

async function opened(page: Page, keys: string): Promise<void> {
  await page.goto(`/#v=1&${keys}`);
  await drop(page, "three.tags", recording(threeChannels()));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  await settled(page);
}

/** The visible part of the time axis in the address, in milliseconds. */
async function seen(page: Page): Promise<[number, number] | null> {
  const rate = new URLSearchParams(new URL(page.url()).hash.slice(1)).get("rate");
  const ends = rate?.split("..").map((seconds) => Math.round(Number(seconds) * 1e6) / 1e3);
  return ends ? [ends[0] ?? 0, ends[1] ?? 0] : null;
}

/** Expects the visible part, in milliseconds. */
async function expectSeen(page: Page, from: number, to: number, within = 0.15): Promise<void> {
  await expect
    .poll(async () => {
      const [low, high] = (await seen(page)) ?? [Number.NaN, Number.NaN];
      return Math.abs(low - from) <= within && Math.abs(high - to) <= within ? "there" : page.url();
    })
    .toBe("there");
}

async function dragBy(page: Page, place: Locator, pixels: number, button: "left" | "middle"): Promise<void> {
  const { x, y, width, height } = await box(place);
  const [left, top] = [x + width / 2, y + height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down({ button });
  await page.mouse.move(left + pixels / 2, top, { steps: 3 });
  await page.mouse.move(left + pixels, top, { steps: 3 });
  await page.mouse.up({ button });
}

test("dragging with Alt or with the middle button moves the axis; without, it chooses a range", async ({
  page,
}) => {
  await opened(page, ZOOMED);
  const plot = page.locator(".figure-rate .plot");
  const { width } = await box(plot);
  const axis = page.locator(".figure-rate .tv-axis-x");
  const before = await axis.textContent();
  await page.keyboard.down("Alt");
  await dragBy(page, plot, width / 4, "left");
  await page.keyboard.up("Alt");
  await expect.poll(() => axis.textContent()).not.toBe(before);
  // The axis is a little narrower than the plot.
  await expectSeen(page, 2.9, 6.9, 0.3);
  await dragBy(page, plot, -width / 4, "middle");
  await expectSeen(page, 4, 8);
  expect(page.url()).not.toContain("range=");
  await drag(page, "rate", 0.4, 0.6);
  await expect.poll(() => page.url()).toContain("range=");
  await expectSeen(page, 4, 8);
});

test("the middle button moves the axis and pastes nothing, also where the system would paste", async ({
  page,
}) => {
  await opened(page, ZOOMED);
  // On Linux, a click with the middle button pastes the last selection.
  await page.locator(".card h2").dblclick();
  await page.evaluate(() => addEventListener("paste", () => document.body.setAttribute("data-pasted", "")));
  const plot = page.locator(".figure-rate .plot");
  const { width } = await box(plot);
  await dragBy(page, plot, width / 4, "middle");
  await expectSeen(page, 2.9, 6.9, 0.3);
  await dragBy(page, plot, -width / 4, "middle");
  await expectSeen(page, 4, 8);
  await expect(page.locator("body")).not.toHaveAttribute("data-pasted");
});

test("two fingers zoom and move the axis", async ({ page }) => {
  await opened(page, ZOOMED);
  const { x, y, width, height } = await box(page.locator(".figure-rate .plot"));
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...shares: number[]) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: shares.map((share, id) => ({ x: x + share * width, y: y + height / 2, id })),
    });
  await touch("touchStart", 0.4);
  await touch("touchStart", 0.4, 0.6);
  for (const half of [0.14, 0.18, 0.2]) await touch("touchMove", 0.5 - half, 0.5 + half);
  await touch("touchEnd");
  // The fingers are twice as far apart: half of the time is visible.
  await expect
    .poll(async () => {
      const [low, high] = (await seen(page)) ?? [0, 0];
      return high - low;
    })
    .toBeCloseTo(2, 1);
  expect((await seen(page))?.[0]).toBeGreaterThan(4.7);
  expect(page.url()).not.toContain("range=");
  // One finger chooses a range again.
  await touch("touchStart", 0.4);
  await touch("touchMove", 0.5);
  await touch("touchMove", 0.6);
  await touch("touchEnd");
  await expect.poll(() => page.url()).toContain("range=");
});

test("the overview shows the visible part, moves it by pointer and keys, and stays in sight", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await opened(page, "pair=1,2");
  const overview = page.getByRole("region", { name: "Whole recording" });
  await expect(overview).toBeHidden();
  const plot = page.locator(".figure-rate .plot");
  await plot.focus();
  for (let k = 0; k < 4; k += 1) await page.keyboard.press("+");
  await expect(overview).toBeVisible();
  const part = overview.getByRole("slider", { name: "Visible part of the recording" });
  await expect(part).toHaveAttribute("aria-valuetext", /^11\.\d+\sms to 19\.\d+\sms of 31\.2\d\sms$/u);
  const length = async () => {
    const [low = 0, high = 0] = (await seen(page)) ?? [];
    return high - low;
  };
  // The link follows the axis at intervals: it may still name an earlier step of the zoom.
  await expect.poll(length).toBeCloseTo(7.5, 1);
  const before = await length();

  const strip = await box(overview.locator(".overview-strip"));
  await dragBy(page, part, strip.width / 4, "left");
  await expect.poll(async () => ((await seen(page)) ?? [0])[0]).toBeGreaterThan(18.5);
  expect(await length()).toBeCloseTo(before, 2);
  // A click beside the part brings it there.
  await page.mouse.click(strip.x + 2, strip.y + strip.height / 2);
  await expect.poll(async () => ((await seen(page)) ?? [9])[0]).toBe(0);
  expect(await length()).toBeCloseTo(before, 2);

  await part.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => ((await seen(page)) ?? [0])[0]).toBeCloseTo(before / 8, 2);
  await page.keyboard.press("End");
  await expect.poll(async () => ((await seen(page)) ?? [0, 0])[1]).toBeGreaterThan(31);
  await page.keyboard.press("-");
  await expect.poll(length).toBeGreaterThan(before);

  const charts = page.locator(".charts");
  await charts.evaluate((node) => node.scrollTo(0, node.scrollHeight));
  await expect(plot).not.toBeInViewport();
  await expect(overview).toBeInViewport({ ratio: 1 });
  // It is above what scrolls below it.
  const there = await box(part);
  const top = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.className, [
    there.x + there.width / 2,
    there.y + there.height / 2,
  ] as const);
  expect(top).toBe("overview-part");
  await part.focus();
  await page.keyboard.press("0");
  await expect(overview).toBeHidden();
});

test("two recordings in charts of their own have one axis, one pointer, and the same cursors", async ({
  page,
}) => {
  await page.goto("/");
  await drop(page, "pulsed.tags", recording(threePulsedChannels()));
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(3);
  await drop(page, "three.tags", recording(threeChannels()));
  await expect(page.locator(".card h2")).toHaveText("three.tags");
  await page.getByRole("button", { name: "Compare with pulsed.tags" }).click();
  const rate = page.locator(".figure-rate");
  await expect(rate.locator(".tv-line")).toHaveCount(6);
  await page.getByRole("button", { name: "Separate chart of the compared recording" }).click();
  const second = page.locator(".figure-second-rate");
  // The choice is a part of the view: it is in the link, and can be undone.
  await expect.poll(() => page.url()).toContain("apart=1");
  await page.keyboard.press("Control+z");
  await expect(second).toBeHidden();
  await expect(rate.locator(".tv-line")).toHaveCount(6);
  await expect.poll(() => page.url()).not.toContain("apart=");
  await page.keyboard.press("Control+Shift+Z");
  await expect(second.locator("h2")).toHaveText("Rate of pulsed.tags");
  await expect(rate.locator(".tv-line")).toHaveCount(3);
  await expect(second.locator(".tv-line")).toHaveCount(3);
  const axes = () => Promise.all([rate, second].map((one) => one.locator(".tv-axis-x").textContent()));
  const same = async () => {
    const [first, other] = await axes();
    return first === other ? first : "differ";
  };
  const whole = await same();
  expect(whole).not.toBe("differ");

  // Zooming either one zooms both.
  for (const one of [rate, second]) {
    const before = await same();
    await one.locator(".plot").focus();
    await page.keyboard.press("+");
    await expect.poll(same).not.toMatch(new RegExp(`^(differ|${before})$`, "u"));
  }
  // The pointer over one is on the other, too.
  for (const [one, other] of [
    [rate, second],
    [second, rate],
  ] as const) {
    const { width, height } = await box(one.locator(".plot"));
    await one.locator(".plot").hover({ position: { x: width * 0.6, y: height / 2 } });
    const line = other.locator(".pointer-line");
    await expect(line).toHaveAttribute("visibility", "visible");
    const at = (place: Locator) =>
      place.locator(".pointer-line").evaluate((node) => Number(node.getAttribute("x1")));
    const [x1, x2] = await Promise.all([at(one), at(other)]);
    const frames = await Promise.all([rate, second].map((figure) => box(figure.locator(".plot"))));
    expect(Math.abs(x1 - x2)).toBeLessThan(0.05 * (frames[0]?.width ?? 0));
    await expect(other.locator(".readout")).not.toBeEmpty();
    await page.mouse.move(0, 0);
    await expect(line).toHaveAttribute("visibility", "hidden");
  }
  // A cursor of one is a cursor of both, with the counts of each.
  await rate.getByRole("button", { name: "Cursors of the rate" }).click();
  await expect(second.locator(".cursor").first()).toHaveAttribute("visibility", "visible");
  const [own, others] = [rate, second].map((one) => one.locator(".cursors > output"));
  await expect(own ?? rate).toContainText("tags (1:");
  await expect(others ?? second).toContainText("tags (1:");
  await page.getByLabel("Cursor A of the compared rate").fill("10 ms");
  await page.getByLabel("Cursor A of the compared rate").press("Enter");
  await expect(page.getByLabel("Cursor A of the rate")).toHaveValue(/^(9|10)(\.\d+)?\sms$/u);

  // Its export is of the compared recording, and that of the other no longer has both.
  const saving = page.waitForEvent("download");
  await second.locator(".menu-place > button").click();
  await second.locator(".menu").getByText("CSV", { exact: true }).click();
  expect((await saving).suggestedFilename()).toMatch(/^pulsed-rate/u);
  await page.getByRole("button", { name: "Separate chart of the compared recording" }).click();
  await expect(second).toBeHidden();
  await expect(rate.locator(".tv-line")).toHaveCount(6);
});
