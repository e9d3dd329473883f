import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  // Tests run the engine's sources, but for those of its package.
  ssr: { resolve: { conditions: ["tagview-source", ...defaultServerConditions] } },
  test: {
    include: ["{engine,charts,web,cli,tests}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", "tests/browser/**"],
    setupFiles: [fileURLToPath(new URL("seed.ts", import.meta.url))],
    testTimeout: 30_000,
    // One more than there are cores: tests wait for the programs that they run, and these for files and servers.
    maxWorkers: availableParallelism() + 1,
  },
});
