import { readFileSync } from "node:fs";

/** `{ passed, failed }` from what `cargo test` printed: one result line per test program. */
export function cargoCounts(output) {
  const counts = { passed: 0, failed: 0 };
  for (const [, passed, failed] of output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
  }
  return counts;
}

const NONE = { passed: 0, failed: 0 };

function report(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // No report: the program ended before its first test, which its exit status tells.
    return null;
  }
}

/** From vitest's JSON report. */
export function vitestCounts(file) {
  const found = report(file);
  return found ? { passed: found.numPassedTests, failed: found.numFailedTests } : NONE;
}

/** From Playwright's JSON report; a test that passed only at a second attempt did not pass. */
export function playwrightCounts(file) {
  const found = report(file);
  return found ? { passed: found.stats.expected, failed: found.stats.unexpected + found.stats.flaky } : NONE;
}
