/** The format of a recording: tagview's own, that of another time tagger, or text. */

import type { ImportReader } from "@tagview/wasm/more";
import { TagviewError } from "../../errors.ts";
import { fileNameOf, recogniseEnds } from "../../recognise.ts";
import type { Resources } from "../../resources.ts";
import type { KnownSource, ReadAs, SourceDescription } from "../../source/description.ts";
import { readFull } from "../../source/pump.ts";
import { bytesAnywhere, bytesAt, type RandomAccess } from "../../source/random-access.ts";
import { ServerSilent } from "../../source/silence.ts";
import { parseTick } from "../../units.ts";
import type { Instance } from "../../worker/instance.ts";
import type { HeaderEntry, RecordingMeta } from "./results.generated.ts";

/** Facts about a file besides its tags: names and values, by format. */
export type Facts = Readonly<Record<string, unknown>>;

export interface RecordingKind {
  /** The import format; null for tagview's own format and for other files. */
  readAs: ReadAs | null;
  /** Display name; null if unknown. */
  name: string | null;
  /** The length of a tick with its unit, from the file itself; null if not stated. */
  tick: string | null;
  /** Facts in its header. */
  facts: Facts;
  /** The header's data about the measurement; missing or null without such a header. */
  meta?: RecordingMeta | null;
  /** All of its header. */
  header?: readonly HeaderEntry[];
}

/** Facts that a reader has once it has read a header. */
type HeaderFacts = Pick<RecordingKind, "tick" | "facts" | "meta" | "header">;

/** Options that the content of a file does not determine, and the microtimes of T3 records that are read. */
export interface TextOptions extends Omit<ReadAs, "import"> {
  /** The id of the format of a file whose content does not show it. */
  read_as?: string;
}

export interface KindOptions extends TextOptions {
  /** The first bytes of a source that can be read only once. */
  head?: Uint8Array | undefined;
  /** Whether it will be written: then the writing module is loaded, and the other one may not be. */
  writes?: boolean;
  /** Ends it: the call rejects with `cancelled`. */
  signal?: AbortSignal | undefined;
}

/** Bytes that contain the header of a file. */
const OWN_HEAD = 8 << 10;
/** Bytes that determine the format of a text file. */
const HEAD = 64 << 10;

/** Maximum bytes of a cut file whose tags are decoded to find its tick. */
const MOST_CUT = 16 << 20;

/** The format of recordings. */
const FORMAT = "tags";

/**
 * Recognises a source by its first bytes. If it can be read only once (`file` null), nothing is read: a caller that has
 * read its beginning passes `readAs`.
 * @throws TagviewError `usage` for wrong options, `open-failed`, and `read-failed` if the source breaks off in its header.
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
  const head = await headOf(resources, source, file, OWN_HEAD).catch((thrown) => {
    // Another attempt would fail too, for a silent server after another wait.
    if (thrown instanceof ServerSilent || (thrown instanceof TagviewError && thrown.code === "open-failed"))
      throw thrown;
    // The later read reports the failure, with everything known then.
    return null;
  });
  if (head === null) return known === undefined ? OWN : { ...OWN, readAs: known };
  const { read_as, ...reading } = options;
  const recognised = (head: Uint8Array) =>
    recogniseEnds(resources, instance, head, new Uint8Array(0), fileNameOf(source));
  const first = await recognised(head);
  if (known === undefined && read_as === undefined && first.format === FORMAT && first.import === null) {
    if (options.microtime !== undefined) throw noMicrotimes();
    return ownKind(instance, head);
  }
  const more = head.length < OWN_HEAD ? head : ((await headOf(resources, source, file, HEAD)) ?? head);
  const { format: kind, import: id, name } = more === head ? first : await recognised(more);
  // A text with counts may be read as tags, and its reader names the option.
  const isHistogramFile = kind === HISTOGRAMS && !name?.startsWith("a text");
  const isText = id === null && (options.columns !== undefined || source.readAs?.import === COLUMNS);
  const format = known?.import ?? read_as ?? (isText ? COLUMNS : id);
  if (format === null && isHistogramFile) throw noTags();
  if (format === null) return { ...OWN, name };
  const readAs: ReadAs = known ?? { import: format, ...reading };
  return { readAs, name, ...(await readHeader(resources, readAs, more, file)) };
}

/** The format of files of histograms. */
const HISTOGRAMS = "histogram";

function noTags(): TagviewError {
  const message = "this is a file of histograms, which has no tags";
  return new TagviewError("unknown-format", message, "list its curves with `histogram`");
}

/** The format of text files, with options for those that are ambiguous. */
const COLUMNS = "columns";

function noMicrotimes(): TagviewError {
  const message =
    "a recording of tagview has no microtimes: only recordings in T3 mode have a delay in every record";
  return new TagviewError("usage", message, "leave `microtime` out");
}

const OWN: RecordingKind = { readAs: null, name: null, tick: null, facts: {} };

function ownKind(instance: Instance<"main" | "more">, head: Uint8Array): RecordingKind {
  const facts = instance.call((wasm) => wasm.readAbout(head) as Record<string, string> | null) ?? {};
  const { tick = null, ...others } = facts;
  // The frame may hold any text. The caller reports an invalid tick.
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

/** The first bytes of a source; null if they could be read only once. */
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

/** The readable facts in the header of another tagger's file. */
function readHeader(
  { instances }: Pick<Resources, "instances">,
  readAs: ReadAs,
  head: Uint8Array,
  file: RandomAccess | null,
): Promise<HeaderFacts> {
  return instances.more.use(async (instance) => {
    const reader = instance.make(({ ImportReader }): ImportReader => new ImportReader(readAs));
    const about = () => reader.call((one) => one.about() as HeaderFacts & { header_bytes: number });
    const push = (bytes: Uint8Array): boolean => {
      if (bytes.length > 0) reader.place(bytes.length).set(bytes);
      return reader.call((one) => one.push(bytes.length));
    };
    try {
      let wantsMore = push(head);
      let at = head.length;
      const end = file?.byteLength ?? head.length;
      const isSearched = () => {
        const { tick, header_bytes } = about();
        return tick === null && at < header_bytes;
      };
      while (wantsMore && file !== null && at < end && isSearched()) {
        const bytes = await bytesAt(file, at, HEAD);
        wantsMore = push(bytes);
        at += bytes.length;
      }
      const hasEnded = head.length < HEAD || (wantsMore && at >= end && at <= MOST_CUT);
      if (hasEnded) reader.call((one) => one.finish(false));
      const { header_bytes: _, ...facts } = about();
      return facts;
    } finally {
      reader.free();
    }
  });
}

/** The format from the first bytes of a pipe, already read by the caller. */
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

/** A source with its format, which is detected if unknown. */
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
