/** `tagview index-header` of files with very many or very long names and values, and of files that claim them. */

import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";
import { indexHeader, numbered, string, varint } from "../support/index-headers";

const folder = scratch();
const MIB = 2 ** 20;

/** Runs a command; `bytes` is the most memory that it had. */
async function memoryOf(args: string[]) {
  const tells = 'process.on("exit", () => process.stderr.write("\\n" + process.resourceUsage().maxRSS))';
  const node = ["--import", `data:text/javascript,${encodeURIComponent(tells)}`];
  const ran = await tagview(args, "", folder, node);
  return { ...ran, bytes: 1024 * Number(ran.stderr.split("\n").at(-1)) };
}

const field = (number: number, ...content: Buffer[]): Buffer =>
  Buffer.concat([varint(number * 8 + 2), string(Buffer.concat(content))]);

/** A sparse header of these labels, with a sample each. */
function sparseHeader(names: string[]): Buffer {
  const labels = names.map((name, k) => {
    const sample = field(1, field(1, Buffer.from("value")), Buffer.of(0x10), varint(8 + 30 * k));
    return field(1, field(1, Buffer.from(name)), field(2, sample, Buffer.of(0x10), varint(5000 + 12 * k)));
  });
  const symbols = field(1, field(1, Buffer.of(8)), Buffer.of(0x10, 5));
  return gzipSync(Buffer.concat([symbols, field(2, ...labels, Buffer.of(0x10, 32))]));
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
    const { status, stderr, bytes } = await memoryOf(["index-header", file]);
    expect([name, status], stderr).toEqual([name, 1]);
    expect(bytes, name).toBeLessThan(250 * MIB);
  }
});

it("prints the labels of a sparse header as they are made", async () => {
  const names = numbered("label", 30_000);
  const file = write(folder, "many", sparseHeader(names));
  const { status, stdout, bytes } = await memoryOf(["index-header", "--json", file]);
  expect(status).toBe(0);
  const { labels, label_names, complete } = JSON.parse(stdout);
  expect([labels.length, label_names, complete]).toEqual([30_000, 30_000, true]);
  expect(labels.at(-1)).toMatchObject({ values: null, values_most: 1, first: "value", last: "value" });
  expect(bytes).toBeLessThan(250 * MIB);
});

it("lists the values of a label as they are read", async () => {
  const number = (k: number) => String(k).padStart(6, "0");
  const values = Array.from({ length: 60_000 }, (_, k) => `pod-with-a-long-name-${number(k)}`);
  const file = write(folder, "pods", indexHeader({ pod: values }));
  const list = ["index-header", file, "--label", "pod"];
  const tsv = await memoryOf([...list, "--tsv"]);
  expect(
    tsv.stdout
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split("\t")[0]),
  ).toEqual(values);
  expect(tsv.bytes).toBeLessThan(250 * MIB);
  const json = await memoryOf([...list, "--json"]);
  expect(JSON.parse(json.stdout).values.map(({ value }: { value: string }) => value)).toEqual(values);
  expect(json.bytes).toBeLessThan(250 * MIB);
  const few = JSON.parse((await tagview([...list, "--json", "--prefix", values[1234] ?? ""])).stdout);
  expect(few.values).toHaveLength(1);
  const text = (await tagview(list)).stdout.trimEnd().split("\n");
  expect([text.length, text.at(-1)]).toEqual([
    1002,
    "... and 59,000 more values: --tsv or --json prints all",
  ]);
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
