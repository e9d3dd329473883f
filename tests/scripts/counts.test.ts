import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cargoCounts, playwrightCounts, vitestCounts } from "../../scripts/lib/counts.mjs";

function reportOf(content: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), "tagview-counts-")), "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test("the results of all of cargo's test programs are added up", () => {
  const output = [
    "running 3 tests",
    "test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
    "running 40 tests",
    "test result: ok. 40 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.20s",
  ].join("\n");
  expect(cargoCounts(output)).toMatchObject({ passed: 42, failed: 1 });
});

test("a test that prints what looks like a result in mid-line is not counted", () => {
  expect(cargoCounts("note: test result: ok. 5 passed; 0 failed\n")).toMatchObject({ passed: 0, failed: 0 });
});

test("each of cargo's failed tests is named with its output", () => {
  const output = [
    "failures:\n",
    "---- frames::torn stdout ----\n\nthread 'frames::torn' panicked at lib.rs:1:2:\nleft: 1\n",
    "---- gaps stdout ----\nright: 2\n\n",
    "failures:\n    frames::torn\n    gaps\n",
    "test result: FAILED. 1 passed; 2 failed; 0 ignored\n",
  ].join("\n");
  expect(cargoCounts(output).failures.map((failure) => failure.trim())).toEqual([
    "frames::torn\n\nthread 'frames::torn' panicked at lib.rs:1:2:\nleft: 1",
    "gaps\nright: 2",
  ]);
});

test("of vitest's report, failed tests are named, and files that could not be loaded", () => {
  const file = reportOf({
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: "a.test.ts",
        message: "",
        assertionResults: [
          { status: "passed", fullName: "adds", failureMessages: [] },
          { status: "failed", fullName: "divides", failureMessages: ["by zero"] },
        ],
      },
      { name: "b.test.ts", message: "no such module", assertionResults: [] },
    ],
  });
  expect(vitestCounts(file)).toMatchObject({
    passed: 1,
    failed: 2,
    failures: ["a.test.ts: divides\nby zero", "b.test.ts\nno such module"],
  });
});

test("of Playwright's report, a test that passed at its second attempt is named, apart from failed ones", () => {
  const results = [{ errors: [{ message: "not yet drawn" }] }, { errors: [] }];
  const specs = [
    { file: "page.spec.ts", line: 3, title: "opens", tests: [{ status: "expected", results: [] }] },
    { file: "page.spec.ts", line: 9, title: "draws", tests: [{ status: "flaky", results }] },
    { file: "page.spec.ts", line: 12, title: "closes", tests: [{ status: "unexpected", results }] },
  ];
  const file = reportOf({
    stats: { expected: 1, unexpected: 1, flaky: 1 },
    suites: [{ suites: [{ specs }] }],
  });
  expect(playwrightCounts(file)).toEqual({
    passed: 2,
    failed: 1,
    failures: ["page.spec.ts:12 closes\nnot yet drawn"],
    repeated: ["page.spec.ts:9 draws\nnot yet drawn"],
  });
});
