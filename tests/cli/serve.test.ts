/** `tagview serve`, over the wire. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLI, scratch, write } from "../support/command-line";

const built = ["../../cli/dist/viewer/index.html", "../../web/dist/index.html"].some((path) =>
  existsSync(fileURLToPath(new URL(path, import.meta.url))),
);
if (!built) console.log("skipped: the page is not built");

describe.skipIf(!built)("serve", () => {
  const folder = scratch();
  const secret = write(folder, "secret", "not given");
  let child: ChildProcess;
  let address = "";

  beforeAll(async () => {
    child = spawn(process.execPath, [CLI, "serve", write(folder, "a b.tags.zst", "0123456789")]);
    address = await new Promise<string>((resolve) =>
      child.stdout?.once("data", (line) => resolve(String(line))),
    );
  });
  afterAll(() => void child.kill());

  it("prints an address on this computer and nothing else", () => {
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\n$/);
  });

  it("gives the page, under a policy that lets nothing out", async () => {
    const page = await fetch(address.trim());
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toContain("text/html");
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  });

  it("lists the files and gives them, whole and by range", async () => {
    const base = address.trim();
    const list = (await (await fetch(`${base}files.json`)).json()) as { url: string }[];
    expect(list).toEqual([{ name: "a b.tags.zst", url: "files/0", bytes: 10 }]);
    const url = base + list[0]?.url;
    expect(await (await fetch(url)).text()).toBe("0123456789");
    const ask = async (range: string) => {
      const answer = await fetch(url, { headers: { range } });
      return [answer.status, answer.headers.get("content-range"), await answer.text()];
    };
    expect(await ask("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"]);
    expect(await ask("bytes=7-")).toEqual([206, "bytes 7-9/10", "789"]);
    expect(await ask("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"]);
    expect(await ask("bytes=0-99")).toEqual([206, "bytes 0-9/10", "0123456789"]);
    expect(await ask("bytes=10-")).toEqual([416, "bytes */10", ""]);
    expect(await ask("lines=1-2")).toEqual([200, null, "0123456789"]);
  });

  it("gives nothing that was not asked for", async () => {
    const base = address.trim();
    for (const path of [
      "files/1",
      "files/-1",
      `files/0/..%2fsecret`,
      `..%2f..%2f${secret}`,
      "..%2f..%2fpackage.json",
    ]) {
      const answer = await fetch(base + path);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await fetch(base, { method: "POST" })).status).toBe(405);
  });

  it("does not answer to another name", async () => {
    const status = await new Promise((resolve) => {
      request(address.trim(), { headers: { host: "evil.example" } }, (answer) =>
        resolve(answer.statusCode),
      ).end();
    });
    expect(status).toBe(421);
  });
});
