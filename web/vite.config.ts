import { fileURLToPath } from "node:url";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";
import { installable } from "./offline/plugin.ts";

/** Leaves out D3's interpolation of colours, 5 kB (brotli) that no chart uses. */
const numberScales: Plugin = {
  name: "tagview-number-scales",
  enforce: "pre",
  resolveId: (source, importer = "") =>
    source === "d3-interpolate" && /[\\/]d3-scale[\\/]/u.test(importer)
      ? fileURLToPath(new URL("offline/interpolate.ts", import.meta.url))
      : null,
};

export default defineConfig({
  base: "./",
  plugins: [installable, numberScales],
  resolve: { conditions: ["tagview-source", ...defaultClientConditions] },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Charts and the engine do nothing at import: what only one viewer needs of them is loaded with its page.
      treeshake: { moduleSideEffects: [{ test: /[\\/](charts|engine)[\\/]src[\\/]/u, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // The engine's index names them, but only code that is loaded later uses them.
            {
              name: "verdict",
              test: /[\\/]engine[\\/]src[\\/]formats[\\/]tags[\\/](verdict|steadiness)\.ts$/u,
            },
            // One file with all that is needed at once: brotli packs it a tenth smaller than fifty files.
            { name: "index", tags: ["$initial"] },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
  optimizeDeps: { exclude: ["@tagview/wasm"] },
});
