import { defineConfig } from "vite";

// Packages from the registry stay imports; the workspace's own sources are bundled.
export default defineConfig({
  build: {
    ssr: true,
    target: "node20",
    outDir: "dist",
    rollupOptions: { input: { main: "src/main.ts" }, output: { entryFileNames: "[name].js" } },
  },
});
