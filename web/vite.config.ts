import { defaultClientConditions, defineConfig } from "vite";
import { installable } from "./offline/plugin.ts";

export default defineConfig({
  base: "./",
  plugins: [installable],
  resolve: { conditions: ["tagview-source", ...defaultClientConditions] },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Charts and the engine do nothing at import: what only one viewer needs of them is loaded with its page.
      treeshake: { moduleSideEffects: [{ test: /[\\/](charts|engine)[\\/]src[\\/]/u, sideEffects: false }] },
      // One file with all that is needed at once: brotli packs it a tenth smaller than fifty files.
      output: { codeSplitting: { groups: [{ name: "index", tags: ["$initial"] }] } },
    },
  },
  worker: { format: "es" },
  optimizeDeps: { exclude: ["@tagview/wasm"] },
});
