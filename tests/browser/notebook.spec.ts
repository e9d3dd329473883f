/** The widget of a notebook: its script with a small model of anywidget, which reads a file as Python does. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, type FrameLocator, type Page, test } from "@playwright/test";
import { simulated } from "./simulated";

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const WIDGET = readFileSync(file("crates/python/python/tagview/_view.js"), "utf8");
const HTML = readFileSync(file("web/dist-notebook/tagview.html"));
const NOTEBOOK = "http://notebook.test/";

/** Longer than the blocks that the page requests, and read in parts. */
const recording = (): Buffer => readFileSync(simulated("notebook", "--duration", "12s", "--seed", "5"));

interface Answers {
  content: Buffer;
  /** Facts about the file, in place of those of Python. */
  about?: Record<string, unknown>;
  /** Answers a range in place of the file; null for an error. */
  range?: (from: number, to: number) => Buffer | null;
}

/** A notebook with the widget. Returns the requested ranges, and what went wrong. */
async function notebook(page: Page, { content, about, range }: Answers) {
  const [ranges, wrong]: [[from: number, to: number][], string[]] = [[], []];
  page.on("pageerror", (error) => wrong.push(String(error.stack)));
  page.on("console", (message) => {
    if (/Content Security Policy|sandbox/iu.test(message.text())) wrong.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(?:data:|blob:|http:\/\/notebook\.test\/)/u.test(request.url())) wrong.push(request.url());
  });
  const packed = gzipSync(HTML);
  const facts = { name: "mine.tags.zst", byteLength: content.length, format: "tags", ...about };
  await page.route(`${NOTEBOOK}**`, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const [from, to] = [Number(searchParams.get("from")), Number(searchParams.get("to"))];
    if (pathname === "/") await route.fulfill({ contentType: "text/html", body: "<main></main>" });
    else if (pathname === "/widget.js") await route.fulfill({ contentType: "text/javascript", body: WIDGET });
    else if (pathname === "/about") await route.fulfill({ json: facts });
    else if (pathname === "/page") await route.fulfill({ body: packed });
    else if (pathname === "/tagview.html") await route.fulfill({ contentType: "text/html", body: HTML });
    else {
      ranges.push([from, to]);
      const bytes = range === undefined ? content.subarray(from, to) : range(from, to);
      await (bytes === null ? route.fulfill({ status: 500 }) : route.fulfill({ body: bytes }));
    }
  });
  await page.goto(NOTEBOOK);
  return { ranges, wrong };
}

/** Runs the widget's `render` with a model whose messages have answers in the form of `_ranges.py`. */
async function render(page: Page): Promise<FrameLocator> {
  await page.evaluate(async () => {
    type Message = { type: string; view: string; id: number; offset: number; length: number };
    type Receive = (content: object, buffers: DataView[]) => void;
    const bytesOf = async (path: string) => new DataView(await (await fetch(path)).arrayBuffer());
    const listeners = new Set<Receive>();
    const answer = async ({ type, view, id, offset, length }: Message) => {
      const tell = (content: object, buffers: DataView[] = []) => {
        for (const receive of listeners) receive({ view, id, ...content }, buffers);
      };
      if (type === "open")
        return tell({ type: "page", file: await (await fetch("about")).json() }, [await bytesOf("page")]);
      counts.open += 1;
      counts.most = Math.max(counts.most, counts.open);
      const response = await fetch(`bytes?from=${offset}&to=${offset + length}`);
      counts.open -= 1;
      if (response.ok) return tell({ type: "bytes" }, [new DataView(await response.arrayBuffer())]);
      tell({ type: "error", error: { message: "the disk is gone", remedy: "mount it" } });
    };
    const counts = { open: 0, most: 0 };
    const model = {
      get: (name: string) => ({ height: 640 })[name],
      on: (name: string, receive: Receive) => name === "msg:custom" && listeners.add(receive),
      off: (_: string, receive: Receive) => listeners.delete(receive),
      send: (message: Message) => void answer(message),
    };
    const { default: widget } = await import("/widget.js" as string);
    const close = widget.render({ model, el: document.querySelector("main") });
    Object.assign(globalThis, { counts, closeWidget: close, listeners });
  });
  return page.frameLocator("iframe");
}

