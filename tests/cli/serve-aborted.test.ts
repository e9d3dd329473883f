/** `tagview serve` and clients that disconnect in the middle of a file, as the page does with a compressed text. */

import { type ChildProcess, spawn } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CLI, scratch, write } from "../support/command-line";

const folder = scratch();
const CONTENT = "0123456789abcdef".repeat(1 << 18);
let server: ChildProcess;
let address = "";

beforeAll(async () => {
  const [first, second] = [write(folder, "a.tsv.gz", CONTENT), write(folder, "b.tsv.gz", "other")];
  server = spawn(process.execPath, [CLI, "serve", first, second]);
  address = await new Promise<string>((resolve) =>
    server.stdout?.once("data", (line) => resolve(String(line).trim())),
  );
}, 60_000);
afterAll(() => void server.kill());

it("a file stays open after a client that read only its beginning", async () => {
  for (let k = 0; k < 5; k += 1) {
    const stop = new AbortController();
    const { body } = await fetch(new URL("files/0", address), { signal: stop.signal });
    await body?.getReader().read();
    stop.abort();
    // The server notices that the client has left.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const whole = await fetch(new URL("files/0", address));
    expect(whole.status).toBe(200);
    expect((await whole.text()) === CONTENT).toBe(true);
    expect(await (await fetch(new URL("files/1", address))).text()).toBe("other");
  }
});
