/** An open index-header: its contents, and readers that read it again on demand. */

import type { IndexHeader, IndexHeaderReader } from "@tagview/wasm/more";
import {
  type Check,
  type Checks,
  checked,
  checkedAsync,
  expecting,
  integer,
  type Keys,
  number,
  object,
  options,
  required,
} from "../../arguments.ts";
import { type Closable, disposable } from "../../dispose.ts";
import { cancelled, TagviewError } from "../../errors.ts";
import type { SourceInput } from "../../source/description.ts";
import type { RandomAccess } from "../../source/random-access.ts";
import { fromAnywhere, supply, type Wanting, wanting } from "../../source/wants.ts";
import { CALL, type CallOptions } from "../../until.ts";
import type { Instance, WasmObject } from "../../worker/instance.ts";
import { type BlockSources, readChunks } from "./block.ts";
import { LabelList } from "./labels.ts";
import type {
  BlockChunks,
  CardinalityRequest,
  IndexCardinality,
  IndexHeaderSummary,
  IndexVerification,
  LabelColumns,
  LabelSamples,
  LabelValues,
  PostingsRange,
  Reading,
  SeriesStatistics,
  Symbols,
} from "./results.ts";
import { bytesOf, splitTexts, type Text } from "./texts.ts";

export interface OpenIndexHeader extends Closable {
  readonly summary: IndexHeaderSummary;
  /**
   * All values of a label, by its number.
   * @throws TagviewError `not-found` for a sparse header, which has none; `cancelled`.
   */
  values(label: number, options?: CallOptions): Promise<LabelValues>;
  /** The same values in parts, while the file is read: a label with a million values would take a gigabyte at once. */
  eachValues(label: number, options?: CallOptions): AsyncGenerator<LabelValues, void>;
  /** The sampled values of a label, by its number. */
  samples(label: number): LabelSamples;
  /**
   * The range of a value's postings; null if the table lacks it.
   * @throws TagviewError `cancelled`.
   */
  lookup(name: Text, value: Text, options?: CallOptions): Promise<PostingsRange | null>;
  /**
   * The symbol of a `reference`; null if there is none.
   * @throws TagviewError `cancelled`.
   */
  symbol(reference: bigint, options?: CallOptions): Promise<Text | null>;
  /**
   * All symbols.
   * @throws TagviewError `not-found` for a sparse header, which has none; `cancelled`.
   */
  symbols(options?: CallOptions): Promise<Symbols>;
  /** The same symbols in parts, while the file is read. */
  eachSymbols(options?: CallOptions): AsyncGenerator<Symbols, void>;
  /**
   * Reads all series of a full index and returns their statistics.
   * @throws TagviewError `not-found` for other kinds, `bad-toc` for a damaged one, `cancelled`.
   */
  statistics(reading?: Reading): Promise<SeriesStatistics>;
  /**
   * Compares the postings lists of a full index with its series.
   * @throws TagviewError `not-found` for other kinds, the first error of a damaged one, `cancelled`.
   */
  verify(reading?: Reading): Promise<IndexVerification>;
  /**
   * Counts the label sets of a full index: how many remain without a label, and the combinations of two labels.
   * @throws TagviewError `not-found` for other kinds, `bad-toc` for a damaged one, `cancelled`.
   */
  cardinality(request: CardinalityRequest, reading?: Reading): Promise<IndexCardinality>;
  /**
   * Compares the chunks of a block with this index.
   * @throws TagviewError `not-found` for a file that is not an index, `bad-toc` for a damaged one, `open-failed` for a
   * segment file, `cancelled`.
   */
  chunks(block: BlockSources, reading?: Reading): Promise<BlockChunks>;
  /**
   * Returns the sparse header, as Mimir stores it next to the file.
   * @throws TagviewError `mismatch` if there is none.
   */
  sparse(): Promise<Uint8Array>;
}

type Methods = Omit<OpenIndexHeader, "summary" | keyof Closable>;
type AtOnce = "eachValues" | "samples" | "eachSymbols";

const text: Check = expecting(
  "a string or { hex }",
  (value) => typeof value === "string" || (typeof value === "object" && value !== null && "hex" in value),
);
const READING: Keys<Reading> = { ...CALL, onBytes: true };
const COUNTED: Keys<CardinalityRequest> = { drop: true, pairs: true, metric: true };
const PROMISED: Checks<Omit<Methods, AtOnce>> = {
  values: [number, options(CALL)],
  lookup: [text, text, options(CALL)],
  symbol: [integer, options(CALL)],
  symbols: [options(CALL)],
  statistics: [options(READING)],
  verify: [options(READING)],
  cardinality: [required(COUNTED), options(READING)],
  chunks: [object, options(READING)],
  sparse: [],
};
const AT_ONCE: Checks<Pick<Methods, AtOnce>> = {
  eachValues: [number, options(CALL)],
  samples: [number],
  eachSymbols: [options(CALL)],
};

/**
 * Target milliseconds per chunk of a local file: chunks of half a megabyte, which take less memory than the table. If
 * each read is a round trip, chunks are larger.
 */
const CHUNK_MS = 1;

function turnOf({ remote }: RandomAccess): number | undefined {
  return remote ? undefined : CHUNK_MS;
}

/** A wasm class that requests bytes. */
type Reader = Omit<Wanting<void>, "place"> & { free(): void };

/** Feeds `reader` with the bytes of `file` that it requests, at most `total`, then takes its result. */
export async function readWith<R extends Reader, T>(
  reader: WasmObject<R>,
  file: RandomAccess,
  take: (reader: R) => T,
  { signal, onBytes }: Reading = {},
  total = file.byteLength,
): Promise<T> {
  try {
    if (signal?.aborted) throw cancelled(signal);
    let bytes = 0;
    for await (const { n } of supply(wanting(reader), () => fromAnywhere(file, signal), turnOf(file))) {
      if (signal?.aborted) throw cancelled(signal);
      bytes += n;
      onBytes?.(bytes, total);
    }
    return reader.call(take);
  } finally {
    reader.free();
  }
}

