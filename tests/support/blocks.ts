/** Blocks made by hand, bit by bit from the public description of their formats: Prometheus, `tsdb/docs/format`. */

import { crc32c, u32, varint } from "./index-headers";
import { indexOf } from "./index-series";

/** A time in milliseconds, and a value. */
export type Sample = readonly [number, number];

/** The samples of an XOR chunk, or any other chunk with its encoding, its times in the index, and its data. */
export type BlockChunk =
  | readonly Sample[]
  | { encoding: number; times: readonly [number, number]; data: Buffer };

export interface BlockSeries {
  labels: Record<string, string>;
  chunks: readonly BlockChunk[];
}

/** Bits as digits, the highest first. */
const bits = (value: bigint, n: number): string =>
  n === 0 ? "" : BigInt.asUintN(n, value).toString(2).padStart(n, "0");

const bytesOf = (digits: string): Buffer =>
  Buffer.from(
    (digits.padEnd(Math.ceil(digits.length / 8) * 8, "0").match(/.{8}/g) ?? []).map((byte) =>
      Number.parseInt(byte, 2),
    ),
  );

const digitsOf = (bytes: Buffer): string => [...bytes].map((byte) => bits(BigInt(byte), 8)).join("");

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

function doubleBits(value: number): bigint {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.readBigUInt64BE();
}

/** The change of a difference of times. */
function change(value: number): string {
  if (value === 0) return "0";
  const ranges = [
    ["10", 14],
    ["110", 17],
    ["1110", 20],
  ] as const;
  const fitting = ranges.find(([, n]) => value >= -(2 ** (n - 1)) + 1 && value <= 2 ** (n - 1));
  return fitting === undefined
    ? `1111${bits(BigInt(value), 64)}`
    : fitting[0] + bits(BigInt(value), fitting[1]);
}

/** The data of an XOR chunk. */
export function xorData(samples: readonly Sample[]): Buffer {
  let digits = bits(BigInt(samples.length), 16);
  let [time, difference, last] = [0, 0, 0n];
  let window: { leading: number; trailing: number } | undefined;
  for (const [k, [at, number]] of samples.entries()) {
    const value = doubleBits(number);
    if (k === 0) digits += digitsOf(varint(zigzag(at))) + bits(value, 64);
    else {
      if (k === 1) digits += digitsOf(varint(at - time));
      else digits += change(at - time - difference);
      difference = at - time;
      const changed = bits(value ^ last, 64);
      if (!changed.includes("1")) digits += "0";
      else {
        const leading = Math.min(changed.indexOf("1"), 31);
        const trailing = 63 - changed.lastIndexOf("1");
        if (window !== undefined && leading >= window.leading && trailing >= window.trailing)
          digits += `10${changed.slice(window.leading, 64 - window.trailing)}`;
        else {
          window = { leading, trailing };
          const n = 64 - leading - trailing;
          digits += `11${bits(BigInt(leading), 5)}${bits(BigInt(n % 64), 6)}${changed.slice(leading, 64 - trailing)}`;
        }
      }
    }
    [time, last] = [at, value];
  }
  return bytesOf(digits);
}

/** `length, encoding, data, checksum`. */
export function chunkBytes(encoding: number, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.of(encoding), data]);
  return Buffer.concat([varint(data.length), content, u32(crc32c(content))]);
}

const SEGMENT_HEAD = Buffer.from("85bd40dd01000000", "hex");

/**
 * The files of a block by their paths: `meta.json`, `index`, `tombstones`, and segment files with at most `most` chunks.
 * `stated` replaces keys of `meta.json`.
 */
export function blockFiles(
  series: readonly BlockSeries[],
  { most = Number.POSITIVE_INFINITY, stated = {} }: { most?: number; stated?: object } = {},
): Record<string, Buffer> {
  const segments: Buffer[][] = [];
  let samples = 0;
  let chunks = 0;
  const indexed = series.map(({ labels, chunks: all }) => ({
    labels,
    chunks: all.map((chunk) => {
      const isXor = "length" in chunk;
      if (chunks % most === 0 || segments.length === 0) segments.push([SEGMENT_HEAD]);
      const segment = segments.at(-1) as Buffer[];
      const at = segment.reduce((sum, { length }) => sum + length, 0);
      segment.push(isXor ? chunkBytes(1, xorData(chunk)) : chunkBytes(chunk.encoding, chunk.data));
      chunks += 1;
      samples += isXor ? chunk.length : chunk.data.readUInt16BE();
      const [from, to] = isXor ? [chunk[0]?.[0] ?? 0, chunk.at(-1)?.[0] ?? 0] : chunk.times;
      return [from, to, (segments.length - 1) * 2 ** 32 + at] as const;
    }),
  }));
  const times = indexed.flatMap((one) => one.chunks.flatMap((chunk) => chunk.slice(0, 2)));
  const ulid = "01DXXFZDYD1MQW6079WK0K6EDQ";
  const meta = {
    ulid,
    minTime: Math.min(...times, 0),
    maxTime: Math.max(...times, 0) + 1,
    stats: { numSamples: samples, numSeries: series.length, numChunks: chunks },
    compaction: { level: 1, sources: [ulid] },
    version: 1,
    ...stated,
  };
  return {
    "meta.json": Buffer.from(JSON.stringify(meta)),
    index: indexOf(indexed),
    tombstones: Buffer.from("0130ba300100000000", "hex"),
    ...Object.fromEntries(
      segments.map((segment, k) => [`chunks/${String(k + 1).padStart(6, "0")}`, Buffer.concat(segment)]),
    ),
  };
}
