/** Panels that are folded until they are wanted: lifetime and stability. */

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { type Photon, ptu, uniform } from "../support/other-taggers";
import { copied, printedBy, settled, shown } from "./exporting";
import { box, drag, drop, expect, large, test } from "./fixtures";
import { recording, type Tag } from "./recording";
import { FOLDER, simulated } from "./simulated";

/** A pulse of channel 3 every 1000 ticks, and after a tenth of them a tag of channel 15, up to 90 ticks later. */
function pulses(): Tag[] {
  const random = uniform(7);
  const tags: Tag[] = [];
  for (let k = 0n; k < 5000n; k += 1n) {
    tags.push([k * 1000n, 3n]);
    if (random() < 0.1) tags.push([k * 1000n + (k % 10n) ** 2n + 9n, 15n]);
  }
  return tags;
}

/** A T3 recording: photons of two channels after a sync every 25 ns, with a lifetime of 3 ns. */
function t3(): Buffer {
  const random = uniform(3);
  const photons = Array.from({ length: 6000 }, (_, k): Photon => {
    return [1 + 90 * k, Math.min(1500, Math.floor(-188 * Math.log(1 - random()))), 1 + (k % 2)];
  });
  return Buffer.from(ptu(photons, { resolution: 16e-12, period: 25e-9 }));
}

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

async function opened(page: Page): Promise<void> {
  await page.goto("/");
  await drop(page, "pulses.tags", recording(pulses()));
  await expect(page.locator(".figure-rate .tv-line").first()).toBeVisible();
}

test("clock and channel are proposed, and may be others; the histogram covers the clock's period", async ({
  page,
}) => {
  await opened(page);
  const panel = page.locator(".figure-lifetime");
  await expect(panel.getByLabel("Channel of the clock")).toHaveValue("3");
  await expect(panel.getByLabel("Channel after the clock")).toHaveValue("15");
  await expect(panel.locator(".tv-line").first()).toBeAttached();
  await expect(panel.locator(".readout")).toContainText("period 156");
  await expect(panel.locator(".readout")).toContainText("one clock tag per pulse");
  await panel.getByRole("button", { name: "Hide Lifetime" }).click();
  await expect.poll(() => page.url()).toContain("clocked=off");
  await panel.getByRole("button", { name: "Show Lifetime" }).click();
  await expect.poll(() => page.url()).toContain("clocked=auto");
  // With channels exchanged, both are chosen.
  await panel.getByLabel("Channel of the clock").fill("15");
  await panel.getByLabel("Channel of the clock").press("Enter");
  await expect(panel.getByRole("alert")).toContainText("the same");
  await panel.getByLabel("Channel after the clock").fill("3");
  await panel.getByLabel("Channel after the clock").press("Enter");
  await expect.poll(() => page.url()).toContain("clocked=15,3");
  await expect(panel.getByRole("alert")).toBeHidden();
  await panel.getByLabel("Channel after the clock").fill("9");
  await panel.getByLabel("Channel after the clock").press("Enter");
  await expect(panel.getByRole("alert")).toContainText("Channel 9 is not in this file. Choose from 3, 15.");
});

test("times after the clock may be shortened, zoomed and put back", async ({ page }) => {
  await opened(page);
  const panel = page.locator(".figure-lifetime");
  await expect(panel.locator(".tv-line").first()).toBeAttached();
  const axis = panel.locator(".tv-axis-x");
  const whole = await axis.innerHTML();
  await panel.locator(".plot").scrollIntoViewIfNeeded();
  await drag(page, "lifetime", 0.1, 0.4);
  await expect.poll(() => page.url()).toMatch(/decay=[^&]+\.\.[^&]+/u);
  expect(await axis.innerHTML()).not.toBe(whole);
  await panel.locator(".plot").dblclick();
  await expect.poll(() => axis.innerHTML()).toBe(whole);
  await panel.getByLabel("Longest time after the clock").fill("10 ns");
  await panel.getByLabel("Longest time after the clock").press("Enter");
  await expect.poll(() => page.url()).toContain("clocked=3,15,,64");
});

test("one decay is fitted or two: in the link, and undone", async ({ page }) => {
  await opened(page);
  const panel = page.locator(".figure-lifetime");
  const decays = panel.getByLabel("Number of decays");
  await expect(decays).toHaveValue("1");
  await decays.selectOption("two");
  // Clock and channel are still those that are proposed.
  await expect.poll(() => page.url()).toContain("clocked=,,,,2");
  await expect(panel.getByLabel("Channel of the clock")).toHaveValue("3");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(decays).toHaveValue("1");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(decays).toHaveValue("2");
});

