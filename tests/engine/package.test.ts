/** The package as somebody else gets it: installed from tarballs into an empty folder, without network. */

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { scratch, write } from "../support/command-line";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = scratch();
const app = join(folder, "app");

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: app, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

beforeAll(() => {
  mkdirSync(app);
  write(app, "package.json", '{ "private": true, "type": "module" }');
  // What the engine depends on comes along: nothing else has to be known without network.
  const packages = ["crates/wasm", "engine/dist", "node_modules/aws4fetch"];
  const paths = packages.map((path) => join(root, path));
  run("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder, ...paths);
  const tarballs = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  expect(tarballs).toHaveLength(3);
  const quietly = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  run("npm", "install", ...quietly, ...tarballs.map((name) => join(folder, name)));
}, 120_000);

it("scans a recording in plain Node, with workers, and lets the process end", () => {
  const script = `
    import { createEngine } from "@tagview/engine";
    import { nodePlatform } from "@tagview/engine/node";
    import { toJson } from "@tagview/engine/json";
    const platform = nodePlatform({ workers: 2 });
    platform.prepare({ module: "main", thread: true });
    const engine = createEngine(platform);
    const pieces = [];
    await engine.tags.simulate({ duration: 64_000_000_000n }, { write: async (piece) => void pieces.push(piece.slice()) });
    const file = new Uint8Array(Buffer.concat(pieces));
    const { tags, complete, analyses } = await engine.tags.scan(file, { analyses: [{ name: "summary" }] });
    console.log(toJson({ tags, complete, counted: analyses.summary.tags, large: file.length > 2 << 20 }));
    engine.close();
  `;
  const said = JSON.parse(run(process.execPath, write(app, "scan.mjs", script)));
  expect(said).toEqual({ tags: said.counted, counted: said.tags, complete: true, large: true });
  expect(said.tags).toBeGreaterThan(1_000_000);
}, 60_000);

it("has types, by which a misspelt key is an error and results are known", () => {
  write(
    app,
    "types.ts",
    `import { type Correlation, createEngine, type ScanRequest, type Snapshot, type Summary } from "@tagview/engine";
    import { browserPlatform } from "@tagview/engine/browser";
    import type { Rate } from "@tagview/engine/results";
    import { parseTick } from "@tagview/engine/units";
    const { tags } = createEngine(browserPlatform());
    const taken = await tags.scan("file", { analyses: [{ name: "summary" }, { name: "rate", id: "fine" }] });
    export const summary: Summary | undefined = taken.analyses.summary;
    export const rate: Rate | undefined = taken.analyses.fine;
    export const any: Snapshot = taken;
    export const tick = parseTick("1ns");
    const session = tags.open("file", { analyses: [] }, { background: [{ name: "pairs" }] });
    const { analyses } = await session.ask({ analyses: [{ name: "correlation", a: 3n, b: 15n }] });
    export const correlation: Correlation | undefined = analyses.correlation;
    // What is asked may be known only when it runs.
    const request: ScanRequest = { analyses: [{ name: "summary" }], verify: true };
    export const unknown: unknown = (await tags.scan("file", request)).analyses.anything;
    // @ts-expect-error a correlation has two channels
    await session.ask({ analyses: [{ name: "correlation", a: 3n }] });
    // @ts-expect-error it is called channels
    await tags.scan("file", { analyses: [], selection: { channel: [3n], from: 1n } });
    // @ts-expect-error it is called bin
    await tags.scan("file", { analyses: [{ name: "rate", bins: 5n }] });
    // @ts-expect-error it was not asked
    export const none = taken.analyses.pairs;
    `,
  );
  const options = { target: "es2023", lib: ["esnext", "dom"], types: [], strict: true, noEmit: true };
  for (const modules of ["nodenext", "preserve"]) {
    const config = { compilerOptions: { ...options, module: modules }, include: ["types.ts"] };
    write(app, "tsconfig.json", JSON.stringify(config));
    run(join(root, "node_modules", ".bin", "tsc"), "-p", ".");
  }
}, 60_000);

it("is bundled for browsers with its worker and the wasm files, of which the rarer one has JavaScript of its own", () => {
  const page = `
    import { createEngine } from "@tagview/engine";
    import { browserPlatform } from "@tagview/engine/browser";
    globalThis.engine = createEngine(browserPlatform());
  `;
  write(app, "main.js", page);
  write(app, "index.html", '<script type="module" src="./main.js"></script>');
  const config = `export default { base: "./", build: { target: "es2022" }, worker: { format: "es" } };`;
  write(app, "vite.config.js", config);
  run(join(root, "node_modules", ".bin", "vite"), "build", "--logLevel", "error");
  const assets = readdirSync(join(app, "dist", "assets"));
  const named = (name: RegExp): string => {
    const found = assets.filter((asset) => name.test(asset));
    expect(found, `${name}`).toHaveLength(1);
    return found[0] ?? "";
  };
  const textOf = (asset: string): string => readFileSync(join(app, "dist", "assets", asset), "utf8");
  const [main, worker, more] = [/^index.*\.js$/, /^browser-worker.*\.js$/, /^more-instance.*\.js$/].map(
    named,
  );
  const wasm = [/^tagview_main_bg.*\.wasm$/, /^tagview_more_bg.*\.wasm$/].map(named);
  for (const asset of [...wasm, worker]) expect(textOf(main ?? "")).toContain(asset);
  // Formats that are loaded with their first call share what the page loads of it.
  const scripts = assets.filter((asset) => asset.endsWith(".js") && asset !== worker && asset !== more);
  expect(scripts.map(textOf).join("\n")).toContain(more);
  expect(textOf(worker ?? "")).toContain(more);
  expect(textOf(main ?? "")).not.toContain("offsetsworkload_free");
  expect(textOf(more ?? "")).toContain("offsetsworkload_free");
}, 60_000);
