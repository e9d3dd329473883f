/** What kind of file a recording is: tagview's own, or one of another maker's time tagger, or a text. */

import type { ImportReader } from "@tagview/wasm/more";
import { fileNameOf, recogniseEnds } from "../../recognise.ts";
import type { Resources } from "../../resources.ts";
import type { KnownSource, ReadAs, SourceDescription } from "../../source/description.ts";
import { readFull } from "../../source/pump.ts";
import { bytesAnywhere, bytesAt, type RandomAccess } from "../../source/random-access.ts";
import { ServerSilent } from "../../source/silence.ts";
import { parseTick } from "../../units.ts";
import type { Instance } from "../../worker/instance.ts";

/** What a file says besides its tags: names of facts and their values, by format. */
export type Facts = Readonly<Record<string, unknown>>;

export interface RecordingKind {
  /** How it is read; null for a recording of tagview's own format, and for what is none. */
  readAs: ReadAs | null;
  /** What people call it; null where nothing is known of it. */
  name: string | null;
  /** The length of a tick with its unit by the file itself; null where it does not say. */
  tick: string | null;
  /** What its beginning says of it. */
  facts: Facts;
}

/** What has to be known of a text whose content does not tell it. */
export type TextOptions = Pick<ReadAs, "columns" | "unit" | "tick">;

export interface KindOptions extends TextOptions {
  /** The first bytes of a source that can be read only once. */
  head?: Uint8Array | undefined;
  /** It will be written, so that the module that writes is loaded in any case, and the other one may not be. */
  writes?: boolean;
  /** Ends it: the call rejects with `cancelled`. */
  signal?: AbortSignal | undefined;
}

/** A file that says something of itself says it in so many bytes. */
const OWN_HEAD = 8 << 10;
/** Bytes that tell what a text is. */
const HEAD = 64 << 10;
/** Bytes in which a header is looked for that says how long a tick is. */
const MOST_HEADER = 1 << 20;

/** The format of recordings. */
const FORMAT = "tags";

/**
 * What kind of file a source is, by its first bytes. Of a source that can be read only once, on `file` null, nothing is
 * read: whoever has looked at its beginning says it by `readAs`.
 * @throws TagviewError `usage` where the options are wrong, and `read-failed` where it breaks off in its header.
 */
export async function kindOf(
  resources: Pick<Resources, "instances" | "open">,
  instance: Instance<"main" | "more">,
  source: SourceDescription,
  file: RandomAccess | null,
  options: TextOptions = {},
): Promise<RecordingKind> {
  const known = source.readAs;
  if (known === null) return OWN;
  // That it can't be read is told, with all that is known then, by whoever reads it.
  const head = await headOf(resources, source, file, OWN_HEAD).catch((thrown) => {
    // Its reader would only wait once more.
    if (thrown instanceof ServerSilent) throw thrown;
    return null;
  });
  if (head === null) return known === undefined ? OWN : { ...OWN, readAs: known };
  const recognised = (head: Uint8Array) =>
    recogniseEnds(resources, instance, head, new Uint8Array(0), fileNameOf(source));
  const first = await recognised(head);
  if (known === undefined && first.format === FORMAT && first.import === null) return ownKind(instance, head);
  const more = head.length < OWN_HEAD ? head : ((await headOf(resources, source, file, HEAD)) ?? head);
  const { import: id, name } = more === head ? first : await recognised(more);
  const isText = id === null && (options.columns !== undefined || source.readAs?.import === COLUMNS);
  const format = known?.import ?? (isText ? COLUMNS : id);
  if (format === null) return { ...OWN, name };
  const readAs: ReadAs = known ?? { import: format, ...options };
  return { readAs, name, ...(await readHeader(resources, readAs, more, file)) };
}

/** The format of texts, which are read by what a person says where they do not tell it. */
const COLUMNS = "columns";

const OWN: RecordingKind = { readAs: null, name: null, tick: null, facts: {} };

function ownKind(instance: Instance<"main" | "more">, head: Uint8Array): RecordingKind {
  const facts = instance.call((wasm) => wasm.readAbout(head) as Record<string, string> | null) ?? {};
  const { tick = null, ...others } = facts;
  // The frame may hold any text. The caller reports one that is no length of time.
  if (tick !== null && !isTick(tick)) return { ...OWN, facts: { ...others, unreadable_tick: tick } };
  return { ...OWN, tick, facts: others };
}

function isTick(text: string): boolean {
  try {
    parseTick(text);
    return true;
  } catch {
    return false;
  }
}

/** The first bytes of a source; null where they could be read only once. */
async function headOf(
  { open }: Pick<Resources, "open">,
  source: SourceDescription,
  file: RandomAccess | null,
  length: number,
): Promise<Uint8Array | null> {
  if (file !== null) return bytesAt(file, 0, length);
  if (source.kind !== "url") return null;
  const opened = await open(source);
  try {
    const room = new Uint8Array(length);
    return room.subarray(0, await readFull(opened, (n) => room.subarray(0, n), length));
  } finally {
    opened.close();
  }
}

/** What the header of another maker's file says, read as far as it goes. */
function readHeader(
  { instances }: Pick<Resources, "instances">,
  readAs: ReadAs,
  head: Uint8Array,
  file: RandomAccess | null,
): Promise<Pick<RecordingKind, "tick" | "facts">> {
  return instances.more.use(async (instance) => {
    const reader = instance.make(({ ImportReader }): ImportReader => new ImportReader(readAs));
    const about = () => reader.call((one) => one.about() as Pick<RecordingKind, "tick" | "facts">);
    const push = (bytes: Uint8Array): boolean => {
      if (bytes.length > 0) reader.place(bytes.length).set(bytes);
      return reader.call((one) => one.push(bytes.length));
    };
    try {
      let wantsMore = push(head);
      let at = head.length;
      while (
        wantsMore &&
        file !== null &&
        at < file.byteLength &&
        at < MOST_HEADER &&
        about().tick === null
      ) {
        // A text that has told nothing by now does not know it.
        if (readAs.import === COLUMNS) break;
        const bytes = await bytesAt(file, at, HEAD);
        wantsMore = push(bytes);
        at += bytes.length;
      }
      if (head.length < HEAD) reader.call((one) => one.finish());
      return about();
    } finally {
      reader.free();
    }
  });
}

/** The same for the first bytes of a pipe, which others have read. */
export function kindOfHead(
  resources: Pick<Resources, "instances" | "open">,
  instance: Instance<"main" | "more">,
  head: Uint8Array,
  name: string,
  options: TextOptions = {},
): Promise<RecordingKind> {
  const source = { kind: "bytes", bytes: head, name } as const;
  return kindOf(resources, instance, source, bytesAnywhere(head), options);
}

/** A source with the format that it is read as, found out where that is not known. */
export async function knownSource(
  resources: Pick<Resources, "instances" | "open" | "openAnywhere">,
  instance: Instance<"main" | "more">,
  source: SourceDescription,
): Promise<KnownSource> {
  if (source.readAs !== undefined) return { ...source, readAs: source.readAs };
  const file = await resources.openAnywhere(source);
  try {
    return { ...source, readAs: (await kindOf(resources, instance, source, file)).readAs };
  } finally {
    file?.close();
  }
}
