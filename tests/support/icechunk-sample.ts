/** The page's sample of Icechunk metadata: the snapshot of a weather forecast that lacks chunks. */

import { createHash } from "node:crypto";
import { type Field, json, metadataFile, NONE, SNAPSHOT, type Table, TIME } from "./icechunk";

const idOf = (text: string, length: number): Uint8Array =>
  Uint8Array.from(createHash("sha256").update(text).digest().subarray(0, length));
const u32s = (...numbers: number[]): Uint8Array => new Uint8Array(Uint32Array.from(numbers).buffer);

/** Lengths and numbers of chunks of the dimensions. */
const DIMENSIONS: Record<string, readonly [length: number, chunks: number]> = {
  time: [1464, 61],
  level: [13, 13],
  latitude: [721, 1],
  longitude: [1440, 2],
};
/** The surface has no levels, and coordinates have one dimension. */
const ARRAYS: readonly (readonly [path: string, dimensions: readonly string[], manifests: number])[] = [
  ["/latitude", ["latitude"], 1],
  ["/level", ["level"], 1],
  ["/longitude", ["longitude"], 1],
  ["/pressure_levels/geopotential", ["time", "level", "latitude", "longitude"], 4],
  ["/pressure_levels/temperature", ["time", "level", "latitude", "longitude"], 4],
  ["/pressure_levels/wind_u", ["time", "level", "latitude", "longitude"], 3],
  ["/surface/pressure", ["time", "latitude", "longitude"], 1],
  ["/surface/temperature_2m", ["time", "latitude", "longitude"], 1],
  ["/surface/total_precipitation", ["time", "latitude", "longitude"], 1],
  ["/time", ["time"], 1],
];
const GROUPS = ["/", "/pressure_levels", "/surface"];

const manifestId = (path: string, k: number): Uint8Array => idOf(`manifest ${path} ${k}`, 12);

function group(path: string): Table {
  const metadata = {
    zarr_format: 3,
    node_type: "group",
    attributes: { source: "a forecast made up for tagview" },
  };
  return {
    ...{ 0: { struct: idOf(path, 8) }, 1: { text: path }, 2: json(metadata) },
    ...{ 3: { u8: 2 }, 4: { table: {} } },
  };
}

/** Chunks of the first dimension in manifest `k` of `manifests`. */
function part(chunks: number, k: number, manifests: number): readonly [from: number, to: number] {
  const end = (n: number) => Math.round((chunks * n) / manifests);
  return [end(k), end(k + 1)];
}

function array([path, names, manifests]: (typeof ARRAYS)[number]): Table {
  const dimensions = names.map((name) => DIMENSIONS[name] ?? [1, 1]);
  const extents = (k: number): Field => ({
    structs: dimensions.length,
    of: u32s(...dimensions.flatMap(([, chunks], d) => (d === 0 ? part(chunks, k, manifests) : [0, chunks]))),
  });
  const metadata = {
    zarr_format: 3,
    node_type: "array",
    shape: dimensions.map(([length]) => length),
    fill_value: 0,
  };
  return {
    ...{ 0: { struct: idOf(path, 8) }, 1: { text: path }, 2: json(metadata), 3: { u8: 1 } },
    4: {
      table: {
        0: NONE,
        1: { tables: names.map((name) => ({ 0: { text: name } })) },
        2: {
          tables: Array.from({ length: manifests }, (_, k) => ({
            0: { struct: manifestId(path, k) },
            1: extents(k),
          })),
        },
        3: {
          tables: dimensions.map(([length, chunks]) => ({ 0: { u64: BigInt(length) }, 1: { u32: chunks } })),
        },
      },
    },
  };
}

/** The manifests of all arrays; the last one of the wind lacks chunks. */
function listed(): Table[] {
  return ARRAYS.flatMap(([path, names, manifests]) =>
    Array.from({ length: manifests }, (_, k): Table => {
      const chunks = names.map((name) => DIMENSIONS[name]?.[1] ?? 1);
      const [from, to] = part(chunks[0] ?? 1, k, manifests);
      const all = chunks.slice(1).reduce((product, n) => product * n, to - from);
      const references = path.endsWith("wind_u") && k === manifests - 1 ? Math.round(all / 2) : all;
      return {
        ...{ 0: { struct: manifestId(path, k) }, 1: { u64: BigInt(320 + 38 * references) } },
        2: { u32: references },
      };
    }),
  );
}

/** The bytes of the sample. */
export function sampleSnapshot(): Uint8Array {
  const nodes = [
    ...GROUPS.map((path) => [path, group(path)] as const),
    ...ARRAYS.map((one) => [one[0], array(one)] as const),
  ];
  const sorted = nodes.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, table]) => table);
  return metadataFile(SNAPSHOT, {
    ...{ 0: { struct: idOf("snapshot", 12) }, 2: { tables: sorted }, 3: { u64: TIME } },
    ...{ 4: { text: "append the forecast of 12:00" }, 5: { tables: [] }, 6: NONE, 7: { tables: listed() } },
  });
}
