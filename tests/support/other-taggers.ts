/** Files as written by other time taggers and their programs. */

/** A tag: channel and time in ticks. */
export type Tag = readonly [channel: number, time: bigint];

/** The first bytes of a quTAG recording: a mark, and undocumented bytes. */
const QUTAG_HEADER = new Uint8Array(40);
QUTAG_HEADER.set([0x87, 0xb3, 0x91, 0xfa]);

/** A recording of a quTAG with records of 10 bytes, in picoseconds. */
export function qutag(tags: readonly Tag[]): Uint8Array {
  const file = new Uint8Array(QUTAG_HEADER.length + 10 * tags.length);
  file.set(QUTAG_HEADER);
  const view = new DataView(file.buffer, QUTAG_HEADER.length);
  for (const [number, [channel, time]] of tags.entries()) {
    view.setBigInt64(10 * number, time, true);
    view.setUint16(10 * number + 8, channel, true);
  }
  return file;
}

/** A dump of a Swabian Time Tagger: a type, a reserved byte, missed events, channel and time in picoseconds. */
export function swabian(tags: readonly Tag[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(16 * tags.length));
  for (const [number, [channel, time]] of tags.entries()) {
    view.setInt32(16 * number + 4, channel, true);
    view.setBigInt64(16 * number + 8, time, true);
  }
  return new Uint8Array(view.buffer);
}

/** The output of `numpy.save` for rows of time and channel. */
export function npy(tags: readonly Tag[]): Uint8Array {
  const header = `{'descr': '<i8', 'fortran_order': False, 'shape': (${tags.length}, 2), }`.padEnd(117);
  const rows = BigInt64Array.from(tags.flatMap(([channel, time]) => [time, BigInt(channel)]));
  return Buffer.concat([
    Buffer.from(`\x93NUMPY\x01\x00\x76\x00${header}\n`, "latin1"),
    new Uint8Array(rows.buffer),
  ]);
}

/** Lines of text, channel and time between `separator`. */
export function columns(tags: readonly Tag[], separator: string, end = "\n"): string {
  return tags.map(([channel, time]) => `${channel}${separator}${time}${end}`).join("");
}

/** The metadata of a recording, in a skippable frame before its first frame. */
export function about(entries: Record<string, string>): Uint8Array {
  const lines = Object.entries(entries).map(([key, value]) => `${key}\t${value}\n`);
  const payload = new TextEncoder().encode(`tagv.abt${lines.join("")}`);
  const frame = new Uint8Array(8 + payload.length);
  new DataView(frame.buffer).setUint32(0, 0x184d2a54, true);
  new DataView(frame.buffer).setUint32(4, payload.length, true);
  frame.set(payload, 8);
  return frame;
}

/** A photon of a recording in T3 mode: number of its sync, delay after it in ticks, input from 1. */
export type Photon = readonly [sync: number, delay: number, input: number];

/** Markers between photons: number of the sync before them, and a bit for each of the markers 1 to 4. */
export type Markers = { readonly sync: number; readonly markers: number };

interface PtuHeader {
  /** Length of a tick in seconds. */
  resolution: number;
  /** Sync period in seconds. */
  period: number;
  /** Type of records that the header states: T3 of a HydraHarp 2 unless given. */
  type?: number;
  /** Further tags of the header: strings, and whole numbers. */
  texts?: Record<string, string>;
  integers?: Record<string, number>;
  floats?: Record<string, number>;
}

/** A PTU recording of a HydraHarp 2 in T3 mode; photons and markers ascend by their syncs. */
export function ptu(
  events: readonly (Photon | Markers)[],
  { resolution, period, type = 0x01010304, texts = {}, integers = {}, floats = {} }: PtuHeader,
): Uint8Array {
  const records: number[] = [];
  let overflows = 0;
  for (const event of events) {
    const sync = "sync" in event ? event.sync : event[0];
    const more = Math.floor(sync / 1024) - overflows;
    if (more > 0) records.push((2 ** 31 + 63 * 2 ** 25 + Math.min(more, 1023)) >>> 0);
    overflows += more;
    if ("sync" in event) {
      records.push((2 ** 31 + event.markers * 2 ** 25 + (sync % 1024)) >>> 0);
      continue;
    }
    const [, delay, input] = event;
    records.push((((input - 1) << 25) | (delay << 10) | (sync % 1024)) >>> 0);
  }
  const tags: [name: string, type: number, value: (view: DataView) => void][] = [
    ["Measurement_Mode", 0x10000008, (view) => view.setBigInt64(0, type === 0x01010304 ? 3n : 2n, true)],
    ["TTResultFormat_TTTRRecType", 0x10000008, (view) => view.setBigInt64(0, BigInt(type), true)],
    ["MeasDesc_Resolution", 0x20000008, (view) => view.setFloat64(0, resolution, true)],
    ["MeasDesc_GlobalResolution", 0x20000008, (view) => view.setFloat64(0, period, true)],
    ["TTResult_NumberOfRecords", 0x10000008, (view) => view.setBigInt64(0, BigInt(records.length), true)],
    ["Header_End", 0xffff0008, () => {}],
  ];
  const more = [
    ...Object.entries(texts).map(([name, text]) => ptuText(name, text)),
    ...Object.entries(integers).map(([name, value]) => ptuInteger(name, value)),
    ...Object.entries(floats).map(([name, value]) => ptuFloat(name, value)),
  ];
  const preamble = 16 + more.reduce((sum, bytes) => sum + bytes.length, 0);
  const file = new Uint8Array(preamble + 48 * tags.length + 4 * records.length);
  file.set(new TextEncoder().encode("PQTTTR"));
  file.set(new TextEncoder().encode("1.0.00"), 8);
  let end = 16;
  for (const bytes of more) {
    file.set(bytes, end);
    end += bytes.length;
  }
  const view = new DataView(file.buffer);
  for (const [number, [name, type, value]] of tags.entries()) {
    const at = preamble + 48 * number;
    file.set(new TextEncoder().encode(name), at);
    view.setInt32(at + 32, -1, true);
    view.setUint32(at + 36, type, true);
    value(new DataView(file.buffer, at + 40, 8));
  }
  for (const [number, record] of records.entries())
    view.setUint32(preamble + 48 * tags.length + 4 * number, record, true);
  return file;
}