test("a decay is fitted with a measured response, as on the command line", async ({ page }) => {
  const light = [
    "--light",
    "emitter",
    "--pulse-rate",
    "20e6",
    "--clock",
    "1",
    "--tick",
    "25ps",
    "--jitter",
    "200ps",
  ];
  const common = [...light, "--light-rate", "2e6", "--duration", "100ms", "--dead-time", "0"];
  const decay = simulated("response-decay", ...common, "--lifetime", "2ns");
  const response = simulated("response-measured", ...common, "--lifetime", "1ps", "--light-rate", "20e6");
  await page.goto("/#v=1&clocked=1,3");
  await drop(page, "response-decay.tags.zst", readFileSync(decay));
  const panel = page.locator(".figure-lifetime");
  await expect(panel.locator(".readout")).toContainText("assuming a Gaussian");
  await panel.getByLabel("Recording of the instrument's response").setInputFiles(response);
  await expect(panel.locator(".readout")).not.toContainText("assuming a Gaussian");
  await settled(page);
  const { lifetime } = (await shown(page, "lifetime")).results;
  const line = await copied(page, "lifetime", "command line");
  expect(line).toContain("--response response-measured.tags.zst");
  expect(printedBy(line, FOLDER).lifetime).toBe(lifetime.lifetime);
  await panel.getByRole("button", { name: /^response response/u }).click();
  await expect(panel.locator(".readout")).toContainText("assuming a Gaussian");
  await panel
    .getByLabel("Recording of the instrument's response")
    .setInputFiles({ name: "a.txt", mimeType: "", buffer: Buffer.from("no tags") });
  await expect(page.locator(".notice")).toContainText("a.txt: ");
  await expect(panel.getByRole("button", { name: "response …" })).toBeVisible();
});

test("Cancel ends the counting of a response", async ({ page }) => {
  await page.goto("/#v=1&clocked=3,15");
  await drop(page, "pulses.tags.zst", recording(pulses()));
  const panel = page.locator(".figure-lifetime");
  await panel.getByLabel("Recording of the instrument's response").setInputFiles(large());
  await expect(page.locator("#status")).toContainText("counting the response large-1.tags.zst");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(panel.getByRole("button", { name: "response …" })).toBeVisible();
  await expect(page.locator("#status")).not.toContainText("counting the response");
});

test("a pair with the clock has no g2, and is no pair of photons", async ({ page }) => {
  await page.goto("/#v=1&pair=0,1");
  await drop(page, "t3.ptu", t3());
  const panel = page.locator(".figure-g2");
  await expect(panel.locator(".lead")).toHaveText(
    "Times after the pulses of a clock, not pairs of photons: their decay is in Lifetime.",
  );
  await expect(panel.locator(".readout")).not.toBeEmpty();
  await expect(panel).not.toContainText("g2 by areas");
  await page.getByRole("button", { name: "Hide Lifetime" }).click();
  await expect(page.locator(".figure-lifetime .plot")).toBeHidden();
  await expect(panel.locator(".lead")).toContainText("not pairs of photons");
});

test("the stability of the rates is drawn when it is wanted", async ({ page }) => {
  await opened(page);
  const panel = page.locator(".figure-stability");
  await expect(panel.locator(".plot")).toBeHidden();
  await panel.getByRole("button", { name: "Show Stability of the rates" }).click();
  await expect(panel.locator(".tv-stability .tv-line").first()).toBeAttached();
  await expect(panel.getByRole("button", { name: "Hide Stability of the rates" })).toBeVisible();
});

const CLOCKED: Record<string, () => Buffer> = {
  "t3.ptu": t3,
  "pulses.tags": () => recording(pulses()),
};

for (const [name, bytes] of Object.entries(CLOCKED))
  test(`the lifetime of ${name} is open on the first screen, before the pairs`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 700 });
    await page.goto("/");
    await drop(page, name, bytes());
    const lifetime = page.locator(".figure-lifetime");
    await expect(lifetime.locator(".tv-line").first()).toBeInViewport();
    await expect(lifetime.locator(".tv-axis-x .tv-label")).toBeInViewport({ ratio: 1 });
    const heightOf = async (figure: string) => (await box(page.locator(`.figure-${figure} .plot`))).height;
    for (const figure of ["gaps", "g2"]) expect(await heightOf(figure)).toBeGreaterThanOrEqual(180);
    expect(await heightOf("lifetime")).toBeGreaterThanOrEqual(140);
    expect(await heightOf("rate")).toBeGreaterThanOrEqual(110);
    const [own, pairs] = [await box(lifetime), await box(page.locator(".figure-matrix"))];
    expect(own.y + own.height).toBeLessThanOrEqual(pairs.y);
    const plot = await box(lifetime.locator(".plot"));
    expect(plot.y + plot.height).toBeLessThanOrEqual(own.y + own.height);
  });
