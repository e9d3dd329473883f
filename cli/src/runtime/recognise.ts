/** What a source is, by its first bytes; and the first bytes of pipes, which can be read only once. */

import { describe, type SourceDescription, type SourceInput } from "@tagview/engine";
import { platform } from "../../../engine/src/node/platform";
import type { Source } from "../../../engine/src/source";

export interface Recognised {
  /** The format's id; null where tagview has none for it. */
  format: string | null;
  /** What people call it, with its article; null where nothing is known. */
  name: string | null;
  /** Whether tagview reads it. */
  readable: boolean;
  /** What opens it, where tagview does not. */
  opens: string | null;
}

/** Bytes that are looked at; every signature and the beginning of every header lie within. */
const HEAD = 4096;

const RECORDING = { format: "tags", name: "a recording of time tags", readable: true, opens: null };
const HEADER = { format: "offsets", name: "an offset header", readable: true, opens: null };

/** The header's name, a value's version, or pairs of a partition and its offset. */
const LIKE_A_HEADER = /x-read-consistency-offsets|(^|[\s"':])v[12]=|^\s*\d+:-?\d+(,\d+:-?\d+)*\s*($|,)/i;

/** First bytes of what tagview does not read, as text or in hexadecimal; what it is; what opens it. */
const SIGNATURES: [string, string, string][] = [
  ["1f8b", "a gzip file", "unpack it with `gzip -d`"],
  ["fd377a585a", "an xz file", "unpack it with `xz -d`"],
  ["BZh", "a bzip2 file", "unpack it with `bzip2 -d`"],
  ["04224d18", "an lz4 file", "unpack it with `lz4 -d`"],
  ["PK", "a zip archive", "unpack it with `unzip`"],
  ["PAR1", "a Parquet file", "open it with DuckDB or pandas"],
  ["ARROW1", "an Arrow file", "open it with pyarrow"],
  ["89484446", "an HDF5 file", "open it with `h5dump` or h5py"],
  ["934e554d5059", "a NumPy array", "open it with NumPy"],
  ["PQTTTR", "a PicoQuant PTU recording", "open it with PicoQuant's software or ptufile"],
];

/** @throws TagviewError `open-failed`. */
export async function recognise(input: SourceInput): Promise<Recognised> {
  const source = await openSource(describe(input));
  try {
    return byHead(await headOf(source));
  } finally {
    source.close();
  }
}

function byHead(head: Uint8Array): Recognised {
  const text = Buffer.from(head).toString("latin1");
  const hex = Buffer.from(head.subarray(0, 16)).toString("hex");
  // A zstd frame, or a skippable one.
  if (hex.startsWith("28b52ffd") || /^5.2a4d18/.test(hex) || isMessage(head)) return RECORDING;
  if (/^\d{1,20}\t-?\d{1,20}\r?\n/.test(text)) {
    return unreadable("lines of channel, tab, time", "make a recording of it with `tagview pack`");
  }
  if (!text.includes("\0") && LIKE_A_HEADER.test(text)) return HEADER;
  if (head.length === 0) return unreadable("an empty file", "check that it was copied whole");
  const known = SIGNATURES.find(([first]) => text.startsWith(first) || hex.startsWith(first));
  return known === undefined ? unreadable(null, null) : unreadable(known[1], known[2]);
}

function unreadable(name: string | null, opens: string | null): Recognised {
  return { format: null, name, readable: false, opens };
}

/** Whether the bytes begin like a Cap'n Proto message: few segments, the first of them not empty. */
function isMessage(head: Uint8Array): boolean {
  if (head.length < 16) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return view.getUint32(0, true) < 512 && view.getUint32(4, true) > 0 && view.getUint16(6, true) < 0x2000;
}

async function headOf(source: Source): Promise<Uint8Array> {
  const head = new Uint8Array(HEAD);
  let length = 0;
  while (length < HEAD) {
    const n = await source.read((most) => head.subarray(length, length + most), HEAD - length);
    if (n === 0) break;
    length += n;
  }
  return head.subarray(0, length);
}

/** Pipes of which the first bytes were looked at, by the descriptor in their description. */
const peeked = new Map<number, Source>();

/** Opens a source; a pipe that was peeked at begins with the bytes that were looked at. */
export function openSource(source: SourceDescription): Source | Promise<Source> {
  const opened = source.kind === "fd" ? peeked.get(source.fd) : undefined;
  if (source.kind !== "fd" || opened === undefined) return platform.open(source);
  peeked.delete(source.fd);
  return opened;
}

/**
 * The first bytes of a pipe, and the description of a source that still begins with them.
 * @throws TagviewError `open-failed`.
 */
export async function peek(
  source: SourceDescription,
  name: string,
): Promise<{ head: Uint8Array; source: SourceDescription }> {
  const opened = await platform.open(source);
  const head = await headOf(opened);
  let at = 0;
  // Only descriptors are read on this thread, which is where the opened pipe is.
  const fd = source.kind === "fd" ? source.fd : -1 - peeked.size;
  peeked.set(fd, {
    byteLength: opened.byteLength,
    read(place, max) {
      const rest = head.subarray(at, at + max);
      if (rest.length === 0) return opened.read(place, max);
      place(rest.length).set(rest);
      at += rest.length;
      return rest.length;
    },
    close: () => opened.close(),
  });
  return { head, source: { kind: "fd", fd, name } };
}
