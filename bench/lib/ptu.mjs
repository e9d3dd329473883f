// PTU files of any length, of the type that the MultiHarp and the PicoHarp 330 write.
import { closeSync, openSync, writeSync } from "node:fs";

/** Id of a mode, its unit of times or delays and its tick or sync period in seconds, and the number after which counters wrap. */
const KINDS = {
  t2: { mode: 2, type: 0x00010207, resolution: 1e-12, global: 1e-12, period: 2 ** 25 },
  t3: { mode: 3, type: 0x00010307, resolution: 1.6e-11, global: 1.25e-8, period: 1024 },
};
const RECORD_BYTES = 4;
const CHUNK_RECORDS = 1 << 20;

/** Writes a file of `photons` on three inputs, about 2 million a second; returns the number of records. */
export function writePtu(path, kind, photons) {
  const file = openSync(path, "w");
  try {
    const begin = header(KINDS[kind], 0).length;
    let count = 0;
    for (const records of recordsOf(kind, photons)) {
      const bytes = new Uint8Array(records.buffer, 0, records.byteLength);
      writeSync(file, bytes, 0, bytes.length, begin + RECORD_BYTES * count);
      count += records.length;
    }
    writeSync(file, header(KINDS[kind], count), 0, begin, 0);
    return count;
  } finally {
    closeSync(file);
  }
}

/** Number of records in a file from `writePtu`, by its length. */
export function recordsIn(bytes) {
  return (bytes - header(KINDS.t2, 0).length) / RECORD_BYTES;
}

/** The records, in chunks that are overwritten by the next. */
function* recordsOf(kind, photons) {
  const { period } = KINDS[kind];
  const chunk = new Uint32Array(CHUNK_RECORDS);
  let [count, at, seed] = [0, 0, 1];
  const random = (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let photon = 0; photon < photons; photon += 1) {
    // No two photons have one sync, so that all are in order.
    at += 1 + random(kind === "t2" ? 1e6 : 80);
    if (at >= period) {
      chunk[count++] = 0xfe000000 + Math.floor(at / period);
      at %= period;
    }
    const delay = kind === "t2" ? 0 : random(780) << 10;
    chunk[count++] = (random(3) << 25) | delay | at;
    // A photon takes two records at most.
    if (count > CHUNK_RECORDS - 2) {
      yield chunk.subarray(0, count);
      count = 0;
    }
  }
  yield chunk.subarray(0, count);
}

function header({ mode, type, resolution, global }, count) {
  const preamble = Buffer.alloc(16);
  preamble.write("PQTTTR", 0, "latin1");
  preamble.write("1.0.00", 8, "latin1");
  const tag = (name, kind, write) => {
    const bytes = Buffer.alloc(48);
    bytes.write(name, 0, "latin1");
    bytes.writeInt32LE(-1, 32);
    bytes.writeUInt32LE(kind, 36);
    write(bytes);
    return bytes;
  };
  const integer = (name, value) => tag(name, 0x10000008, (bytes) => bytes.writeBigInt64LE(BigInt(value), 40));
  const float = (name, value) => tag(name, 0x20000008, (bytes) => bytes.writeDoubleLE(value, 40));
  return Buffer.concat([
    preamble,
    integer("Measurement_Mode", mode),
    integer("Measurement_SubMode", 0),
    integer("TTResultFormat_TTTRRecType", type),
    integer("TTResultFormat_BitsPerRecord", 32),
    float("MeasDesc_Resolution", resolution),
    float("MeasDesc_GlobalResolution", global),
    integer("TTResult_SyncRate", Math.round(1 / global)),
    integer("TTResult_NumberOfRecords", count),
    tag("Header_End", 0xffff0008, () => {}),
  ]);
}
