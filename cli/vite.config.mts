import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultServerConditions, defineConfig, type Plugin } from "vite";

const installed = (name: string) => fileURLToPath(import.meta.resolve(name));

/** Files that the bundle reads at run time, by the names under which they are in its folder. */
const ASSETS = {
  "tagview_main_bg.wasm": () => installed("@tagview/wasm/main.wasm"),
  "tagview_more_bg.wasm": () => installed("@tagview/wasm/more.wasm"),
  "tagview_compare_bg.wasm": () => installed("@tagview/wasm/compare.wasm"),
  "resvg.wasm": () => installed("@resvg/resvg-wasm/index_bg.wasm"),
  "DejaVuSans.ttf": () => installed("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
};

/** Puts the assets beside the bundle. */
function assets(): Plugin {
  return {
    name: "tagview-assets",
    writeBundle({ dir }) {
      for (const [name, path] of Object.entries(ASSETS)) copyFileSync(path(), `${dir}/${name}`);
    },
  };
}

/** Writes the manual page that the program prints. */
function manual(): Plugin {
  let folder = "dist";
  return {
    name: "tagview-manual",
    writeBundle({ dir = folder }) {
      folder = dir;
    },
    closeBundle() {
      const page = execFileSync(process.execPath, [`${folder}/start.js`, "manual"], { encoding: "utf8" });
      writeFileSync(`${folder}/tagview.1`, page);
    },
  };
}

// Everything is bundled: the package installs in a second and starts without a search through folders. As
// CommonJS, because Node starts such a program some 15 ms sooner than one of modules.
export default defineConfig({
  plugins: [assets(), manual()],
  build: {
    ssr: true,
    target: "node20",
    outDir: "dist",
    license: { fileName: "licenses.md" },
    rollupOptions: {
      // One in a dependency, in a path never taken.
      checks: { eval: false },
      input: { start: "src/start.ts", worker: "../engine/src/node-worker.ts" },
      // Flat: files are found beside the chunk that asks for them.
      output: { format: "cjs", strict: true, entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
  ssr: { noExternal: true, resolve: { conditions: ["tagview-source", ...defaultServerConditions] } },
});
