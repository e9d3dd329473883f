/** Images of scanned samples in the page. */

import { type Markers, type Photon, ptu } from "../support/other-taggers";
import { box, drop, expect, test } from "./fixtures";

const [WIDTH, HEIGHT, DWELL] = [8, 4, 40];
const TICK = 16e-12;

/** Pixel (x, y) has 2 x + y photons; those of the upper lines come 100 ticks after the pulse, the others 300. */
function scan(): Buffer {
  const events: (Photon | Markers)[] = [];
  let sync = 10;
  for (let y = 0; y < HEIGHT; y += 1) {
    events.push({ sync, markers: 1 });
    for (let x = 0; x < WIDTH; x += 1)
      for (let n = 0; n < 2 * x + y; n += 1)
        events.push([sync + x * DWELL + 1 + n, y < HEIGHT / 2 ? 100 : 300, 1]);
    sync += WIDTH * DWELL;
    events.push({ sync, markers: 2 });
    sync += 40;
  }
  const integers = {
    ...{ ImgHdr_PixX: WIDTH, ImgHdr_PixY: HEIGHT, ImgHdr_Dimensions: 3 },
    ...{ ImgHdr_LineStart: 1, ImgHdr_LineStop: 2 },
  };
  return Buffer.from(ptu(events, { resolution: TICK, period: 12.5e-9, integers }));
}

/** Photons of columns and lines, both ends inclusive. */
function photons(columns: readonly [number, number], lines: readonly [number, number]): number {
  let sum = 0;
  for (let y = lines[0]; y <= lines[1]; y += 1)
    for (let x = columns[0]; x <= columns[1]; x += 1) sum += 2 * x + y;
  return sum;
}

test("a scan has an image, and a region of it a decay", async ({ page }) => {
  await page.goto("/");
  await drop(page, "scan.ptu", scan());
  const image = page.locator(".figure-image");
  const decay = page.locator(".figure-region-decay");
  const all = photons([0, WIDTH - 1], [0, HEIGHT - 1]);
  await expect(image.locator(".readout")).toContainText(`8 × 4 pixels, 1 frame, ${all} photons`);
  await expect(decay.locator(".readout")).toContainText(`photons ${all} mean arrival time`);
  await expect(image.locator(".tv-legend")).toContainText("counts");
  // Two delays make two phasors.
  const phasor = page.locator(".figure-phasor");
  await expect(phasor.locator("path.tv-step")).toHaveCount(2);
  await expect(phasor.locator(".tv-semicircle")).toContainText("5\u00a0ns");

  // Markers are named and are not the default pair, and rates that follow the sample are not a fault.
  await expect(page.getByRole("region", { name: "Channels", exact: true })).toContainText("line start");
  await expect(page.locator(".verdict")).toContainText("they follow the scanned sample");

  // The lower two lines of columns 2 to 5, typed.
  await image.getByLabel("Region", { exact: true }).fill("2..5,2..3");
  await image.getByLabel("Region", { exact: true }).press("Enter");
  await expect(decay.locator(".readout")).toContainText(
    `photons ${photons([2, 5], [2, 3])} mean arrival time 4.800\u00a0ns`,
  );
  await expect(phasor.locator("path.tv-step")).toHaveCount(1);
  await expect(phasor.locator(".readout")).toContainText(`8 pixels, ${photons([2, 5], [2, 3])} photons`);
  await expect(page).toHaveURL(/region=2\.\.5(,|%2C)2\.\.3/u);
  await image.getByLabel("Region", { exact: true }).fill("5..2,2..3");
  await image.getByLabel("Region", { exact: true }).press("Enter");
  await expect(image.getByText("is not a region")).toBeVisible();
  await page.keyboard.press("Escape");

  // The upper left quarter, dragged; then everything again.
  const drawn = await box(image.locator(".tv-heat").first());
  const [width, height] = [drawn.width / (WIDTH - 0), drawn.height / HEIGHT];
  expect(width).toBeGreaterThan(0);
  await page.mouse.move(drawn.x + 3, drawn.y + 3);
  await page.mouse.down();
  await page.mouse.move(drawn.x + 2.5 * width, drawn.y + 1.5 * height, { steps: 4 });
  await page.mouse.up();
  await expect(decay.locator(".readout")).toContainText("mean arrival time 1.600\u00a0ns");
  await image.locator(".plot").dblclick();
  await expect(decay.locator(".readout")).toContainText(`photons ${all} `);

  await image.getByLabel("Values of the pixels").selectOption("mean");
  await expect(image.locator(".tv-legend")).toContainText("mean arrival time");
  await expect(image.locator(".tv-legend")).toContainText("1.60\u00a0ns");
  await expect(image.locator(".tv-legend")).toContainText("4.80\u00a0ns");
});

test("a recording without a scan has no image", async ({ page }) => {
  await page.goto("/");
  await drop(
    page,
    "plain.ptu",
    Buffer.from(
      ptu(
        [
          [3, 20, 1],
          [9, 40, 1],
        ],
        { resolution: TICK, period: 12.5e-9 },
      ),
    ),
  );
  await expect(page.locator(".figure-rate")).toBeVisible();
  await expect(page.locator(".figure-image")).toHaveCount(0);
});
