/** The page's sample of an Icechunk repository; tests/support/icechunk-sample.py writes it. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { scratch, tagview } from "../support/command-line";

const SAMPLE = fileURLToPath(new URL("../../web/public/sample-icechunk", import.meta.url));
const TYPE = "multipart/form-data; boundary=tagview-sample";

it("is a small repository with a branch, a tag and a lost chunk", async () => {
  const bytes = readFileSync(SAMPLE);
  expect(bytes.length).toBeLessThan(40_000);
  const folder = scratch();
  const form = await new Response(bytes, { headers: { "content-type": TYPE } }).formData();
  for (const [path, file] of form) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), new Uint8Array(await (file as File).arrayBuffer()));
  }
  const { status, stdout } = await tagview(["icechunk", "--json", folder, "--check"]);
  const [{ branches, tags, snapshots, check }] = String(stdout)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect([status, Object.keys(branches), Object.keys(tags)]).toEqual([
    1,
    ["main", "recalibrated"],
    ["first-half"],
  ]);
  expect(snapshots.length).toBe(6);
  expect(check.findings.map(({ code }: { code: string }) => code)).toEqual(["missing-file"]);
});