function textsOf(reader: IndexHeaderReader): Text[] {
  return splitTexts(reader.bytes(), reader.lengths());
}

/** The bytes as a gzip file. */
async function gzipped(bytes: Uint8Array): Promise<Uint8Array> {
  // They were copied out of the module, so nothing shares them.
  const compressed = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/** @throws TagviewError `unknown-format` if the file is not an index-header, a sparse header or an index. */
export function openedIndexHeader(
  instance: Instance<"more">,
  opened: WasmObject<IndexHeader>,
  file: RandomAccess,
  close: () => void,
  open: (input: SourceInput, signal?: AbortSignal) => Promise<RandomAccess>,
): OpenIndexHeader {
  const summary: IndexHeaderSummary = {
    ...opened.call((header) => header.describe()),
    labels: new LabelList(opened.call((header): LabelColumns => header.labels())),
  };
  const { error } = summary;
  if (error?.code === "unknown-format") {
    opened.free();
    throw new TagviewError(error.code, error.message, error.remedy, error.offset);
  }
  const read = <T>(
    make: (header: IndexHeader) => IndexHeaderReader,
    take: (reader: IndexHeaderReader, isFound: boolean) => T,
    { signal }: CallOptions = {},
  ): Promise<T> => {
    const reader = instance.make(() => opened.call(make));
    return readWith(reader, file, (reader) => take(reader, reader.finish()), { signal });
  };
  /** Applies `take` to each part read. */
  async function* parts<T>(
    make: (header: IndexHeader) => IndexHeaderReader,
    take: (reader: IndexHeaderReader) => T,
    { signal }: CallOptions = {},
  ): AsyncGenerator<T, void> {
    const reader = instance.make(() => opened.call(make));
    try {
      if (signal?.aborted) throw cancelled(signal);
      // With index version 1, all values are in memory and nothing is read.
      for await (const _ of supply(wanting(reader), () => fromAnywhere(file, signal), turnOf(file))) {
        if (signal?.aborted) throw cancelled(signal);
        yield reader.call((reader) => {
          reader.advance();
          return take(reader);
        });
      }
      yield reader.call((reader) => {
        reader.advance();
        return take(reader);
      });
    } finally {
      reader.free();
    }
  }
  const valuesOf = (reader: IndexHeaderReader): LabelValues => ({
    values: textsOf(reader),
    start: reader.starts(),
    end: reader.ends(),
  });
  const symbolsOf = (reader: IndexHeaderReader): Symbols => ({
    symbols: textsOf(reader),
    references: reader.starts(),
  });
  let isOpen = true;
  const promised: Omit<Methods, AtOnce> = {
    values: (label, options) => read((header) => header.values(label), valuesOf, options),
    lookup: (name, value, options) =>
      read(
        (header) => header.lookup(bytesOf(name), bytesOf(value)),
        (reader, isFound): PostingsRange | null => {
          const [[start = 0n], [end = 0n]] = [reader.starts(), reader.ends()];
          return isFound ? { start, end } : null;
        },
        options,
      ),
    symbol: (reference, options) =>
      read(
        (header) => header.symbol(reference),
        (reader) => textsOf(reader)[0] ?? null,
        options,
      ),
    symbols: (options) => read((header) => header.symbols(), symbolsOf, options),
    statistics: async (reading) => {
      const reader = instance.make(() => opened.call((header) => header.statistics()));
      const total = reader.call((reader) => reader.bytes());
      return readWith(reader, file, (reader): SeriesStatistics => reader.finish(), reading, total);
    },
    verify: async (reading) => {
      const reader = instance.make(() => opened.call((header) => header.verifier()));
      const total = reader.call((reader) => reader.bytes());
      return readWith(reader, file, (reader): IndexVerification => reader.finish(), reading, total);
    },
    cardinality: async ({ drop = [], pairs = false, metric }, reading) => {
      const names = drop.map(bytesOf);
      const bytes = Uint8Array.from(names.flatMap((name) => [...name]));
      const lengths = Uint32Array.from(names, ({ length }) => length);
      const chosen = metric === undefined ? undefined : bytesOf(metric);
      const reader = instance.make(() =>
        opened.call((header) => header.cardinality(bytes, lengths, pairs, chosen)),
      );
      const total = reader.call((reader) => reader.bytes());
      return readWith(reader, file, (reader): IndexCardinality => reader.finish(), reading, total);
    },
    chunks: async ({ meta, segments, verify }, reading) => {
      const names = segments.map(({ name }) => name);
      const sizes = Float64Array.from(segments, ({ bytes }) => bytes);
      const reader = instance.make(() =>
        opened.call((header) => header.chunks(meta ?? new Uint8Array(0), names, sizes, verify)),
      );
      return readChunks(reader, file, segments, (input) => open(input, reading?.signal), reading);
    },
    sparse: async () => gzipped(opened.call((header) => header.sparseMessage())),
  };
  const atOnce: Pick<Methods, AtOnce> = {
    eachValues: (label, options) => parts((header) => header.values(label), valuesOf, options),
    samples: (label) => opened.call((header) => header.samples(label)),
    eachSymbols: (options) => parts((header) => header.symbols(), symbolsOf, options),
  };
  return disposable<OpenIndexHeader>({
    summary,
    ...checkedAsync(promised, PROMISED),
    ...checked(atOnce, AT_ONCE),
    close() {
      if (!isOpen) return;
      isOpen = false;
      opened.free();
      close();
    },
  });
}
