import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

const NEVER = ["**/node_modules/**", "**/dist/**", "tests/browser/**"];
/** Tests of functions, which start no program. */
const PURE = ["tests/{charts,web}/**/*.test.ts"];

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  // Tests run the engine's sources, except for the tests of its package.
  ssr: { resolve: { conditions: ["tagview-source", ...defaultServerConditions] } },
  test: {
    setupFiles: [fileURLToPath(new URL("seed.ts", import.meta.url))],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "programs",
          include: ["{engine,charts,web,cli,tests}/**/*.test.ts"],
          exclude: [...NEVER, ...PURE],
        },
      },
      // Without state outside a test, files share the modules that they import: loading D3 takes longer than most
      // of these tests.
      { extends: true, test: { name: "pure", include: PURE, exclude: NEVER, isolate: false } },
    ],
    // One more than the number of cores, because tests wait for programs, and programs wait for files and servers.
    maxWorkers: availableParallelism() + 1,
  },
});
