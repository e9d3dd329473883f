/** What a source is, by its first bytes. */

import { describe, type SourceInput } from "@tagview/engine";
import { headOf, type Open } from "./pipes";

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

const RECORDING = { format: "tags", name: "a recording of time tags", readable: true, opens: null };
const HEADER = { format: "offsets", name: "an offset header", readable: true, opens: null };

/** The header's name, a value's version, or pairs of a partition and its offset. */
const LIKE_A_HEADER = /x-read-consistency-offsets|(^|[\s"':])v[12]=|^\s*\d+:-?\d+(,\d+:-?\d+)*\s*($|,)/i;

/** First bytes of what tagview does not read, as text or in hexadecimal; what it is; what opens it. */
const SIGNATURES: [string, string, string][] = [
  ["1f8b", "a gzip file", "`gzip -d`"],
  ["fd377a585a", "an xz file", "`xz -d`"],
  ["BZh", "a bzip2 file", "`bzip2 -d`"],
  ["04224d18", "an lz4 file", "`lz4 -d`"],
  ["PK", "a zip archive", "`unzip`"],
  ["PAR1", "a Parquet file", "DuckDB or pandas"],
  ["ARROW1", "an Arrow file", "pyarrow"],
  ["89484446", "an HDF5 file", "`h5dump` or h5py"],
  ["934e554d5059", "a NumPy array", "NumPy"],
  ["PQTTTR", "a PicoQuant PTU recording", "PicoQuant's own program"],
];

/** @throws TagviewError `open-failed`. */
export async function recognise(open: Open, input: SourceInput): Promise<Recognised> {
  const source = await open(describe(input));
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
    return unreadable("lines of channel, tab, time", "`tagview pack`");
  }
  if (!text.includes("\0") && LIKE_A_HEADER.test(text)) return HEADER;
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
