/** Arguments that are missing or have unknown keys: every public method reports them as `usage`. */

import { createEngine, TagviewError } from "@tagview/engine";
import { afterAll, describe, expect, it } from "vitest";
import { message, rawFrame } from "../support/frames";
import { changedRepository } from "../support/icechunk-changed";
import { indexHeader } from "../support/index-headers";
import { tags } from "../support/parts";

const engine = createEngine();
afterAll(() => engine.close());

const recording = new Uint8Array(rawFrame(message(tags(0))));
const header = indexHeader({ pod: ["a", "b"] });
const request = { analyses: [{ name: "summary" }] } as const;
const write = async () => {};
// biome-ignore lint/suspicious/noExplicitAny: what types refuse
const untyped = engine as any;

/** The error of a call, of the first step of a generator, or of a session. */
async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    // biome-ignore lint/suspicious/noExplicitAny: of any method
    const made = (await call()) as any;
    await (made?.read ?? made?.next?.());
  } catch (thrown) {
    return thrown;
  }
  return null;
}

/** Expects that a call without arguments is refused, of each method that needs one. */
async function expectRefusals(object: object, ...others: string[]): Promise<void> {
  const methods = Object.entries(object).filter(([, f]) => typeof f === "function");
  const named = methods.filter(([name]) => !others.includes(name));
  expect(named.length).toBeGreaterThan(0);
  for (const [name, f] of named) {
    const error = await errorOf(() => f());
    expect(error, name).toBeInstanceOf(TagviewError);
    expect(error, name).toMatchObject({ code: "usage" });
  }
}

describe("a call without arguments is refused by each method", () => {
  it("of the engine", () => expectRefusals(engine, "version", "warm", "close"));

  it.each(["tags", "offsets", "indexHeader", "compare", "icechunk"] as const)("of %s", (format) =>
    expectRefusals(engine[format]),
  );

  it("of a session", async () => {
    using session = engine.tags.open(recording, request);
    await expectRefusals(session, "tags", "close");
  });

  it("of an open index-header", async () => {
    using file = await engine.indexHeader.open(header);
    const others = ["symbols", "eachSymbols", "statistics", "verify", "sparse", "close"];
    await expectRefusals(file, ...others);
  });

  it("of a repository and its files", async () => {
    const files = Object.entries(changedRepository()).map(
      ([path, bytes]) => [path, { bytes: bytes.length, source: bytes }] as const,
    );
    const folder = { name: "repository", files: new Map(files) };
    await expectRefusals(await engine.icechunk.openRepository(folder), "check");
    await expectRefusals(await engine.icechunk.outlineRepository(folder), "check");
    const [, snapshot] = files.find(([path]) => path.startsWith("snapshots/")) ?? [];
    using file = await engine.icechunk.open(snapshot?.source ?? "");
    await expectRefusals(file, "close");
  });
});

it.each<[string, () => unknown, string]>([
  ["export", () => untyped.tags.export(recording, { target: "csv" }), "`write` is not a function"],
  ["cat", () => untyped.tags.cat(recording, undefined), "`write` is not a function"],
  ["fromIndex", () => untyped.indexHeader.fromIndex(recording), "`write` is not a function"],
  ["slice", () => untyped.tags.slice(recording), "argument 2 of `slice` is not an object with any of level"],
  ["offsets.read", () => untyped.offsets.read(), "argument 1 of `read` is not a string"],
  ["null as options", () => untyped.tags.scan(recording, request, null), "argument 3 of `scan`"],
])("%s: the error names the missing argument", async (_, call, message) => {
  expect(await errorOf(call)).toMatchObject({ code: "usage", message: expect.stringContaining(message) });
});

it.each<[string, () => unknown, string]>([
  ["recognise", () => untyped.recognise(recording, { unit: "ns" }), "choose from signal"],
  ["scan", () => untyped.tags.scan(recording, request, { unit: "ns" }), "choose from signal, onSnapshot"],
  ["open", () => untyped.tags.open(recording, request, { unit: "ns" }), "budget, background"],
  ["blocks", () => untyped.tags.blocks(recording, {}, { unit: "ns" }), "choose from signal"],
  ["slice", () => untyped.tags.slice(recording, { unit: "ns" }, { write }), "choose from level, frameTags"],
  ["cat", () => untyped.tags.cat(recording, undefined, { write, unit: "ns" }), "define, tick"],
  ["offsets.read", () => untyped.offsets.read("v1=0:1", { unit: "ns" }), "choose from encoding, rows"],
  ["compare.measure", () => untyped.compare.measure(recording, { unit: "ns" }), "tags, references"],
  ["indexHeader.open", () => untyped.indexHeader.open(header, { unit: "ns" }), "report, sparse"],
  ["icechunk.read", () => untyped.icechunk.read(recording, { unit: "ns" }), "signal, onBytes"],
  ["simulate", () => untyped.tags.simulate({ unit: "ns" }, { write }), "seed, duration, tick"],
  ["a source", () => untyped.tags.kind({ kind: "bytes", bytes: recording, unit: "ns" }), "readAs, bytes"],
])("%s refuses an unknown key, and names the known ones", async (_, call, remedy) => {
  const error = await errorOf(call);
  expect(error).toMatchObject({ code: "usage", message: expect.stringMatching(/^`unit` is not an? /) });
  expect(error).toMatchObject({ remedy: expect.stringContaining(remedy) });
});

it("a source with an unknown key in readAs is refused", async () => {
  const source = { kind: "bytes", bytes: recording, readAs: { import: "columns", units: "ns" } };
  const error = await errorOf(() => untyped.tags.scan(source, request));
  expect(error).toMatchObject({ code: "usage", message: "`units` is not a key of `readAs`" });
});

it("an option that is undefined counts as absent", async () => {
  expect(await errorOf(() => untyped.tags.scan(recording, request, { unit: undefined }))).toBeNull();
});
