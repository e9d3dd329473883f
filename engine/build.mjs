// Builds the package: one folder of JavaScript for Node, one for browsers, the types, and the files that go with them.
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { build } from "vite";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Entries of both platforms, by the names under which the package exports them. */
const SHARED = {
  tags: "formats/tags/public",
  offsets: "formats/offsets/public",
  "index-header": "formats/index-header/public",
  icechunk: "formats/icechunk/public",
  compare: "formats/compare/public",
  "channel-list": "formats/tags/channel-list",
  json: "json",
  results: "results",
  units: "units",
};
const NODE = { index: "index-node", node: "node", "node-worker": "node-worker", ...SHARED };
const BROWSER = { index: "index-browser", browser: "browser", ...SHARED };
const WORKER = { "tagview-worker": "browser-worker" };
const WASM = ["main", "more", "compare"].map((name) => `tagview_${name}_bg.wasm`);

/** `entries` with the path of each file. */
const paths = (entries, folder, ending) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, path]) => [name, file(`${folder}/${path}${ending}`)]),
  );

/** Bundles `entries` with all that they import. `new URL(..., import.meta.url)` stays, for the bundler of the user. */
const bundle = (outDir, entries, { emptyOutDir = true, plugins = [], license = false, ...options } = {}) =>
  build({
    configFile: false,
    root: file("."),
    logLevel: "warn",
    plugins,
    resolve: { alias: [{ find: "./start-worker.ts", replacement: file("src/start-packed-worker.ts") }] },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: "es2022",
      outDir: file(outDir),
      emptyOutDir,
      license,
      rolldownOptions: {
        input: paths(entries, "src", ".ts"),
        external: [/^node:/],
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", ...options },
      },
    },
  });

/** Makes the code for Node read the wasm files in the folder for browsers, so that the package has them once. */
const sharedWasm = {
  name: "tagview-shared-wasm",
  renderChunk: (code) => code.replaceAll('URL("./tagview_', 'URL("../browser/tagview_'),
};

/** Writes the types of all entries, without those that no entry refers to. */
async function types() {
  execFileSync("tsc", ["-p", file("tsconfig.build.json")], { stdio: "inherit" });
  const bundled = await rolldown({
    input: paths({ ...BROWSER, node: "node" }, "dist/types-of-sources", ".d.ts"),
    external: [/^node:/, /^@tagview\/wasm/],
    plugins: [dts({ dtsInput: true })],
  });
  const names = { entryFileNames: "[name].ts", chunkFileNames: "[name].ts", minifyInternalExports: false };
  const banner = '/// <reference path="./globals.d.ts" />';
  await bundled.write({ dir: file("dist/types"), banner, ...names });
  copyFileSync(file("globals.d.ts"), file("dist/types/globals.d.ts"));
  rmSync(file("dist/types-of-sources"), { recursive: true });
}

rmSync(file("dist"), { recursive: true, force: true });
await bundle("dist/node", NODE, { plugins: [sharedWasm], license: { fileName: "licenses.md" } });
await bundle("dist/browser", BROWSER);
await bundle("dist/browser", WORKER, { emptyOutDir: false, codeSplitting: false, minify: true });
for (const name of WASM) copyFileSync(file(`../crates/wasm/pkg/${name}`), file(`dist/browser/${name}`));
for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(file(`../${name}`), file(name));
renameSync(file("dist/node/licenses.md"), file("dist/licenses.md"));
await types();
const names = ["node", "browser", "types"].map((folder) => readdirSync(file(`dist/${folder}`)).length);
process.stdout.write(`${names.join(" + ")} files\n`);
