/** The page's engine: everything that reads files goes through it. */

import type {
  ScanRequest,
  Session as SessionToday,
  Snapshot as SnapshotToday,
  SourceDescription,
} from "@tagview/engine";
import * as today from "@tagview/engine";

/** What is known of a recording at one moment. */
export type Snapshot = Omit<SnapshotToday, "kept"> & { held?: { tags: number; bytes: number } | undefined };

export interface SessionOptions {
  signal?: AbortSignal | undefined;
  budget?: number | undefined;
  interval?: number | undefined;
  background?: today.SessionOptions["standing"];
  onSnapshot?: ((snapshot: Snapshot) => void) | undefined;
}

export interface Session {
  readonly read: Promise<Snapshot>;
  ask: (request: ScanRequest, options?: Parameters<SessionToday["ask"]>[1]) => Promise<Snapshot>;
  close(): void;
}

/** What a source holds, by its content. */
export interface Recognised {
  /** Id of its format; null where nothing is known. */
  format: string | null;
  name: string | null;
  readable: boolean;
  opens: string | null;
}

function renamed({ kept, ...snapshot }: SnapshotToday): Snapshot {
  return { ...snapshot, held: kept };
}

function open(source: SourceDescription, request: ScanRequest, options: SessionOptions): Session {
  const { background, onSnapshot, ...others } = options;
  const session = today.open(source, request, {
    ...others,
    standing: background,
    onSnapshot: (snapshot) => onSnapshot?.(renamed(snapshot)),
  });
  return {
    read: session.read.then(renamed),
    ask: async (question, control) => renamed(await session.ask(question, control)),
    close: () => session.close(),
  };
}

/** Bytes looked at to tell what a source is. */
const HEAD_BYTES = 65_536;

async function headOf(source: SourceDescription): Promise<Uint8Array> {
  if (source.kind === "bytes") return source.bytes.subarray(0, HEAD_BYTES);
  if (source.kind === "blob") return new Uint8Array(await source.blob.slice(0, HEAD_BYTES).arrayBuffer());
  if (source.kind !== "url") return new Uint8Array();
  const response = await fetch(source.url, { headers: { range: `bytes=0-${HEAD_BYTES - 1}` } });
  const reader = response.body?.getReader();
  const head = (await reader?.read())?.value ?? new Uint8Array();
  await reader?.cancel();
  return head;
}

async function recognise(source: SourceDescription): Promise<Recognised> {
  const head = await headOf(source);
  const format = isRecording(head) ? "tags" : isOffsetHeader(head) ? "offsets" : null;
  return { format, name: null, readable: format !== null, opens: null };
}

/** A zstd frame, a skippable one, or a Cap'n Proto message of few segments. */
function isRecording(head: Uint8Array): boolean {
  if (head.length < 8) return false;
  const view = new DataView(head.buffer, head.byteOffset);
  const [first, second] = [view.getUint32(0, true), view.getUint32(4, true)];
  const isFrame = first === 0xfd2fb528 || (first & 0xfffffff0) >>> 0 === 0x184d2a50;
  return isFrame || (first < 512 && second > 0);
}

function isOffsetHeader(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  const text = new TextDecoder().decode(head);
  return /x-read-consistency-offsets/iu.test(text) || /^\s*(?:v\d+=\d|\d+:-?\d+\s*(?:,\d+:|$))/u.test(text);
}

/** The one engine of the page. */
export const engine = {
  tags: { open, simulate: today.simulate },
  offsets: {
    read: today.offsets,
    lookup: today.offsetsLookup,
    encode: today.offsetsEncode,
    sizes: today.offsetsSizes,
    diff: today.offsetsDiff,
    times: today.offsetsTimes,
  },
  recognise,
  version: today.version,
  warm: today.warm,
};
