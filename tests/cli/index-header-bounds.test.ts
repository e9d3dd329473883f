/** `tagview index-header` of files with very many or very long names and values, and of files that claim them. */

import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { memoryOf, scratch, tagview, write } from "../support/command-line";
import { index, indexHeader, string, varint } from "../support/index-headers";

const folder = scratch();
const MIB = 2 ** 20;

const sixDigits = (k: number): string => String(k).padStart(6, "0");

const field = (number: number, ...content: Buffer[]): Buffer =>
  Buffer.concat([varint(number * 8 + 2), string(Buffer.concat(content))]);

/** A sparse header of these labels, with a sample each. */
function sparseHeader(names: string[]): Buffer {
  const labels = names.map((name, k) => {
    const sample = field(1, field(1, Buffer.from("value")), Buffer.of(0x10), varint(8 + 30 * k));
    return field(1, field(1, Buffer.from(name)), field(2, sample, Buffer.of(0x10), varint(5000 + 12 * k)));
  });
  const symbols = field(1, field(1, Buffer.of(8)), Buffer.of(0x10, 5));
  return gzipSync(Buffer.concat([symbols, field(2, Buffer.concat(labels), Buffer.of(0x10, 32))]));
}

it("keeps of a sparse header no more than its bytes can hold", async () => {
  const messages = {
    symbols: field(1, field(1, Buffer.alloc(12 * MIB, 8)), Buffer.of(0x10, 5)),
    labels: Buffer.concat([field(1), field(2, Buffer.alloc(12 * MIB, "\n\0"))]),
    samples: Buffer.concat([field(1), field(2, field(1, field(2, Buffer.alloc(12 * MIB, "\n\0"))))]),
    zeros: Buffer.alloc(80 * MIB),
  };
  for (const [name, message] of Object.entries(messages)) {
    const file = write(folder, name, gzipSync(message));
    const { status, stderr, memory } = await memoryOf(["index-header", file]);
    expect([name, status], stderr).toEqual([name, 1]);
    expect(memory, name).toBeLessThan(250 * MIB);
  }
});

it("prints the labels of a sparse header as they are made", async () => {
  const names = Array.from({ length: 300_000 }, (_, k) => `label${sixDigits(k)}`);
  const file = write(folder, "many", sparseHeader(names));
  const { status, stdout, memory } = await memoryOf(["index-header", "--json", file]);
  expect(status).toBe(0);
  const { labels, label_names, complete } = JSON.parse(stdout);
  expect([labels.length, label_names, complete]).toEqual([300_000, 300_000, true]);
  expect(labels.at(-1)).toMatchObject({ values: null, values_most: 1, first: "value", last: "value" });
  expect(memory).toBeLessThan(250 * MIB);
}, 120_000);

it("prints what changed between many labels as it is made", async () => {
  const names = (prefix: string) => Array.from({ length: 100_000 }, (_, k) => `${prefix}${sixDigits(k)}`);
  const before = write(folder, "before", sparseHeader(names("before")));
  const after = write(folder, "after", sparseHeader(["before000007", ...names("later")]));
  for (const form of [[], ["--tsv"], ["--json"]]) {
    const { status, stdout, memory } = await memoryOf(["index-header", before, after, ...form]);
    expect([form, status]).toEqual([form, 0]);
    expect(memory, form[0]).toBeLessThan(250 * MIB);
    if (form[0] !== "--json") continue;
    const { labels } = JSON.parse(stdout);
    expect(labels).toHaveLength(200_000);
    expect(labels[6]).toMatchObject({ name: "before000006", only_left: true, only_right: false });
    expect(labels[7]).toMatchObject({ name: "before000007", only_left: false, only_right: false });
    expect(labels.at(-1)).toMatchObject({ name: "later099999", only_left: false, only_right: true });
  }
}, 120_000);

it("compares the values of a label as they are read", async () => {
  const values = (from: number) =>
    Array.from({ length: 400_000 }, (_, k) => `pod-with-a-long-name-${sixDigits(from + k)}`);
  const before = write(folder, "pods before", indexHeader({ pod: values(0) }));
  const after = write(folder, "pods after", indexHeader({ pod: values(300_000) }));
  const json = await memoryOf(["index-header", before, after, "--label", "pod", "--json"]);
  const { only_left, only_right, both, complete } = JSON.parse(json.stdout);
  expect([only_left.length, only_right.length, both, complete]).toEqual([300_000, 300_000, 100_000, true]);
  expect([only_left[0], only_right.at(-1)]).toEqual([values(0)[0], values(300_000).at(-1)]);
  expect(json.memory).toBeLessThan(370 * MIB);
}, 120_000);

