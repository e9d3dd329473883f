import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Charts do nothing at import: those that only one viewer draws are loaded with its page.
      treeshake: { moduleSideEffects: [{ test: /[\\/]charts[\\/]src[\\/]/u, sideEffects: false }] },
    },
  },
  worker: { format: "es" },
  optimizeDeps: { exclude: ["@tagview/wasm"] },
});
