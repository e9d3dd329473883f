/** `tagview index-header` of indexes at which compactors halt: a finding and exit status 1, in every form of output. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";
import { indexOf, PODS, type Series, withWrongLists } from "../support/index-series";

const folder = scratch();
const up = (pod: string, ...chunks: [number, number][]): Series => ({
  labels: { __name__: "up", pod },
  chunks,
});

const CASES: [what: string, code: string, series: Series[], sentence: string][] = [
  [
    "chunks that overlap",
    "order",
    [up("a", [0, 10], [10, 20])],
    '{"__name__"="up", "pod"="a"} has chunk 2 from 10 to 20 ms, which overlaps the chunk from 0 to 10 ms before it',
  ],
  [
    "series out of order",
    "order",
    [up("b", [0, 10]), up("a", [0, 10])],
    '{"__name__"="up", "pod"="a"} is smaller than the series before it',
  ],
  [
    "a series twice",
    "duplicate",
    [up("a", [0, 10]), up("a", [0, 10])],
    '{"__name__"="up", "pod"="a"} appears twice',
  ],
  [
    "labels out of order",
    "order",
    [{ labels: { pod: "a", job: "x" }, chunks: [[0, 10]] }],
    '{"pod"="a", "job"="x"} has the label "job" after "pod"',
  ],
];

it.each(CASES)("reports %s", async (_, code, series, sentence) => {
  const file = write(folder, "index", indexOf(series));
  const json = await tagview([file, "--json"]);
  expect(json.status).toBe(1);
  const incomplete = { complete: false, error: { code } };
  expect(JSON.parse(json.stdout)).toMatchObject({ ...incomplete, statistics: incomplete });
  for (const form of [[], ["--tsv"]]) {
    const { status, stdout, stderr } = await tagview(["index-header", file, ...form]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(stdout).not.toBe("");
  }
});

it("reports postings lists that are not those of the series", async () => {
  const file = write(folder, "index", indexOf(PODS));
  const sound = await tagview(["index-header", file, "--verify"]);
  expect(sound).toMatchObject({ status: 0, stderr: "" });
  expect(sound.stdout).toContain("45 postings lists with 166 references · equal to the labels of the series");
  write(folder, "index", withWrongLists(indexOf(PODS), 1));
  for (const form of [[], ["--tsv"], ["--json"]]) {
    const { status, stdout, stderr } = await tagview(["index-header", file, "--verify", ...form]);
    if (form[0] === "--json") expect(JSON.parse(stdout)).toMatchObject({ complete: false, error: {} });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('the list of "pod"="web-39" has the checksum'),
    ]);
    expect(await tagview(["index-header", file, ...form])).toMatchObject({ status: 0, stderr: "" });
  }
});

it("finds nothing in a sound index", async () => {
  const file = write(folder, "index", indexOf(PODS));
  for (const form of [[], ["--tsv"], ["--json"]]) {
    expect(await tagview([file, ...form])).toMatchObject({ status: 0, stderr: "" });
  }
});

const REAL = fileURLToPath(new URL("../../../shared/data/cases", import.meta.url));

it.runIf(existsSync(REAL)).each([
  ["index-chunks-out-of-order/index", "is earlier than the chunk"],
  ["index-series-order/dup_series", "appears twice"],
  ["index-series-order/labels_out_of_order", 'has the label "__name__" after "pod"'],
  ["index-series-order/series_unsorted", "is smaller than the series before it"],
])("reports %s", async (file, sentence) => {
  const { status, stderr } = await tagview([`${REAL}/${file}`]);
  expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
});
