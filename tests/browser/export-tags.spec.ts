/** The tags of a recording, saved for other tools. */

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { rawFrame } from "../support/frames";
import { drop, expect, test } from "./fixtures";
import { recording, twoChannels } from "./recording";

const NAME = "run7.tags";

/** The calls of the page on a file chosen by the user. */
interface Chosen {
  name: string;
  bytes: number[];
  end: "closed" | "aborted" | null;
}

async function opened(page: Page, hash = ""): Promise<void> {
  await page.goto(`/${hash}`);
  await drop(page, NAME, recording(twoChannels()));
  await expect(page.locator(".card .facts")).toContainText("1,760");
}

async function exportAs(page: Page, format: string): Promise<void> {
  await page.getByRole("button", { name: "Export the tags for other tools" }).click();
  await page.getByRole("button", { name: `Export the tags as ${format}` }).click();
}

test("selected tags are saved as a download if the browser cannot write a file", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
  await opened(page, "#v=1&range=4000000..40000000&off=9");
  const waiting = page.waitForEvent("download");
  await exportAs(page, "CSV");
  const download = await waiting;
  expect(download.suggestedFilename()).toBe("run7.csv");
  const chosen = twoChannels().filter(
    ([time, channel]) => channel === 4n && time >= 4_000_000n && time <= 40_000_000n,
  );
  expect(readFileSync(await download.path(), "utf8")).toBe(
    `time,channel\n${chosen.map(([time, channel]) => `${time},${channel}\n`).join("")}`,
  );
  await expect(page.locator(".exporting")).toHaveText(/^10 tags exported as run7\.csv/u);
});

test("an export reports how many tags of frames with a wrong checksum there were", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
  const frame = Buffer.from(rawFrame(recording(twoChannels())));
  // The flag in the frame's header that a checksum follows its blocks.
  frame[4] = 4;
  await page.goto("/");
  await drop(page, "run8.tags.zst", Buffer.concat([frame, Buffer.from("none")]));
  await expect(page.locator(".card .facts")).toContainText("1,760");
  const waiting = page.waitForEvent("download");
  await exportAs(page, "CSV");
  await waiting;
  await expect(page.locator(".exporting")).toHaveText(
    /^1,760 tags exported as run8\.csv.* damaged: .* 1,760 tags may be wrong; the file has those that are chosen\.$/u,
  );
});

test("a file is written incrementally to the chosen place, and not after a cancel", async ({ page }) => {
  await page.addInitScript(() => {
    const files: Chosen[] = [];
    const isHeld = () => "held" in window;
    const cancelled = new Promise<void>((resolve) => {
      const isCancel = ({ target }: Event) => target instanceof Element && target.textContent === "Cancel";
      // After the page has heard of it.
      addEventListener("click", (event) => isCancel(event) && resolve());
    });
    const picker = async ({ suggestedName }: { suggestedName: string }) => {
      const file: Chosen = { name: suggestedName, bytes: [], end: null };
      files.push(file);
      return {
        createWritable: async () => ({
          write: async (what: Uint8Array | { position: number; data: Uint8Array }) => {
            if (isHeld()) await cancelled;
            const [at, bytes] =
              what instanceof Uint8Array ? [file.bytes.length, what] : [what.position, what.data];
            for (const [k, byte] of bytes.entries()) file.bytes[at + k] = byte;
          },
          close: async () => {
            file.end = "closed";
          },
          abort: async () => {
            file.end = "aborted";
          },
        }),
      };
    };
    Object.assign(window, { showSaveFilePicker: picker, chosenFiles: files });
  });
  const files = () => page.evaluate(() => (window as unknown as { chosenFiles: Chosen[] }).chosenFiles);
  await opened(page);
  await exportAs(page, "HDF5");
  await expect(page.locator(".exporting")).toHaveText(/^1,760 tags exported as run7\.h5/u);
  const [whole] = await files();
  expect([whole?.name, whole?.end]).toEqual(["run7.h5", "closed"]);
  const bytes = Buffer.from(whole?.bytes ?? []);
  expect(bytes.subarray(0, 8).toString("latin1")).toBe("\u0089HDF\r\n\u001a\n");
  // The position of the file's end, which is known only after all of it is written.
  expect(bytes.readBigUInt64LE(28)).toBe(BigInt(bytes.length));

  await page.evaluate(() => {
    Object.assign(window, { held: true });
  });
  await exportAs(page, "Parquet");
  await page.locator(".exporting").getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator(".exporting")).toHaveText("The export was cancelled; no file was written.");
  await expect.poll(async () => (await files()).map(({ end }) => end)).toEqual(["closed", "aborted"]);
});
