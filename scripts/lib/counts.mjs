import { readFileSync } from "node:fs";

/**
 * Counts of a test run; `failures` are the failed tests, each with its name and output, and `repeated` those that
 * failed and then passed.
 *
 * @returns {{ passed: number, failed: number, failures: string[], repeated: string[] }}
 */
const nothing = () => ({ passed: 0, failed: 0, failures: [], repeated: [] });

/** Counts from the output of `cargo test`: one result line per test program, and a section for each failed test. */
export function cargoCounts(output) {
  const counts = nothing();
  for (const [, passed, failed] of output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
  }
  // The output of a test ends at the next section, or at the list of names.
  const [, ...sections] = output.split(/^---- (?=.+ stdout ----$)/m);
  for (const section of sections) {
    const [report] = section.split("\nfailures:\n");
    counts.failures.push(report.replace(" stdout ----", ""));
  }
  return counts;
}

function report(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // No report: the program ended before its first test. Its exit status shows the failure.
    return null;
  }
}

/** Counts from vitest's JSON report. */
export function vitestCounts(file) {
  const found = report(file);
  if (!found) return nothing();
  const failures = found.testResults.flatMap(({ name, assertionResults, message }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    // A file that cannot be loaded has no failed test.
    if (failed.length === 0) return message ? [`${name}\n${message}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join("\n")}`,
    );
  });
  const failed = Math.max(found.numFailedTests, failures.length);
  return { ...nothing(), passed: found.numPassedTests, failed, failures };
}

/** Counts from Playwright's JSON report. */
export function playwrightCounts(file) {
  const found = report(file);
  if (!found) return nothing();
  const { expected, unexpected, flaky } = found.stats;
  const of = (status) => found.suites.flatMap((suite) => specsOf(suite, status));
  return {
    passed: expected + flaky,
    failed: unexpected,
    failures: of("unexpected"),
    repeated: of("flaky"),
  };
}

/** Tests that ended with a status, each with the output of its failures. */
function specsOf({ specs = [], suites = [] }, ended) {
  const here = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === ended)
      .map(({ results }) => {
        const errors = results.flatMap(({ errors: all }) => all.map(({ message }) => message));
        return `${file}:${line} ${title}\n${errors.join("\n")}`;
      }),
  );
  return [...here, ...suites.flatMap((suite) => specsOf(suite, ended))];
}

/** Counts from the output of `pytest -q`. */
export function pytestCounts(output) {
  const number = (word) => Number(output.match(new RegExp(`(\\d+) ${word}\\b`))?.[1] ?? 0);
  const failures = [...output.matchAll(/^(?:FAILED|ERROR) (.+)$/gm)].map(([, failure]) => failure);
  const failed = number("failed") + number("errors?");
  return { ...nothing(), passed: number("passed"), failed, failures };
}
