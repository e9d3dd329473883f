import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { box, counts, drop, expect, test } from "./fixtures";
import { recording, threeChannels, twoChannels } from "./recording";

const LIST = "# bench\nchannel,name,role,delay\n1,pump,herald,\n2,idler,signal,26\n";

async function openPanel(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Names and delays" }).click();
}

const nameOf = (page: Page, channel: number) => page.locator(`tr[data-channel="${channel}"] .rule`);

test("names, roles and delays are typed, counted with, kept in the link and saved as a list", async ({
  page,
}) => {
  await page.goto("/");
  await drop(page, "two.tags", recording(twoChannels()));
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
  await openPanel(page);
  await page.getByRole("textbox", { name: "Name of channel 4" }).pressSequentially("pump, left");
  await page.getByRole("combobox", { name: "Role of channel 4" }).selectOption("clock");
  await page.getByRole("textbox", { name: "Channel 9 is late by" }).pressSequentially("5");
  await page.getByRole("textbox", { name: "Channel 9 is late by" }).press("Enter");
  await expect(nameOf(page, 4)).toHaveAttribute("title", "pump, left · clock");
  await expect(page.locator(".figure-rate .tv-line.tv-c0")).toHaveCount(1);
  await page.getByRole("combobox", { name: "Colour of channel 4" }).selectOption("pink");
  // The fourth colour, in every chart; that of the other channel stays.
  for (const figure of ["rate", "gaps"]) {
    await expect(page.locator(`.figure-${figure} .tv-line.tv-c3`)).toHaveCount(1);
    await expect(page.locator(`.figure-${figure} .tv-line.tv-c1`)).toHaveCount(1);
    await expect(page.locator(`.figure-${figure} .tv-line`)).toHaveCount(2);
  }
  await expect(page.locator(".figure-g2 h2")).toHaveText("Correlation 4 pump, left → 9");
  await expect(page.locator(".figure-rate .tv-name[data-channel='4']")).toContainText("4 pu");
  await expect(page.locator("table.coincidences tbody th").first()).toHaveText("4 pump, left + 9");
  // Each tag of channel 9 is 5 ticks late; after subtraction of the delay, it coincides with one of channel 4 exactly.
  const box = page.getByRole("textbox", { name: "Virtual channels" });
  await expect(box).toHaveValue("9=9@-5");
  await box.fill("9=9@-5; 100=4&9@0");
  await box.press("Enter");
  await expect.poll(async () => (await counts(page))["100"]).toBe("160");

  await expect.poll(() => new URL(page.url()).hash).toContain("100%3D");
  await page.reload();
  await drop(page, "two.tags", recording(twoChannels()));
  await expect(nameOf(page, 4)).toHaveAttribute("title", "pump, left · clock");
  await expect(page.getByRole("textbox", { name: "Channel 9 is late by" })).toHaveValue("5");
  await expect(page.getByRole("combobox", { name: "Colour of channel 4" })).toHaveValue("pink");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the list" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("two.tags.channels.csv");
  expect(readFileSync(await file.path(), "utf8")).toBe(
    'channel,name,role,delay,colour\n4,"pump, left",clock,,pink\n9,,,5,\n',
  );
});

test("a delay is stated as it applies, and one that is added to it is pointed out", async ({ page }) => {
  await page.goto("/");
  await drop(page, "two.tags", recording(twoChannels()));
  await openPanel(page);
  const delay = page.getByRole("textbox", { name: "Channel 9 is late by" });
  await delay.fill("4.0593 ns");
  await delay.press("Enter");
  await expect(delay).toHaveValue("26");
  await expect(page.locator("#channel-names-note")).toHaveText("4.0593 ns rounded to 26 ticks");
  const own = page.getByLabel("Delay of channel 9", { exact: true });
  await own.fill("10 ticks");
  await own.press("Enter");
  await expect(page.locator(".figure-coincidences .panel-fields")).toContainText(
    /Channel 9 is already earlier by 4\.0625.ns \(Names and delays\); with 1\.5625.ns it is 5\.625.ns\./u,
  );
});

test("long names leave room for the headline, and are seen in their boxes", async ({ page }) => {
  await page.goto(
    "/#v=1&names=4:signal%2520arm%2520at%2520810%2520nm:;9:idler%2520arm%2520at%2520810%2520nm:",
  );
  await drop(page, "two.tags", recording(twoChannels()));
  await expect(page.locator(".figure-g2 h2")).toContainText("→ 9 idler");
  for (const [width, height] of [
    [1280, 700],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const readout = page.locator(".figure-g2 .readout");
    await expect(readout).not.toBeEmpty();
    const [head, text] = [await box(page.locator(".figure-g2 .panel-head")), await box(readout)];
    expect(text.width).toBeGreaterThan(280);
    expect(head.x + head.width).toBeLessThanOrEqual(width);
    const fields = await box(page.locator(".figure-g2 .panel-fields").first());
    expect(text.y + text.height).toBeLessThanOrEqual(fields.y);
    // About 16 letters.
    const name = page.getByRole("textbox", { name: "Name of channel 4" });
    expect((await box(name)).width).toBeGreaterThan(130);
  }
});

test("a dropped list is applied to the recording, not opened", async ({ page }) => {
  await page.goto("/");
  await drop(page, "three.tags", recording(threeChannels()));
  await expect.poll(async () => Object.keys(await counts(page)).length).toBe(3);
  await drop(page, "bench.csv", Buffer.from(LIST));
  await expect(nameOf(page, 1)).toHaveText("pump");
  await expect(nameOf(page, 1)).toHaveAttribute("title", "pump · herald");
  await expect(nameOf(page, 2)).toHaveAttribute("title", "idler · signal · 2@-26");
  await expect(page.getByRole("textbox", { name: "Channel 2 is late by" })).toHaveValue("26");
  await expect(page.getByRole("textbox", { name: "Virtual channels" })).toHaveValue("2=2@-26");
  await expect(page.locator(".figure-g2 h2")).toHaveText("Correlation 1 pump → 2 idler");
});

test("errors in a list or a delay are reported, and the earlier settings remain", async ({ page }) => {
  await page.goto("/");
  await drop(page, "two.tags", recording(twoChannels()));
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
  await drop(page, "bench.csv", Buffer.from("channel,role\n4,laser\n"));
  await expect(page.locator(".notice")).toContainText('ine 2: "laser" is not a role');
  await openPanel(page);
  const delay = page.getByRole("textbox", { name: "Channel 9 is late by" });
  await delay.pressSequentially("5 parsecs");
  await delay.press("Enter");
  await expect(page.locator("#channel-names-note")).toContainText("parsecs");
  await page.getByRole("button", { name: "Show Virtual channels" }).click();
  await expect(page.getByRole("textbox", { name: "Virtual channels" })).toHaveValue("");
});