test("shows the first charts, and reads ranges only", async ({ page }) => {
  const content = recording();
  const { ranges, wrong } = await notebook(page, { content });
  const view = await render(page);
  await expect(view.locator(".figure-rate .tv-line").first()).toBeVisible();
  await expect(view.getByRole("heading", { name: "Correlation 3 → 15" })).toBeVisible();
  await expect(view.locator(".status-text")).toContainText("read in");
  await expect(view.locator("main")).toContainText("mine.tags.zst");
  expect(await page.locator("iframe").evaluate((frame) => frame.getBoundingClientRect().height)).toBe(640);
  expect(content.length).toBeGreaterThan(2 << 20);
  expect(ranges.length).toBeGreaterThanOrEqual(3);
  await expect(view.locator("table.channels tbody tr")).toHaveCount(3);
  // Python writes other formats, and the page lacks the module for them.
  await expect(view.getByRole("button", { name: "Save the view as JSON" })).toBeVisible();
  await expect(view.getByRole("button", { name: "Export tags" })).toHaveCount(0);
  await expect(view.getByText("Other formats")).toHaveCount(0);
  for (const [from, to] of ranges) {
    expect(to - from).toBeGreaterThan(0);
    expect(to - from).toBeLessThanOrEqual(1 << 20);
    expect(to).toBeLessThanOrEqual(content.length);
  }
  expect(
    await page.evaluate(() => (globalThis as unknown as { counts: { most: number } }).counts.most),
  ).toBeLessThanOrEqual(4);
  // The page has neither the origin nor the document of the notebook.
  const inside = page.frames()[1];
  expect(await inside?.evaluate(() => [origin, location.protocol])).toEqual(["null", "blob:"]);
  await expect(inside?.evaluate(() => parent.document.title)).rejects.toThrow(/cross-origin|Blocked/u);
  expect(wrong).toEqual([]);
});

test("shows the tick of Python", async ({ page }) => {
  const { wrong } = await notebook(page, { content: recording(), about: { view: "tick=1ns" } });
  const view = await render(page);
  await expect(view.locator(".status-text")).toContainText("read in");
  await expect(view.locator("#tick")).toHaveValue("1 ns");
  expect(wrong).toEqual([]);
});

test("reads a text with the options of Python", async ({ page }) => {
  const content = Buffer.from(Array.from({ length: 500 }, (_, k) => `${k * 100};${1 + (k % 2)}\n`).join(""));
  const readAs = { import: "columns", columns: "time,channel", unit: "ns", tick: "1ns" };
  const { wrong } = await notebook(page, { content, about: { name: "<bytes>", readAs, view: "tick=1ns" } });
  const view = await render(page);
  await expect(view.locator(".status-text")).toContainText("read in");
  await expect(view.locator("table.channels tbody tr")).toHaveCount(2);
  expect(wrong).toEqual([]);
});

test("reports an error of Python, and bytes that were not requested", async ({ page }) => {
  await notebook(page, { content: recording(), range: () => null });
  const view = await render(page);
  await expect(view.locator("main")).toContainText(/the disk is gone/iu);
  await page.unrouteAll();
  await notebook(page, { content: recording(), range: () => Buffer.alloc(5) });
  await render(page);
  await expect(view.locator("main")).toContainText(/other bytes than requested/iu);
});

test("closing the widget removes the page and its port", async ({ page }) => {
  const { ranges } = await notebook(page, { content: recording() });
  const view = await render(page);
  await expect(view.locator(".status-text")).toContainText("read in");
  const left = await page.evaluate(() => {
    const all = globalThis as unknown as { closeWidget(): void; listeners: Set<unknown> };
    all.closeWidget();
    return all.listeners.size;
  });
  expect(left).toBe(0);
  await expect(page.locator("iframe")).toHaveCount(0);
  expect(ranges.length).toBeGreaterThan(0);
});

test("a page that its parent did not write takes no file", async ({ page }) => {
  const { ranges } = await notebook(page, { content: recording() });
  const ready = await page.evaluate(async () => {
    const heard: unknown[] = [];
    addEventListener("message", ({ data }) => heard.push(data));
    const frame = document.createElement("iframe");
    frame.src = "tagview.html";
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener("load", resolve));
    const { port2 } = new MessageChannel();
    const offer = { tagview: "file", name: "other.tags", byteLength: 9, format: "tags" };
    frame.contentWindow?.postMessage(offer, "*", [port2]);
    return heard;
  });
  const view = page.frameLocator("iframe");
  await expect(view.getByText("Drop a file anywhere on this page.")).toBeVisible();
  // The page of a notebook has no samples.
  await expect(view.getByRole("button", { name: "Sample", exact: true })).toHaveCount(0);
  await expect(view.locator("main")).not.toContainText("other.tags");
  expect([ready, ranges]).toEqual([[], []]);
});
