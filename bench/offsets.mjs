// The seven encodings of an offsets header: encode, decode, look-up, beside Go.

import { GO_HERE, GO_PUBLISHED } from "./data/go-offsets.mjs";
import { measureAll } from "./lib/measure.mjs";
import { table } from "./lib/table.mjs";
import { loadWasm, loadWorkloads } from "./lib/wasm.mjs";

const PARTITIONS = [1, 10, 100, 1000];
const OPERATIONS = ["encode", "decode", "lookup"];
const ENCODINGS = Object.keys(GO_HERE);

/** The published evaluation's offsets: 2^63 - 1 - i. */
function header(partitions) {
  const entries = Array.from({ length: partitions }, (_, i) => `${i}:${2n ** 63n - 1n - BigInt(i)}`);
  return `v1=${entries.join(",")}`;
}

export async function bench({ small }) {
  const { wasm } = await loadWasm("more");
  const { OffsetsWorkload } = await loadWorkloads(small);
  const cases = PARTITIONS.flatMap((partitions) => {
    const text = header(partitions);
    return wasm.offsetsSizes(text, undefined).flatMap(({ encoding, bytes }) => {
      // The header crosses into wasm once, here; the rounds run inside.
      const workload = new OffsetsWorkload(text, encoding);
      return OPERATIONS.map((operation) => ({ workload, encoding, bytes, partitions, operation }));
    });
  });
  const times = measureAll(
    cases.map(
      ({ workload, operation }) =>
        (rounds) =>
          workload[operation](rounds),
    ),
  );
  const rows = cases.map(({ encoding, bytes, partitions, operation }, index) => {
    const { least, median } = times[index];
    const [here, published] =
      partitions === 1000 ? [GO_HERE[encoding][operation], GO_PUBLISHED[encoding][operation]] : [null, null];
    return {
      encoding,
      partitions,
      operation,
      bytes,
      ns: least,
      median_ns: median,
      go_ns: here,
      ratio: here === null ? null : least / here,
      go_published_ns: published,
      ratio_published: published === null ? null : least / published,
    };
  });
  const across = measureAcross(wasm);
  return { result: { rows, across }, text: `${report(rows)}\n${reportAcross(across)}` };
}

/** The same from JavaScript, with text copied in and out: the cost for a caller of the engine. */
function measureAcross(wasm) {
  const text = header(1000);
  const many = (work) => (rounds) => {
    for (let round = 0; round < rounds; round += 1) work(round);
  };
  const works = {
    "offsets (columns)": () => wasm.offsetsRead(text, "text", false),
    "offsets (columns and rows)": () => wasm.offsetsRead(text, "text", true),
    "offsetsEncode pairs-fixed": () => wasm.offsetsEncode(text, "text", "pairs-fixed"),
    offsetsLookup: (round) => wasm.offsetsLookup(text, "text", 0n, round % 1000),
  };
  const times = measureAll(Object.values(works).map(many));
  return Object.fromEntries(Object.keys(works).map((name, index) => [name, times[index].least]));
}

const ns = (value) => (value === null ? "n/a" : Math.round(value).toLocaleString("en-US"));
const ratio = (value) => (value === null ? "n/a" : value.toFixed(2));

function report(rows) {
  const find = (encoding, operation, partitions) =>
    rows.find(
      (row) => row.encoding === encoding && row.operation === operation && row.partitions === partitions,
    );
  const tables = OPERATIONS.map((operation) => {
    const head = [
      `${operation}, ns`,
      ...PARTITIONS.map((n) => n.toLocaleString("en-US")),
      "Go",
      "ratio",
      "Go, published",
      "ratio",
    ];
    const lines = ENCODINGS.map((encoding) => {
      const last = find(encoding, operation, 1000);
      return [
        encoding,
        ...PARTITIONS.map((n) => ns(find(encoding, operation, n).ns)),
        ns(last.go_ns),
        ratio(last.ratio),
        ns(last.go_published_ns),
        ratio(last.ratio_published),
      ];
    });
    return table(head, lines);
  });
  return `Offset headers in wasm, by number of partitions; Go at 1,000. Least of 45 batches in five passes.\n${tables.join("\n")}`;
}

function reportAcross(across) {
  return table(
    ["1,000 partitions, from JavaScript", "ns"],
    Object.entries(across).map(([what, value]) => [what, ns(value)]),
  );
}
