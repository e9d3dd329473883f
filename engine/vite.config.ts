import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const read = (path: string) => readFileSync(file(path), "utf8");

/** What is imported by name, with its types; the workers' scripts are only started. */
const ENTRIES = ["index", "node", "browser", "json", "results", "units"];
const WORKERS = ["node-worker", "browser-worker"];

/** The package as it is installed; in this workspace the page and the command line use the sources. */
function packageJson(): string {
  const { name, version, type, license, dependencies, engines } = JSON.parse(read("package.json"));
  const exports = ENTRIES.map((entry) => [
    entry === "index" ? "." : `./${entry}`,
    { types: `./types/${entry}.d.ts`, default: `./${entry}.js` },
  ]);
  const sideEffects = WORKERS.map((worker) => `./${worker}.js`);
  const described = { name, version, type, license, engines, exports: Object.fromEntries(exports) };
  return `${JSON.stringify({ ...described, sideEffects, dependencies }, null, 2)}\n`;
}

function publish(): Plugin {
  return {
    name: "tagview-publish",
    // For bundlers to see, the worker's script has to be named where it is started.
    renderChunk: (code) => code.replace("./browser-worker.ts", "./browser-worker.js"),
    generateBundle() {
      const files = {
        "package.json": packageJson(),
        "README.md": read("README.md"),
        "LICENSE-APACHE": read("../LICENSE-APACHE"),
        "LICENSE-MIT": read("../LICENSE-MIT"),
      };
      for (const [fileName, source] of Object.entries(files))
        this.emitFile({ type: "asset", fileName, source });
    },
  };
}

export default defineConfig({
  plugins: [publish()],
  build: {
    ssr: true,
    target: "es2022",
    rollupOptions: {
      input: Object.fromEntries([...ENTRIES, ...WORKERS].map((name) => [name, file(`src/${name}.ts`)])),
      external: [/^node:/, /^@tagview\/wasm/, "aws4fetch"],
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
});
