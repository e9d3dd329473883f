import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect, type Locator, type Page } from "@playwright/test";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Every test also watches that nothing leaves the page's origin, and that nothing is thrown. */
export const test = base.extend<{ watched: undefined }>({
  watched: [
    async ({ page, baseURL }, use) => {
      // The page is below a secret path, which only its address contains.
      const goto = page.goto.bind(page);
      page.goto = (url, options) => goto(url.replace(/^\//u, "./"), options);
      const strangers: string[] = [];
      const thrown: string[] = [];
      const origin = new URL(baseURL ?? "").origin;
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.protocol !== "blob:" && url.origin !== origin) strangers.push(request.url());
      });
      page.on("pageerror", (error) => thrown.push(String(error.stack)));
      page.on("console", (message) => {
        if (/Content Security Policy/u.test(message.text())) thrown.push(message.text());
      });
      await use(undefined);
      expect(strangers, "requests to elsewhere").toEqual([]);
      expect(thrown, "errors in the page").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Presses the key of a shortcut with the pointer over a panel. */
export async function press(page: Page, key: string): Promise<void> {
  await page
    .locator(":is(.panel, .door):visible")
    .first()
    .hover({ position: { x: 3, y: 3 } });
  await page.keyboard.press(key);
}

/** Drops a file on the page, as a user does. */
export async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const data = await page.evaluateHandle(
    ([name, base64]) => {
      const text = atob(base64);
      const bytes = new Uint8Array(text.length);
      for (let k = 0; k < text.length; k += 1) bytes[k] = text.charCodeAt(k);
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name));
      return transfer;
    },
    [name, bytes.toString("base64")] as const,
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
}

/** Drops a file of the machine's, however large. */
export async function dropFile(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    const input = Object.assign(document.createElement("input"), { type: "file", id: "dropped" });
    document.body.append(input);
  });
  await page.setInputFiles("#dropped", path);
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>("#dropped");
    const [file] = input?.files ?? [];
    input?.remove();
    const dataTransfer = new DataTransfer();
    if (file) dataTransfer.items.add(file);
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
}

/** Path of a file that takes long to make, which `write` writes once; kept in an ignored folder. */
export function keptFile(name: string, write: (path: string) => void): string {
  const folder = join(ROOT, ".tools", "fixtures");
  const file = join(folder, name);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const unfinished = `${file}.${process.pid}`;
    write(unfinished);
    // An incompletely written file must not be mistaken for a complete one, and a file that another test has open is
    // not replaced.
    try {
      linkSync(unfinished, file);
    } catch (thrown) {
      if (!existsSync(file)) throw thrown;
    }
    rmSync(unfinished);
  }
  return file;
}

/** The same for bytes that `make` returns. */
export function kept(name: string, make: () => Buffer): string {
  return keptFile(name, (path) => writeFileSync(path, make()));
}

/** The room of an element that is visible. A chart that is drawn anew has none for a moment. */
export async function box(place: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  for (;;) {
    const found = await place.boundingBox();
    if (found) return found;
    await expect(place).toBeVisible();
  }
}

/** Drags over a chart, from one share of its width to another. */
export async function drag(page: Page, figure: string, from: number, to: number): Promise<void> {
  const { x, y, width, height } = await box(page.locator(`.figure-${figure} .plot`));
  const middle = y + height / 2;
  await page.mouse.move(x + from * width, middle);
  await page.mouse.down();
  await page.mouse.move(x + ((from + to) / 2) * width, middle);
  await page.mouse.move(x + to * width, middle);
  await page.mouse.up();
}

/** The counts in the channel table, by channel. */
export async function counts(page: Page): Promise<Record<string, string>> {
  return page.$$eval("table.channels tbody tr", (rows) =>
    Object.fromEntries(
      rows.map((row) => [row.getAttribute("data-channel"), row.querySelector("td")?.textContent]),
    ),
  );
}

/** A recording of more than 10 million tags, simulated once and kept in an ignored folder. */
export function large(): string {
  const what = ["--seed", "1", "--duration", "30s", "--pair-rate", "400000", "--efficiency", "0.5"];
  return keptFile("large-1.tags.zst", (path) => {
    execFileSync(process.execPath, [join(ROOT, "cli/bin/tagview.js"), "simulate", ...what, "-o", path]);
  });
}

/** Puts a link into the address of the page, and settles once it was followed and drawn. */
export async function followed(page: Page, hash: string): Promise<void> {
  await page.evaluate(
    (hash) =>
      new Promise<void>((resolve) => {
        const drawn = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        if (location.hash === `#${hash}`) drawn();
        else addEventListener("hashchange", drawn, { once: true });
        location.hash = hash;
      }),
    hash,
  );
}
