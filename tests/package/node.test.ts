/** The package in Node. */

import { readdirSync, readFileSync } from "node:fs";
import { delimiter, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { scratch, write } from "../support/command-line";
import { installed, packed, ROOT, run } from "./installed";

const app = installed();
const engine = join(app, "node_modules/@tagview/engine");
/** Other programs `node` to test, of TAGVIEW_NODES. */
const others = (process.env.TAGVIEW_NODES ?? "").split(delimiter).filter((path) => path !== "");
if (others.length === 0) console.log("skipped: TAGVIEW_NODES names no other versions of Node");

it("depends on nothing", () => {
  expect(readdirSync(join(app, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "@tagview",
  ]);
});

/** The files that a manifest names: a path, or paths by their conditions; sources are not published. */
const targets = (named: unknown): string[] =>
  typeof named === "string"
    ? [normalize(named)]
    : Object.entries(named ?? {}).flatMap(([condition, inner]) =>
        condition === "tagview-source" ? [] : targets(inner),
      );

it.each([
  ["engine", 30],
  ["cli", 2],
  ["charts", 5],
])("the package %s has what its manifest names, and its licences if it is published", (workspace, least) => {
  const { paths } = packed(workspace, scratch());
  const manifest = JSON.parse(readFileSync(join(ROOT, workspace, "package.json"), "utf8"));
  const named = [manifest.exports, manifest.bin, manifest.man].flatMap(targets);
  for (const path of named) expect(paths).toContain(path);
  expect(named.length).toBeGreaterThanOrEqual(least);
  for (const conditions of Object.values(manifest.exports ?? {})) expect(targets(conditions)).not.toEqual([]);
  if (manifest.private !== true)
    expect(paths).toEqual(expect.arrayContaining(["LICENSE-APACHE", "LICENSE-MIT", "dist/licenses.md"]));
});

it("resolves every export", () => {
  const { exports } = JSON.parse(readFileSync(join(engine, "package.json"), "utf8"));
  const names = Object.keys(exports).map((path) => join("@tagview/engine", path));
  const script = `
    for (const name of ${JSON.stringify(names)}) {
      if (name.endsWith(".json")) await import(name, { with: { type: "json" } });
      else await import(name);
    }
  `;
  expect(run(app, process.execPath, write(app, "exports.mjs", script))).toBe("");
});

it.each([process.execPath, ...others])("scans a recording with workers, and ends (%s)", (node) => {
  const script = `
    import { createEngine } from "@tagview/engine";
    import { toJson } from "@tagview/engine/json";
    const engine = createEngine();
    const pieces = [];
    const write = async (piece) => void pieces.push(piece.slice());
    await engine.tags.simulate({ duration: 64_000_000_000n }, { write });
    const file = new Uint8Array(Buffer.concat(pieces));
    const { tags, complete, analyses } = await engine.tags.scan(file, { analyses: [{ name: "summary" }] });
    console.log(toJson({ tags, complete, counted: analyses.summary.tags, large: file.length > 2 << 20 }));
    engine.close();
  `;
  const printed = JSON.parse(run(app, node, write(app, "scan.mjs", script)));
  expect(printed).toEqual({ tags: printed.counted, counted: printed.tags, complete: true, large: true });
  expect(printed.tags).toBeGreaterThan(1_000_000);
});

it("has what each format exports under a name of its own, the same as the whole package has", () => {
  const formats = ["tags", "offsets", "index-header", "icechunk", "compare"];
  const script = `
    import * as all from "@tagview/engine";
    for (const format of ${JSON.stringify(formats)}) {
      const part = Object.entries(await import("@tagview/engine/" + format));
      if (part.length === 0 || part.some(([name, value]) => all[name] !== value)) console.log(format);
    }
  `;
  expect(run(app, process.execPath, write(app, "formats.mjs", script))).toBe("");
});
