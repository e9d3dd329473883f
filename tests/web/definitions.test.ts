import type { Summary } from "@tagview/engine/results";
import { expect, it } from "vitest";
import { readDefinitions, rulesOf } from "../../web/src/formats/tags/model/definitions";
import { bestPair, parametersOf } from "../../web/src/formats/tags/model/parameters";
import { WHOLE } from "../../web/src/formats/tags/session/codecs";
import { queriesOf } from "../../web/src/formats/tags/session/queries";

const channel = (name: bigint, tags: number) => ({ channel: name, tags, first: 0n, last: 9n, min_gap: 1n });
const SUMMARY: Summary = {
  tags: 30,
  first: 0n,
  last: 9n,
  span: 9n,
  out_of_order: 0,
  first_disorder: null,
  sound_tags: null,
  sound_until: null,
  channels: [channel(3n, 10), channel(15n, 20), channel(100n, 30)],
};

it("takes one definition per line, or definitions between semicolons", () => {
  expect(readDefinitions(" 100=3+15\n\n101 = 3&15 @ 2ns ; ")).toEqual(["100=3+15", "101 = 3&15 @ 2ns"]);
  expect(readDefinitions("")).toEqual([]);
});

it("knows virtual channels by their numbers", () => {
  const rules = rulesOf(["100=3+15", "101 = 3&15@2ns", "nonsense"]);
  expect([...rules]).toEqual([
    [100n, "3+15"],
    [101n, "3&15@2ns"],
  ]);
});

it("sends every request with the definitions, and repeats the requests that were counted while reading", () => {
  const view = { ...WHOLE, define: ["100=3+15"], pair: { a: 3n, b: 100n } };
  const queries = queriesOf(parametersOf(view, "unknown", SUMMARY), "1ps");
  expect(queries.map(({ topic }) => topic)).toEqual([
    "pairs",
    "virtual",
    "correlation",
    "delay",
    "coincidences",
  ]);
  for (const { request } of queries) expect(request).toMatchObject({ define: ["100=3+15"], tick: "1ps" });
  const plain = queriesOf(parametersOf(WHOLE, "unknown", SUMMARY));
  expect(plain.every(({ topic, request }) => topic !== "virtual" && !("define" in request))).toBe(true);
});

it("does not choose a virtual channel automatically, because it has a peak with its sources", () => {
  expect(bestPair(null, SUMMARY)).toEqual({ a: 15n, b: 100n });
  expect(parametersOf({ ...WHOLE, define: ["100=3+15"] }, "unknown", SUMMARY).pair).toEqual({
    a: 3n,
    b: 15n,
  });
});
