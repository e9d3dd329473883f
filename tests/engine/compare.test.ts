/** The comparison of formats: rows in their order, from a module that only `compare` needs. */

import { type ComparedRow, createEngine, paretoFront } from "@tagview/engine";
import { nodePlatform } from "@tagview/engine/node";
import { wasmFiles } from "@tagview/wasm/files";
import { afterAll, expect, it } from "vitest";
import { message, rawFrame } from "../support/frames";
import { tags } from "../support/parts";

const engine = createEngine(nodePlatform());
const missing = createEngine(nodePlatform({ wasmFiles: { ...wasmFiles, compare: "/nowhere/compare.wasm" } }));
afterAll(() => {
  engine.close();
  missing.close();
});
const recording = rawFrame(message(tags(0)));

it("reports the tags, then each row, and returns all rows in order", async () => {
  const calls: string[] = [];
  const compared = await engine.compare.measure(recording, {
    onItems: ({ rows }) => calls.push(`${rows} rows`),
    onRow: ({ row, done, rows }) => calls.push(`${done}/${rows} ${row.format}`),
  });
  expect(compared).toMatchObject({ complete: true, sampled: false, error: null });
  expect(calls[0]).toBe("70 rows");
  expect(calls[1]).toBe("1/70 csv-windows");
  expect(calls).toHaveLength(71);
  expect(compared.rows.map(({ format }) => format).slice(6, 8)).toEqual(["csv-windows", "csv-unix"]);
  const sampled = await engine.compare.measure(recording, { tags: 2 });
  expect(sampled).toMatchObject({ tags: 2, sampled: true, complete: true });
}, 60_000);

it("ends at once where it is cancelled, and can be asked again", async () => {
  const abort = new AbortController();
  const rows: ComparedRow[] = [];
  const run = engine.compare.measure(recording, {
    signal: abort.signal,
    onRow: ({ row }) => {
      rows.push(row);
      abort.abort();
    },
  });
  await expect(run).rejects.toMatchObject({ code: "cancelled" });
  expect(rows).toHaveLength(1);
  const again = await engine.compare.measure(recording, { selection: { channels: [] } });
  expect(again.rows).toEqual([]);
}, 60_000);

it("reports that its module is missing, which recordings do not need", async () => {
  await expect(missing.compare.measure(recording)).rejects.toMatchObject({
    code: "load-failed",
    message: expect.stringContaining('called "compare"'),
  });
  expect(await missing.tags.scan(recording, { analyses: [{ name: "summary" }] })).toMatchObject({
    complete: true,
  });
});

it("the Pareto front has those than which no other is both smaller and faster", () => {
  const rows = [
    { bytes: 10, decode_ms: 1 },
    { bytes: 5, decode_ms: 2 },
    { bytes: 5, decode_ms: 3 },
    { bytes: 7, decode_ms: 2 },
    { bytes: 1, decode_ms: 9 },
  ];
  expect([...paretoFront(rows)].map((row) => rows.indexOf(row)).sort()).toEqual([0, 1, 4]);
});
