import { defineConfig } from "vite";

// Only the Node worker: everything else is used as source by the page and the command line.
export default defineConfig({
  build: {
    ssr: "src/node-worker.ts",
    outDir: "dist",
    target: "node20",
    rollupOptions: { output: { entryFileNames: "node-worker.js" } },
  },
  ssr: { noExternal: true },
});
