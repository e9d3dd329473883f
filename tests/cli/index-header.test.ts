/** `tagview index-header`: the answers of Mimir's reader, and files made by hand. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";
import { index, indexHeader, numbered } from "../support/index-headers";
import { indexOf, PODS } from "../support/index-series";

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

  it("lists values, by their beginning too, and reports which label there is not", async () => {
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
      expect(found).toEqual({ file: "index-header", name: "instance", value, start, end });
    }
    const { status, stdout } = await here("--json", "--lookup", "job=none", "index-header");
    const none = { file: "index-header", name: "job", value: "none", start: null, end: null };
    expect([status, JSON.parse(stdout)]).toEqual([1, none]);
  });

  it("looks several values up, and names and values that are no text", async () => {
    write(folder, "bytes", indexHeader([["bin", [Buffer.from([0x80]), "a\\x80"].sort()]]));
    const args = ["bin=\\x80", "bin=a\\\\x80", "bin=a\\x80"].flatMap((pair) => ["--lookup", pair]);
    const { status, stdout } = await here("--json", ...args, "bytes");
    const found = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(found.map(({ value, start }) => [value, start === null])).toEqual([
      [{ hex: "80" }, false],
      ["a\\x80", false],
      [{ hex: "6180" }, true],
    ]);
    expect(status).toBe(1);
    expect((await json("--label", "bin", "--prefix", "\\x80", "bytes")).values).toMatchObject([
      { value: { hex: "80" } },
    ]);
  });

  it("prints which pair was found if several are looked up", async () => {
    const { stdout: one } = await here("--lookup", "job=api", "index-header");
    expect(one).toMatch(/^\d+\.\.\d+\n$/u);
    const { status, stdout } = await here(
      ...["env=none", "job=api", "env=dev"].flatMap((pair) => ["--lookup", pair]),
      "index-header",
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/^job=api\t\d+\.\.\d+\nenv=dev\t\d+\.\.\d+\n$/u);
    expect(stdout).toContain(`job=api\t${one}`);
  });

  it("names the file of a pair that is looked up in several", async () => {
    const { stdout: one } = await here("--lookup", "job=api", "index-header");
    const both = await here("--lookup", "job=api", "--lookup", "job=db", "index-header", "later");
    expect(both.stdout).toContain(`index-header\tjob=api\t${one}`);
    expect(both.stdout).toMatch(/^later\tjob=api\t\d+\.\.\d+$/mu);
    const found = await here("--json", "--lookup", "job=api", "index-header", "later");
    const objects = found.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(objects.map(({ file }) => file)).toEqual(["index-header", "later"]);
  });

  it("advises to leave out the braces and quotes of PromQL, unless the value has them", async () => {
    for (const pair of ['job="api"', '{job="api"}', "{job=api}", 'job = "api"']) {
      const { status, stdout, stderr } = await here("--lookup", pair, "index-header");
      expect([status, stdout]).toEqual([1, ""]);
      const advice = "leave out braces and quotes, as in job=api";
      expect(stderr).toBe(`tagview: index-header: ${pair} is not in the table: ${advice}\n`);
    }
    write(folder, "quoted", indexHeader({ job: ['"api"'] }));
    expect(await here("--lookup", 'job="api"', "quoted")).toMatchObject({ status: 0, stderr: "" });
  });

  it("reports what the series of an index have", async () => {
    write(folder, "pods", indexOf(PODS));
    const { series, statistics, report } = await json("--top", "2", "pods");
    expect(series).toBe(PODS.length);
    expect(statistics).toMatchObject({
      series: PODS.length,
      chunks: 43,
      label_pairs: 2 * 2 + 40 * 3,
      min_time: 1_700_000_000_000,
      max_time: 1_700_000_800_000,
      // Each pod lives for a fortieth of the time.
      labels: [
        { name: "pod", series: 40, differ: 40, churn: 39 },
        { name: "job", series: 42, differ: 2, churn: 39 },
      ],
      churning: [{ value: "up" }, { name: "job", value: "web", series: 40, churn: 39 }],
      complete: true,
    });
    expect(report.metrics).toEqual([{ value: "up", series: 42 }]);
    expect((await json("index-header")).statistics).toBeNull();
  });

  it("reports which series are damaged, and counts the others", async () => {
    const file = indexOf(PODS);
    const at = Math.ceil(Number(file.readBigUInt64BE(file.length - 44)) / 16) * 16;
    file[at + 3] = (file[at + 3] ?? 0) ^ 1;
    write(folder, "damaged", file);
    const { status, stdout, stderr } = await here("--json", "damaged");
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      complete: false,
      statistics: { series: 41, complete: false },
    });
    expect(stderr).toContain("series: the checksum is");
  });

  it("writes a sparse header that opens to the same samples", async () => {
    const written = await json("--sparse", "-o", "sparse", "index-header");
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

  it("reports what changed between two files", async () => {
    const changes = await json("index-header", "--diff", "later");
    expect(changes.label_names).toEqual({ left: 3, right: 4 });
    expect(changes.labels.slice(0, 2)).toMatchObject([
      { name: "job", values: { left: 2, right: 3 }, only_right: false },
      { name: "zone", values: { left: null, right: 1 }, only_right: true },
    ]);
    expect(await json("--label", "job", "index-header", "--diff", "later")).toMatchObject({
      only_left: ["db"],
      only_right: ["cache", "web"],
      both: 1,
    });
  });

  it("reports no change of a label if a sparse header does not count its values", async () => {
    expect(await here("--sparse", "-o", "uncounted", "index-header")).toMatchObject({ status: 0 });
    const { stdout } = await here("index-header", "--diff", "uncounted");
    expect(stdout).toContain("no label name has changed its number of values or its postings");
    const { stdout: later } = await here("uncounted", "--diff", "later");
    expect(later).toMatch(/zone +1 +\+1 .*new/);
    expect(later).not.toContain("instance");
  });

  it("reports a label that both files lack", async () => {
    const lacking = await here("index-header", "--diff", "later", "--label", "instnace");
    const error = (file: string) =>
      `tagview: ${file}: there is no label instnace: list the labels with tagview index-header ${file}\n`;
    expect(lacking).toMatchObject({ status: 1, stderr: error("index-header") + error("later") });
  });

  it("names the file without the label, or with only a sample of its values", async () => {
    const note = (file: string) => `note: ${file}: there is no label zone\n`;
    for (const [left, right] of [
      ["index-header", "later"],
      ["later", "index-header"],
    ] as const) {
      const compared = [left, "--diff", right, "--label", "zone"];
      const [text, object] = [await here(...compared), await here("--json", ...compared)];
      expect(text).toMatchObject({ status: 0, stderr: note("index-header") });
      expect(object).toMatchObject({ status: 0, stderr: note("index-header") });
      expect(await here("--quiet", ...compared)).toMatchObject({ status: 0, stderr: "" });
    }
    expect(await here("--sparse", "-o", "sample", "index-header")).toMatchObject({ status: 0 });
    for (const [left, right] of [
      ["sample", "later"],
      ["later", "sample"],
    ] as const) {
      const { status, stdout, stderr } = await here(left, "--diff", right, "--label", "job");
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^tagview: sample: a sparse index-header keeps only every 32nd value: .*\n$/u);
      const none = await here(left, "--diff", right, "--label", "zone");
      expect(none).toMatchObject({ status: 0, stderr: note("sample") });
    }
  });

  it("reads a pipe, which can't be read at any place", async () => {
    const file = indexHeader(LABELS);
    const { stdout } = await tagview(["index-header", "--json", "-"], file);
    expect(JSON.parse(stdout)).toMatchObject({ file: "-", label_values: 74, complete: true });
  });

  it("shows what can be read of a file that was cut, and reports what is wrong", async () => {
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
    ["one input", ["--sparse", "-o", "x", "index", "index"]],
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
  lookups?: {
    name: string;
    /** Null if it is not text; `valueHex` then has the bytes. */
    value: string | null;
    valueHex?: string;
    found: boolean;
    start?: number;
    end?: number;
  }[];
  symbolCount: number;
  symbols?: { ref?: number; offsetInIndex?: number; symbol: unknown }[];
  sparse?: { totalPostingOffsets: number; symbolsCount: number; protoSize: number };
}

/** A text for comparison: the answers contain long ones as hashes. */
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
    const lookups = (expected.lookups ?? []).map(({ name, value, valueHex, ...found }) => ({
      name,
      value: value ?? { hex: valueHex },
      typed: value === null ? (valueHex ?? "").replace(/../g, "\\x$&") : value.replaceAll("\0", "\\x00"),
      ...found,
    }));
    if (lookups.length > 0) {
      const args = lookups.flatMap(({ name, typed }) => ["--lookup", `${name}=${typed}`]);
      const { status, stdout } = await here("--json", ...args, file);
      expect(status).toBe(lookups.every(({ found }) => found) ? 0 : 1);
      expect(
        stdout
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ).toEqual(
        lookups.map(({ name, value, start, end }) => ({
          file,
          name,
          value,
          start: start ?? null,
          end: end ?? null,
        })),
      );
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
