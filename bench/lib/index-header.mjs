// Index-headers in the shape of Mimir's own benchmark: each of `names` has the same `values`.

const CASTAGNOLI = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0x82f63b78 : 0);
  return sum;
});

function crc32c(bytes) {
  let sum = 0xffffffff;
  for (let k = 0; k < bytes.length; k += 1) sum = CASTAGNOLI[(sum ^ bytes[k]) & 0xff] ^ (sum >>> 8);
  return ~sum >>> 0;
}

function varint(value) {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) | 0x80);
  return [...bytes, value];
}

const string = (text) => [text.length, ...Buffer.from(text)];

function section(count, records) {
  const bytes = Buffer.alloc(8 + records.length + 4);
  bytes.writeUInt32BE(4 + records.length, 0);
  bytes.writeUInt32BE(count, 4);
  records.copy(bytes, 8);
  bytes.writeUInt32BE(crc32c(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

function contents(...offsets) {
  const bytes = Buffer.alloc(8 * offsets.length + 4);
  for (const [k, offset] of offsets.entries()) bytes.writeBigUInt64BE(BigInt(offset), 8 * k);
  bytes.writeUInt32BE(crc32c(bytes.subarray(0, -4)), bytes.length - 4);
  return bytes;
}

/** `PREFIX-0`, `PREFIX-1`, ... in order of their bytes. */
const numbered = (prefix, n) => Array.from({ length: n }, (_, k) => `${prefix}-${k}`).sort();

/** The bytes of an index-header with this number of names, and of values of each. */
export function indexHeaderOf(names, values) {
  const [allNames, allValues] = [numbered("name", names), numbered("value", values)];
  const symbols = ["", ...allNames, ...allValues];
  const symbolsSection = section(symbols.length, Buffer.from(symbols.flatMap(string)));
  let offset = 321_000;
  const entries = [Buffer.from([2, 0, 0, ...varint(offset)])];
  offset += 12 + 4 * names * values;
  for (const name of allNames) {
    for (const value of allValues) {
      entries.push(Buffer.from([2, ...string(name), ...string(value), ...varint(offset)]));
      offset += 16;
    }
  }
  const head = Buffer.alloc(14);
  head.set([0xba, 0xaa, 0xd7, 0x92, 1, 2]);
  head.writeBigUInt64BE(BigInt(offset), 6);
  return Buffer.concat([
    head,
    symbolsSection,
    section(entries.length, Buffer.concat(entries)),
    contents(5, 5, 5, offset, 5, offset + 16),
    contents(14, 14 + symbolsSection.length),
  ]);
}
