/** The page without network, after a first visit. */

import { readFileSync } from "node:fs";
import { drop, expect, test } from "./fixtures";
import { recording, twoChannels } from "./recording";

test.use({ serviceWorkers: "allow" });

test("the page opens a dropped recording without network", async ({ page, context }) => {
  await page.goto("/");
  // It controls the page when all files are kept.
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await context.setOffline(true);
  await page.reload();
  const tags = twoChannels();
  await drop(page, "mine.tags", recording(tags));
  await expect(page.locator(".status-text")).toContainText("read in");
  await expect(page.locator("main")).toContainText(tags.length.toLocaleString("en-US"));
  await page.getByRole("button", { name: "Sample", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Correlation 3 → 15" })).toBeVisible();
});

test("a page of the documentation that was read is kept", async ({ page, context }) => {
  await page.goto("/");
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await page.goto("/docs/tutorial-g2.html");
  await expect(page.getByRole("heading", { name: "Draw the correlation" })).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Draw the correlation" })).toBeVisible();
});

test("the manifest names icons and files that are there", async ({ page, request }) => {
  await page.goto("/");
  const address = await page.locator("link[rel=manifest]").evaluate((link: HTMLLinkElement) => link.href);
  const manifest = await (await request.get(address)).json();
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(new URL(src, address).href);
    expect(icon.headers()["content-type"]).toBe(type);
    const bytes = await icon.body();
    if (type === "image/png") expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
  const accepted = manifest.file_handlers.flatMap(({ accept }: { accept: object }) =>
    Object.values(accept).flat(),
  );
  expect(accepted).toEqual(expect.arrayContaining([".tags.zst", ".ptu", ".qutag"]));
});

test("the system's files are opened", async ({ page }) => {
  const bytes = recording(twoChannels());
  // Chromium without a window has no files to launch the page with.
  await page.addInitScript((base64) => {
    const file = new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], "launched.tags");
    const handle = { kind: "file", name: file.name, getFile: async () => file };
    const launchQueue = {
      setConsumer: (consumer: (launch: object) => void) => consumer({ files: [handle] }),
    };
    Object.defineProperty(window, "launchQueue", { value: launchQueue });
  }, bytes.toString("base64"));
  await page.goto("/");
  await expect(page.locator(".status-text")).toContainText("read in");
  await expect(page.locator("main")).toContainText("launched.tags");
});

test("the page of one file has neither manifest nor service worker", () => {
  const html = readFileSync(new URL("../../web/dist-single/tagview.html", import.meta.url), "utf8");
  expect(html).not.toMatch(/rel="manifest"|service-worker\.js/u);
});
