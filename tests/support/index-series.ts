/** Whole indexes made by hand, from their series. */

import { contents, crc32c, section, string, u32, varint } from "./index-headers";

/** Labels in order of their names; for each chunk, its earliest and latest time in milliseconds and its reference. */
export interface Series {
  labels: Record<string, string>;
  chunks: readonly (readonly [from: number, to: number, reference?: number])[];
}

const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);

/** An index of version 2 with these series in this order, followed by `gap` zeros; strings are stored in `encoding`. */
export function indexOf(
  series: readonly Series[],
  { encoding = "utf8", gap = 0 }: { encoding?: BufferEncoding; gap?: number } = {},
): Buffer {
  const bytes = (text: string) => Buffer.from(text, encoding);
  const ordered = (a: string, b: string) => Buffer.compare(bytes(a), bytes(b));
  const texts = ["", ...series.flatMap(({ labels }) => Object.entries(labels).flat())];
  const symbols = [...new Set(texts)].sort(ordered);
  const reference = (text: string) => varint(symbols.indexOf(text));
  const file: Buffer[] = [];
  let at = 0;
  const put = (...parts: Buffer[]) => {
    file.push(...parts);
    for (const part of parts) at += part.length;
  };
  const align = (to: number) => put(Buffer.alloc((to - (at % to)) % to));
  put(Buffer.from([0xba, 0xaa, 0xd7, 0, 2]), section(symbols.map((text) => string(bytes(text)))));

  const seriesAt = at;
  const postings = new Map<string, number[]>([["\0", []]]);
  for (const { labels, chunks } of series) {
    align(16);
    let [last, place] = [0, 0];
    const content = Buffer.concat([
      varint(Object.keys(labels).length),
      ...Object.entries(labels).flatMap(([name, value]) => [reference(name), reference(value)]),
      varint(chunks.length),
      ...chunks.flatMap(([from, to, reference = 8], k) => {
        const times = [varint(k === 0 ? zigzag(from) : from - last), varint(to - from)];
        const located = varint(k === 0 ? reference : zigzag(reference - place));
        [last, place] = [to, reference];
        return [...times, located];
      }),
    ]);
    for (const pair of ["\0", ...Object.entries(labels).map(([name, value]) => `${name}\0${value}`)]) {
      postings.set(pair, [...(postings.get(pair) ?? []), at / 16]);
    }
    put(varint(content.length), content, u32(crc32c(content)));
  }
  put(Buffer.alloc(gap));
  const postingsAt = at;
  align(4);
  const entries = [...postings]
    .sort(([a], [b]) => ordered(a, b))
    .map(([pair, ids]) => {
      const entry = Buffer.concat([
        Buffer.from([2]),
        ...pair.split("\0").map((text) => string(bytes(text))),
        varint(at),
      ]);
      put(section(ids.map(u32)));
      return entry;
    });
  const tableAt = at;
  put(section(entries), contents(5, seriesAt, postingsAt, tableAt, postingsAt, tableAt));
  return Buffer.concat(file);
}

/** Forty pods that each live for a fortieth of the time, and two permanent jobs. */
export const PODS: readonly Series[] = [
  {
    labels: { __name__: "up", job: "api" },
    chunks: [
      [1_700_000_000_000, 1_700_000_400_000],
      [1_700_000_400_001, 1_700_000_800_000],
    ],
  },
  { labels: { __name__: "up", job: "db" }, chunks: [[1_700_000_000_000, 1_700_000_800_000]] },
  ...Array.from({ length: 40 }, (_, k): Series => {
    const from = 1_700_000_000_000 + 20_000 * k;
    const pod = `web-${String(k).padStart(2, "0")}`;
    return { labels: { __name__: "up", job: "web", pod }, chunks: [[from, from + 20_000]] };
  }),
];

/** Requests of each pod by code, and one `up` for each pod, in order. Four pods share a node. */
export function requests(pods: number, codes: number): Series[] {
  const chunks = [[0, 1000]] as const;
  const pod = (k: number) => `web-${String(k).padStart(2, "0")}`;
  const numbers = Array.from({ length: pods }, (_, k) => k);
  const byCode = Array.from({ length: codes }, (_, code) =>
    numbers.map((k): Series => {
      const place = { node: `node-${Math.floor(k / 4)}`, pod: pod(k) };
      return { labels: { __name__: "requests", code: String(200 + code), ...place }, chunks };
    }),
  );
  return [...byCode.flat(), ...numbers.map((k) => ({ labels: { __name__: "up", pod: pod(k) }, chunks }))];
}

/** Returns an index whose last `n` postings lists, of one series each, have wrong checksums. */
export function withWrongLists(file: Buffer, n: number): Buffer {
  const end = Number(file.readBigUInt64BE(file.length - 12));
  for (let k = 0; k < n; k++) file[end - 16 * k - 1] = (file[end - 16 * k - 1] ?? 0) ^ 1;
  return file;
}

/** Returns an index with a wrong byte in each series. */
export function disturbed(file: Buffer): Buffer {
  const [from = 0, to = 0] = [44, 36].map((end) => Number(file.readBigUInt64BE(file.length - end)));
  for (let at = Math.ceil(from / 16) * 16; at < to; at += 16) {
    const length = file[at] ?? 0;
    file[at + 1] = (file[at + 1] ?? 0) ^ 0x10;
    at += Math.ceil((length + 5) / 16) * 16 - 16;
  }
  return file;
}
