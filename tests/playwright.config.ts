import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { findChromium } from "../scripts/lib/chromium.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
// A port of its own for each clone, so that two of them can be tested at the same time.
const port = 20_000 + (createHash("sha256").update(root).digest().readUInt16LE() % 10_000);
const secret = createHash("sha256").update(`${root}${port}`).digest("base64url");
const url = `http://127.0.0.1:${port}/${secret}/`;
const executablePath = await findChromium();
/** The mark of tests that measure time. */
const TIMED = /@timed/u;

export default defineConfig({
  testDir: "browser",
  testMatch: "**/*.spec.ts",
  outputDir: "../test-results",
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // On a busy machine, the page responds later.
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // One more than there are cores: a test waits for its page between steps.
  workers: availableParallelism() + 1,
  // Tests that measure response times run without other tests: scripts/test.mjs runs them separately.
  projects: [
    // A test that passes only when it is repeated is printed as such.
    { name: "untimed", grepInvert: TIMED, retries: 1 },
    { name: "timed", grep: TIMED, workers: 1, fullyParallel: false },
  ],
  use: {
    baseURL: url,
    // Most tests do not load the files for offline use; tests/browser/offline.spec.ts allows it.
    serviceWorkers: "block",
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    screenshot: "only-on-failure",
  },
  // The page as users get it: from the command line's own server, with its headers.
  webServer: {
    command: `node cli/bin/tagview.js serve --port ${port}`,
    cwd: root,
    env: { TAGVIEW_SERVE_SECRET: secret },
    url,
    stdout: "ignore",
    timeout: 30_000,
  },
});