/** A tag of the header; if it is one of several, an index follows its name, as in `HWInpChan_Name(0)`. */
function ptuTag(name: string, type: number, behind: number): [Uint8Array, DataView] {
  const [, plain = name, index = "-1"] = /^(.*)\((\d+)\)$/.exec(name) ?? [];
  const bytes = new Uint8Array(48 + behind);
  bytes.set(new TextEncoder().encode(plain));
  const view = new DataView(bytes.buffer);
  view.setInt32(32, Number(index), true);
  view.setUint32(36, type, true);
  return [bytes, view];
}

function ptuText(name: string, text: string): Uint8Array {
  const encoded = new TextEncoder().encode(text);
  const length = Math.ceil((encoded.length + 1) / 8) * 8;
  const [bytes, view] = ptuTag(name, 0x4001ffff, length);
  view.setBigInt64(40, BigInt(length), true);
  bytes.set(encoded, 48);
  return bytes;
}

function ptuInteger(name: string, value: number): Uint8Array {
  const [bytes, view] = ptuTag(name, 0x10000008, 0);
  view.setBigInt64(40, BigInt(value), true);
  return bytes;
}

function ptuFloat(name: string, value: number): Uint8Array {
  const [bytes, view] = ptuTag(name, 0x20000008, 0);
  view.setFloat64(40, value, true);
  return bytes;
}

/** Pseudo-random numbers in [0, 1), the same each time. */
export function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/** A FIFO file of a Becker & Hickl card with a macro time of 12.5 ns: macro time, routing number, microtime. */
export function spc(
  photons: readonly (readonly [time: number, routing: number, microtime: number])[],
): Uint8Array {
  const words = [0x98_00_00_7d];
  let overflows = 0;
  for (const [time, routing, microtime] of photons) {
    const missing = Math.floor(time / 4096) - overflows;
    if (missing > 0) words.push(0xc000_0000 + missing);
    overflows += missing;
    words.push((4095 - microtime) * 0x1_0000 + routing * 0x1000 + (time % 4096));
  }
  return new Uint8Array(Uint32Array.from(words).buffer);
}

/** The `.set` file that Becker & Hickl's program writes next to it: microtimes of 4 ps after the sync. */
export const SPC_SETUP = [
  "*IDENTIFICATION",
  "  Date      : 2016-09-05",
  "  Time      : 16:12:20",
  "  with module SPC-150 (Ser.No. 3F0022)",
  "*SETUP",
  "  #SP [SP_TAC_R,F,8.192e-08]",
  "  #SP [SP_TAC_G,I,5]",
  "  #SP [SP_SYN_FD,I,1]",
  "  #SP [SP_MTCLK,I,1]",
  "",
].join("\r\n");

/** A curve of a file of histograms: routing channel from 0, ns of a bin, counts; `total` is the sum that the header states. */
export interface Curve {
  route: number;
  resolution: number;
  counts: readonly number[];
  total?: number;
}

/** 12.5 ns in bins of 50 ps: decays of 2 ns after pulses with a standard deviation of 100 ps, and a background. */
export function decayCounts(): number[] {
  const expected = new Array<number>(250).fill(0);
  for (let jitter = -80; jitter <= 80; jitter++)
    for (let after = 0; after < 6000; after++) {
      const bin = Math.floor((20.55 + 0.1 * (jitter + after) + 250) % 250);
      expected[bin] = (expected[bin] ?? 0) + Math.exp(-((jitter / 20) ** 2) / 2 - after / 400);
    }
  const scale = 2e5 / expected.reduce((sum, n) => sum + n, 0);
  return expected.map((n) => Math.round(scale * n + 20));
}

/** A `.phd` file of a PicoHarp 300 with 80 MHz of syncs. */
export function phd(curves: readonly Curve[], comment = "", start = ""): Uint8Array {
  const first = 692 + 172 * curves.length;
  const file = Buffer.alloc(curves.reduce((length, { counts }) => length + 4 * counts.length, first));
  file.write("PicoHarp 300", 0, "latin1");
  file.write("2.0", 16, "latin1");
  file.write(start, 52, "latin1");
  file.write(comment, 72, "latin1");
  file.writeInt32LE(curves.length, 328);
  let offset = first;
  for (const [number, { route, resolution, counts, total }] of curves.entries()) {
    const at = 692 + 172 * number;
    file.writeInt32LE(number, at);
    file.writeInt32LE(route, at + 60);
    file.writeFloatLE(resolution, at + 92);
    file.writeInt32LE(counts.length, at + 96);
    file.writeInt32LE(number === 0 ? 2000 : 0, at + 100);
    file.writeInt32LE(80_000_000, at + 112);
    file.writeBigInt64LE(BigInt(total ?? counts.reduce((sum, n) => sum + n, 0)), at + 124);
    file.writeInt32LE(offset, at + 136);
    for (const [bin, n] of counts.entries()) file.writeUInt32LE(n, offset + 4 * bin);
    offset += 4 * counts.length;
  }
  return file;
}
