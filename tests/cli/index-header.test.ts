/** `tagview index-header`: what Mimir's reader answers, and files made by hand. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";
import { index, indexHeader, numbered } from "../support/index-headers";

const folder = scratch();
const here = (...args: string[]) => tagview(["index-header", ...args], "", folder);
const json = async (...args: string[]) => JSON.parse((await here("--json", ...args)).stdout);

const LABELS = { env: ["dev", "prod"], instance: numbered("10.0.0.1:", 70), job: ["api", "db"] };

beforeAll(() => {
  write(folder, "index-header", indexHeader(LABELS));
  write(folder, "index", index(LABELS));
  write(folder, "later", indexHeader({ ...LABELS, job: ["api", "cache", "web"], zone: ["a"] }));
});

describe("a file made by hand", () => {
  it("lists label names with most values first", async () => {
    const summary = await json("index-header");
    expect(summary).toMatchObject({
      file: "index-header",
      version: 1,
      index_version: 2,
      label_names: 3,
      label_values: 74,
      complete: true,
      error: null,
      labels: [
        { name: "instance", values: 70 },
        { name: "env", values: 2 },
        { name: "job", values: 2 },
      ],
    });
    expect((await json("--top", "1", "index-header")).labels).toHaveLength(1);
  });

  it("lists values, by their beginning too, and says which label there is not", async () => {
    const { values } = await json("--label", "job", "index-header");
    expect(values.map(({ value }: { value: string }) => value)).toEqual(["api", "db"]);
    const some = await json("--label", "instance", "--prefix", "10.0.0.1:0006", "index-header");
    expect(some.values).toHaveLength(10);
    expect(await here("--label", "none", "index-header")).toMatchObject({ status: 1, stdout: "" });
  });

  it("looks a value up as listing does", async () => {
    const { values } = await json("--label", "instance", "index-header");
    for (const { value, start, end } of [values[0], values[33], values[69]]) {
      const found = await json("--lookup", `instance=${value}`, "index-header");
      expect(found).toEqual({ name: "instance", value, start, end });
    }
    const { status, stdout } = await here("--json", "--lookup", "job=none", "index-header");
    expect([status, JSON.parse(stdout)]).toEqual([1, { name: "job", value: "none", start: null, end: null }]);
  });

  it("writes a sparse header that opens to the same samples", async () => {
    const written = await json("--write-sparse", "sparse", "index-header");
    expect(written).toMatchObject({ out: "sparse", complete: true });
    const sparse = await json("sparse");
    expect(sparse).toMatchObject({ kind: "sparse-index-header", label_values: null, complete: true });
    expect(sparse.samples).toBe((await json("index-header")).samples);
    const instance = sparse.labels.find(({ name }: { name: string }) => name === "instance");
    expect(instance).toMatchObject({ values: null, values_least: 66, values_most: 97 });
    expect(await here("--label", "job", "sparse")).toMatchObject({ status: 1 });
  });

  it("makes the index-header of an index", async () => {
    expect(await here("--from-index", "-o", "made", "index")).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, "made")).equals(indexHeader(LABELS))).toBe(true);
    const failed = await here("--from-index", "-o", "none", "index-header");
    expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining("not a TSDB index") });
    expect(existsSync(join(folder, "none"))).toBe(false);
  });

  it("tells what changed between two files", async () => {
    const changes = await json("index-header", "later");
    expect(changes.label_names).toEqual({ left: 3, right: 4 });
    expect(changes.labels.slice(0, 2)).toMatchObject([
      { name: "job", values: { left: 2, right: 3 }, only_right: false },
      { name: "zone", values: { left: null, right: 1 }, only_right: true },
    ]);
    expect(await json("--label", "job", "index-header", "later")).toMatchObject({
      only_left: ["db"],
      only_right: ["cache", "web"],
      both: 1,
    });
  });

  it("reads a pipe, which can't be read at any place", async () => {
    const file = indexHeader(LABELS);
    const { stdout } = await tagview(["index-header", "--json", "-"], file);
    expect(JSON.parse(stdout)).toMatchObject({ file: "-", label_values: 74, complete: true });
  });

  it("shows what can be read of a file that was cut, and says what is wrong", async () => {
    const file = indexHeader(LABELS);
    write(folder, "cut", file.subarray(0, file.length - 600));
    const { status, stdout, stderr } = await here("--json", "cut");
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ complete: false, error: { code: "truncated" } });
    expect(JSON.parse(stdout).labels.length).toBeGreaterThan(0);
    expect(stderr).toMatch(/^tagview: cut: .* \(at byte \d+\): /);
  });

  it.each([
    ["--output", ["-o", "x", "index"]],
    ["--from-index", ["--from-index", "index"]],
    ["--prefix", ["--prefix", "x", "index"]],
    ["NAME=VALUE", ["--lookup", "x", "index"]],
    ["one input", ["--write-sparse", "x", "index", "index"]],
  ])("refuses a wrong use of %s", async (what, args) => {
    const { status, stderr } = await here(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(what)]);
  });
});

const DATA = fileURLToPath(new URL("../../../shared/data/index-header", import.meta.url));

interface Expected {
  allEntriesSHA256?: string;
  header: { indexLastPostingEnd: number; indexVersion: number };
  labelNames: { name: string; values: number; first: unknown; last: unknown; lastValueEnd?: number }[];
  lookups?: { name: string; value: string | null; found: boolean; start?: number; end?: number }[];
  symbolCount: number;
  symbols?: { ref?: number; offsetInIndex?: number; symbol: unknown }[];
  sparse?: { totalPostingOffsets: number; symbolsCount: number; protoSize: number };
}

/** A text as it is compared: long ones stand in the answers by their hash. */
function written(text: unknown): unknown {
  const isLong = typeof text === "string" && Buffer.byteLength(text) > 16_000;
  return isLong ? createHash("sha256").update(text).digest("hex") : text;
}

