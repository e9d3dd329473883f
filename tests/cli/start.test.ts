/** The start of the program: a command loads its own code, and nothing of other commands or of a network. */

import { spawnSync } from "node:child_process";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLI, record, scratch, tagview } from "../support/command-line";

/** Names of the program's files that Node loads for a command line. */
function loadedFor(...args: string[]): string[] {
  const { stderr, status } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: "utf8",
    env: { ...process.env, NODE_DEBUG: "module" },
  });
  expect(status).toBe(0);
  return [...stderr.matchAll(/load "([^"]+)" for module/gu)].map(([, path]) => basename(path ?? ""));
}

/** Makes a recording of two tags. */
async function recording(): Promise<string> {
  const file = join(scratch(), "few.tags.zst");
  await record(file, [
    [3, 100n],
    [15, 105n],
  ]);
  return file;
}

describe("start", () => {
  it("loads one command", async () => {
    const file = await recording();
    const loaded = loadedFor("stats", file);
    expect(loaded).toContain("stats.js");
    for (const other of ["icechunk.js", "offsets.js", "g2.js", "plot.js", "build.js"])
      expect(loaded).not.toContain(other);
    expect(loadedFor("offsets", "v1=0:5")).not.toContain("stats.js");
  });

  it("opens a recording once to recognise it, and twice to read it", async () => {
    const file = await recording();
    const count = `data:text/javascript,${encodeURIComponent(`
      import fs from "node:fs";
      for (const [owner, name] of [[fs, "openSync"], [fs, "open"], [fs.promises, "open"]]) {
        const open = owner[name];
        owner[name] = (path, ...rest) => {
          if (path === ${JSON.stringify(file)}) process.stderr.write("opened\\n");
          return open.call(owner, path, ...rest);
        };
      }`)}`;
    for (const command of ["stats", "cat", "verify"]) {
      const { stderr } = await tagview([command, file], "", undefined, ["--import", count]);
      expect([command, stderr]).toEqual([command, "opened\n".repeat(3)]);
    }
  });

  it("loads Node's fetch for an address only", async () => {
    const file = await recording();
    const watch = `data:text/javascript,${encodeURIComponent(`
      const { get } = Object.getOwnPropertyDescriptor(globalThis, "Response");
      Object.defineProperty(globalThis, "Response", {
        configurable: true,
        get() { process.stderr.write("fetch loaded"); return get.call(globalThis); },
      });`)}`;
    const { stderr } = await tagview(["stats", file], "", undefined, ["--import", watch]);
    expect(stderr).toBe("");
  });
});
