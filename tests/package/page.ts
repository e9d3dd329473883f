/** A page that uses the package, in a real Chromium. */

import { readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll } from "vitest";
import { findChromium } from "../../scripts/lib/chromium.mjs";

/**
 * Simulates a recording, scans it in workers from sources of three kinds, and reads an offset header, for which another
 * wasm module is loaded.
 */
export const SCRIPT = `
  let outcome;
  const engine = createEngine();
  try {
    const pieces = [];
    const write = async (piece) => void pieces.push(piece.slice());
    await engine.tags.simulate({ duration: 640_000_000n }, { write });
    const blob = new Blob(pieces);
    const slices = { byteLength: blob.size, slice: (from, to) => blob.slice(from, to).arrayBuffer() };
    const scans = [];
    for (const source of [blob, blob.stream(), slices])
      scans.push(await engine.tags.scan(source, { analyses: [{ name: "summary" }] }));
    const some = scans.every(({ tags }) => tags > 10_000 && tags === scans[0].tags);
    const { encoding } = await engine.offsets.read("v1=0:1");
    outcome = { some, complete: scans.every(({ complete }) => complete), encoding };
  } catch (thrown) {
    outcome = { thrown: String(thrown), cause: String(thrown.cause) };
  }
  engine.close();
  globalThis.outcome = outcome;
`;

const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };
const servers: Server[] = [];
let browser: Promise<Browser> | undefined;

/** An HTML page with a script. */
export const html = (script: string) => `<!doctype html><meta charset="utf-8">${script}`;

/** Serves `folder`, to pages of other origins too, wasm files without their type as many servers do; returns its address. */
export async function serve(folder: string): Promise<string> {
  const answer = async (url: string, response: ServerResponse) => {
    const path = new URL(url, "http://x").pathname.replace(/\/$/, "/index.html");
    const body = await readFile(join(folder, path)).catch(() => null);
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    const headers = { "access-control-allow-origin": "*", "content-type": type };
    response.writeHead(body === null ? 404 : 200, headers).end(body);
  };
  const server = createServer(({ url = "/" }, response) => void answer(url, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function launch(): Promise<Browser> {
  const executablePath = await findChromium();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
}

/** Opens a page at `url`. */
export async function pageAt(url: string): Promise<Page> {
  browser ??= launch();
  const page = await (await browser).newPage();
  await page.goto(url);
  return page;
}

/** Opens a page at `url` and returns the outcome that its script sets, with the errors that the page reports. */
export async function outcomeOf(url: string): Promise<unknown> {
  browser ??= launch();
  const page = await (await browser).newPage();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  try {
    await page.goto(url);
    const outcome = await page.waitForFunction(() => (globalThis as { outcome?: unknown }).outcome, null, {
      timeout: 20_000,
    });
    return { ...((await outcome.jsonValue()) as object), errors };
  } catch (thrown) {
    return { thrown: String(thrown), errors };
  } finally {
    await page.close();
  }
}

afterAll(async () => {
  await (await browser)?.close();
  for (const server of servers) server.close();
});