function inAnswers(text: unknown): unknown {
  return (text as { sha256?: string } | null)?.sha256 ?? text;
}

describe.skipIf(!existsSync(DATA))("what Mimir's own reader answers", () => {
  const names = existsSync(DATA) ? readdirSync(DATA) : [];

  it.each(names)("%s", async (name) => {
    const file = join(DATA, name, "index-header");
    const expected = JSON.parse(readFileSync(join(DATA, name, "expected.json"), "utf8")) as Expected;
    const summary = await json("--hash", file);
    expect(summary).toMatchObject({
      complete: true,
      index_version: expected.header.indexVersion,
      postings_end: expected.header.indexLastPostingEnd,
      symbols: expected.symbolCount,
      label_names: expected.labelNames.length,
    });
    if (expected.allEntriesSHA256 !== undefined)
      expect(summary.entries_sha256).toBe(expected.allEntriesSHA256);
    const labels = new Map(summary.labels.map((label: { name: string }) => [label.name, label]));
    for (const { name, values, first, last, lastValueEnd } of expected.labelNames) {
      const label = labels.get(name) as { values: number; first: unknown; last: unknown };
      expect([label.values, written(label.first), written(label.last)]).toEqual([
        values,
        inAnswers(first),
        inAnswers(last),
      ]);
      if (lastValueEnd !== undefined) expect(labels.get(name)).toMatchObject({ last_end: lastValueEnd });
    }
    const { symbols } = await json("--symbols", file);
    const known = new Map(symbols.map(({ ref, symbol }: { ref: number; symbol: unknown }) => [ref, symbol]));
    expect(known.size).toBe(expected.symbolCount);
    for (const { ref, offsetInIndex, symbol } of expected.symbols ?? []) {
      expect(written(known.get(ref ?? offsetInIndex ?? -1))).toEqual(inAnswers(symbol));
    }
    // A process each: the first ones will do, and all are looked up in the core's tests.
    const lookups = (expected.lookups ?? []).filter(({ value }) => value !== null && !value.includes("\0"));
    for (const { name, value, found, start, end } of lookups.slice(0, 4)) {
      const answer = await here("--json", "--lookup", `${name}=${value}`, file);
      expect(answer.status).toBe(found ? 0 : 1);
      expect(JSON.parse(answer.stdout)).toEqual({ name, value, start: start ?? null, end: end ?? null });
    }
    if (expected.sparse !== undefined) {
      const sparse = await json(join(DATA, name, "sparse-index-header"));
      expect(sparse).toMatchObject({
        complete: true,
        symbols: expected.sparse.symbolsCount,
        samples: expected.sparse.totalPostingOffsets,
        message_bytes: expected.sparse.protoSize,
      });
    }
  });

  it("lists values whose hash is Mimir's", async () => {
    const file = join(DATA, "unicode", "index-header");
    const hash = createHash("sha256");
    const { labels } = await json(file);
    const sorted = labels.map(({ name }: { name: string }) => name).sort();
    for (const name of sorted) {
      const { values } = await json("--label", name, file);
      for (const { value, start, end } of values) {
        const [of, text] = [Buffer.from(name), Buffer.from(value)];
        hash.update(`${of.length}\0${name}${text.length}\0${value}${start},${end}\n`);
      }
    }
    const expected = JSON.parse(readFileSync(join(DATA, "unicode", "expected.json"), "utf8")) as Expected;
    expect(hash.digest("hex")).toBe(expected.allEntriesSHA256);
  });
});
