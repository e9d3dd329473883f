import { expect, test } from "vitest";
import { cargoCounts } from "../../scripts/lib/counts.mjs";

test("the results of all of cargo's test programs are added up", () => {
  const output = [
    "running 3 tests",
    "test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
    "running 40 tests",
    "test result: ok. 40 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.20s",
  ].join("\n");
  expect(cargoCounts(output)).toEqual({ passed: 42, failed: 1 });
});

test("a test that prints what looks like a result in mid-line is not counted", () => {
  expect(cargoCounts("note: test result: ok. 5 passed; 0 failed\n")).toEqual({ passed: 0, failed: 0 });
});
