/** Index-headers and indexes made by hand, from label names and their values. */

/** A label name and its values; bytes if they are not text. */
type Label = readonly [name: string | Buffer, values: readonly (string | Buffer)[]];

/** Label names with their values, both in order. */
export type Labels = Record<string, Label[1]> | readonly Label[];

/** Offset of the postings of all series in the index; lists of 12 bytes and more follow. */
const FIRST_LIST = 5000;

const CASTAGNOLI = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0x82f63b78 : 0);
  return sum;
});

export function crc32c(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (CASTAGNOLI[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function varint(value: number): Buffer {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) | 0x80);
  return Buffer.from([...bytes, value]);
}

export function string(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text as string);
  return Buffer.concat([varint(bytes.length), bytes]);
}

/** `length, count, records, checksum`. */
export function section(records: Buffer[]): Buffer {
  const content = Buffer.concat([u32(records.length), ...records]);
  return Buffer.concat([u32(content.length), content, u32(crc32c(content))]);
}

/** Offsets and their checksum. */
export function contents(...offsets: number[]): Buffer {
  const bytes = Buffer.alloc(8 * offsets.length);
  for (const [k, offset] of offsets.entries()) bytes.writeBigUInt64BE(BigInt(offset), 8 * k);
  return Buffer.concat([bytes, u32(crc32c(bytes))]);
}

/** The parts shared by the index and the index-header of a block. */
function parts(labels: Labels) {
  const named: readonly Label[] = isList(labels) ? labels : Object.entries(labels);
  const texts = ["", ...named.flatMap(([name, values]) => [name, ...values])].map((text) =>
    Buffer.from(text as string),
  );
  const ordered = texts
    .sort(Buffer.compare)
    .filter((text, k) => k === 0 || !text.equals(texts[k - 1] as Buffer));
  const symbols = section(ordered.map(string));
  let offset = FIRST_LIST;
  const next = (bytes: number) => {
    const at = offset;
    offset += bytes;
    return varint(at);
  };
  const entry = (name: string | Buffer, value: string | Buffer, bytes: number) =>
    Buffer.concat([Buffer.from([2]), string(name), string(value), next(bytes)]);
  const table = section([
    entry("", "", 100),
    ...named.flatMap(([name, values]) => values.map((value, k) => entry(name, value, 12 + 4 * (k % 7)))),
  ]);
  const series = 5 + symbols.length;
  const tableAt = Math.max(series, offset) + 16;
  const toc = contents(5, series, series, offset, series, tableAt);
  return { symbols, table, postingsEnd: offset, tableAt, toc };
}

function isList(labels: Labels): labels is readonly Label[] {
  return Array.isArray(labels);
}

/** An index-header of index version 2. */
export function indexHeader(labels: Labels): Buffer {
  const { symbols, table, postingsEnd, toc } = parts(labels);
  const end = Buffer.alloc(8);
  end.writeBigUInt64BE(BigInt(postingsEnd));
  return Buffer.concat([
    ...[Buffer.from([0xba, 0xaa, 0xd7, 0x92, 1, 2]), end, symbols, table, toc],
    contents(14, 14 + symbols.length),
  ]);
}

/** An index without series, with zeros instead of postings. */
export function index(labels: Labels): Buffer {
  const { symbols, table, tableAt, toc } = parts(labels);
  const head = Buffer.concat([Buffer.from([0xba, 0xaa, 0xd7, 0, 2]), symbols]);
  return Buffer.concat([head, Buffer.alloc(tableAt - head.length), table, toc]);
}

/** `n` values `PREFIX00000`, ... */
export function numbered(prefix: string, n: number): string[] {
  return Array.from({ length: n }, (_, k) => `${prefix}${String(k).padStart(5, "0")}`);
}
