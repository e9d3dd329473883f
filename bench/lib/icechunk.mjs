// A manifest of one array's virtual references, as a file of version 2 of Icechunk's specification.

/** Files that the references lead to, and references to each in a row. */
const LOCATIONS = 1000;

const MAGIC = Buffer.concat([Buffer.from("ICE🧊CHUNK"), Buffer.from("tagview bench".padEnd(24))]);

/** The file; `compress` makes a zstd frame of its content, or answers null where it can't. */
export function manifestOf(references, compress) {
  const content = contentOf(references);
  const frame = compress(content);
  const end = Buffer.from([2, 2, frame === null ? 0 : 1]);
  return Buffer.concat([MAGIC, end, frame ?? content]);
}

/** The FlatBuffer: tables first, then what they point at, so that all distances are forward. */
function contentOf(references) {
  const bytes = Buffer.alloc(256 + references * 112);
  let at = 8;
  const u16 = (value) => {
    at = bytes.writeUInt16LE(value, at);
  };
  const u32 = (value) => {
    at = bytes.writeUInt32LE(value, at);
  };
  const pointTo = (place, target) => bytes.writeUInt32LE(target - place, place);
  const vtable = (size, ...fields) => {
    const place = at;
    for (const value of [4 + 2 * fields.length, size, ...fields]) u16(value);
    at = Math.ceil(at / 8) * 8;
    return place;
  };
  bytes.write("Ichk", 4, "latin1");
  const ofManifest = vtable(24, 4, 16, 0, 20);
  const ofArray = vtable(16, 4, 12);
  // index, inline, offset, length, chunk_id, location
  const ofReference = vtable(28, 4, 0, 8, 16, 0, 24);
  const manifest = at;
  pointTo(0, manifest);
  u32(manifest - ofManifest);
  at += bytes.write("manifest-000", at, "latin1");
  const arrays = at;
  u32(0);
  u32(0);
  pointTo(arrays, at);
  u32(1);
  const first = at;
  u32(0);
  at = Math.ceil(at / 8) * 8;
  pointTo(first, at);
  const array = at;
  u32(array - ofArray);
  at += bytes.write("array-00", at, "latin1");
  const refs = at;
  u32(0);
  pointTo(refs, at);
  u32(references);
  const places = at;
  at += 4 * references;
  for (let k = 0; k < references; k += 1) {
    at = Math.ceil(at / 8) * 8;
    pointTo(places + 4 * k, at);
    const table = at;
    u32(table - ofReference);
    u32(0);
    at = bytes.writeBigUInt64LE(BigInt(k % LOCATIONS) * 40n, at);
    at = bytes.writeBigUInt64LE(40n, at);
    u32(0);
    pointTo(table + 4, at);
    u32(2);
    u32(Math.floor(k / LOCATIONS));
    u32(k % LOCATIONS);
    pointTo(table + 24, at);
    const file = Math.floor(k / LOCATIONS);
    const location = `s3://example-bucket/data/${2000 + Math.floor(file / 12)}/${(file % 12) + 1}.nc`;
    u32(location.length);
    at += bytes.write(`${location}\0`, at, "latin1");
  }
  return bytes.subarray(0, at);
}
