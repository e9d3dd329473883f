/** The package as its user gets it: packed, installed into an empty folder, run. */

import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { CLI, record, scratch } from "../support/command-line";

const folder = scratch();

function run(program: string, args: string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  return { status, stdout, stderr };
}

it("runs from an empty folder", async () => {
  const packed = run("npm", ["pack", "--silent", "--pack-destination", folder], join(dirname(CLI), ".."));
  expect(packed.status).toBe(0);
  // Without a prefix, npm would install into a parent folder with a `node_modules`.
  const options = ["install", "--silent", "--no-audit", "--offline", "--prefix", folder];
  const installed = run("npm", [...options, join(folder, packed.stdout.trim())], folder);
  expect(installed.status).toBe(0);
  await record(join(folder, "a.tags.zst"), [[1, 1n]]);
  const stats = run("npx", ["--no-install", "tagview", "stats", "--json", "a.tags.zst"], folder);
  expect(stats.status).toBe(0);
  expect(JSON.parse(stats.stdout)).toMatchObject({ tags: 1, complete: true });
  // Written and read by the module that is loaded on demand.
  const cut = run("npx", ["--no-install", "tagview", "slice", "a.tags.zst", "-o", "b.tags.zst"], folder);
  expect(cut.status).toBe(0);
  expect(run("npx", ["--no-install", "tagview", "cat", "b.tags.zst"], folder).stdout).toBe("1\t1\n");
  const plot = run("npx", ["--no-install", "tagview", "rate", "--plot", "a.png", "a.tags.zst"], folder);
  expect(plot.status).toBe(0);
}, 60_000);