it("prints the values of a label that one file has alone", async () => {
  const left = write(folder, "left", indexHeader({ pod: ["a", "b", "c"] }));
  const right = write(folder, "right", indexHeader({ pod: ["b", "c", "d", "e"] }));
  const print = async (...args: string[]) =>
    (await tagview(["index-header", left, right, "--label", ...args])).stdout;
  expect(await print("pod")).toMatch(/^- a\n\+ d\n\+ e\n2 values in both\n\nseries per value/);
  const rows = ["left\ta\t0\t", "right\td\t\t2", "right\te\t\t3", "both\tb\t1\t0", "both\tc\t2\t1"];
  const tsv = ["#side\tvalue\tseries_left\tseries_right", ...rows].map((row) => `${row}\n`);
  expect(await print("pod", "--tsv")).toBe(tsv.join(""));
  const printed = async (...args: string[]) => JSON.parse(await print(...args, "--json"));
  expect(await printed("pod")).toMatchObject({ only_left: ["a"], only_right: ["d", "e"], both: 2 });
  expect(await printed("pod", "--prefix", "b")).toMatchObject({ only_left: [], only_right: [], both: 1 });
  expect(await printed("none")).toMatchObject({ only_left: [], only_right: [], both: 0 });
});

it("lists the values of a label as they are read", async () => {
  const values = Array.from({ length: 400_000 }, (_, k) => `pod-with-a-long-name-${sixDigits(k)}`);
  const areAll = (listed: string[]) =>
    listed.length === values.length && listed.every((value, k) => value === values[k]);
  const file = write(folder, "pods", indexHeader({ pod: values }));
  const list = ["index-header", file, "--label", "pod"];
  const tsv = await memoryOf([...list, "--tsv"]);
  const lines = tsv.stdout.trimEnd().split("\n").slice(1);
  expect(areAll(lines.map((line) => line.split("\t")[0] ?? ""))).toBe(true);
  expect(tsv.memory).toBeLessThan(250 * MIB);
  const json = await memoryOf([...list, "--json"]);
  expect(areAll(JSON.parse(json.stdout).values.map(({ value }: { value: string }) => value))).toBe(true);
  expect(json.memory).toBeLessThan(250 * MIB);
  const few = JSON.parse((await tagview([...list, "--json", "--prefix", values[1234] ?? ""])).stdout);
  expect(few.values).toHaveLength(1);
  const text = (await tagview(list)).stdout.trimEnd().split("\n");
  expect([text.length, text.at(-1)]).toEqual([
    1002,
    "... and 399,000 more values: --tsv or --json prints all",
  ]);
}, 120_000);

describe.each([
  [16_000, 1000],
  [200_000, 80],
])("values of %i bytes in descending order", (bytes, n) => {
  const values = [
    ...Array.from({ length: n }, (_, k) =>
      String(n - k)
        .padStart(6, "0")
        .padEnd(bytes, "x"),
    ),
    "000000",
  ];

  it("are looked up in bounded memory", async () => {
    const file = write(folder, "descending", indexHeader({ url: values }));
    const { stdout, stderr, memory } = await memoryOf(["index-header", file, "--lookup", "url=000000"]);
    expect(stdout, stderr.slice(0, 500)).toMatch(/^\d+\.\.\d+\n$/);
    expect(memory).toBeLessThan(400 * MIB);
  });

  it("of a small damaged index are reported soon", async () => {
    const whole = index({ url: values.slice(-20) });
    const middle = Math.floor(whole.length / 2);
    const file = write(folder, "damaged", Buffer.from(whole).fill(0xff, middle, middle + 9));
    const { status, stderr, memory } = await memoryOf(["index-header", file]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("tagview: ")]);
    expect(memory).toBeLessThan(400 * MIB);
  });
});

it("cuts values of hundreds of kilobytes in tables for people, and in nothing else", async () => {
  const values = ["a", "b", "c"].map((letter) => letter.repeat(300_000));
  const file = write(folder, "long", indexHeader({ url: values }));
  const { status, stdout } = await tagview(["index-header", file]);
  expect(status).toBe(0);
  expect(stdout).toContain(`url=${"a".repeat(396)}…`);
  expect(stdout.length).toBeLessThan(20_000);
  const lines = (await tagview(["index-header", file, "--label", "url", "--tsv"])).stdout.split("\n");
  expect(lines.slice(1, 4).map((line) => line.split("\t")[0])).toEqual(values);
});
