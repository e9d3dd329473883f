/** An opened index-header: what it says, and the readers that read it again where they need to. */

import type { IndexHeader, IndexHeaderReader } from "@tagview/wasm/more";
import { type Closable, disposable } from "../../dispose.ts";
import { cancelled } from "../../errors.ts";
import type { RandomAccess } from "../../source/random-access.ts";
import { fromAnywhere, supply, type Wanting, wanting } from "../../source/wants.ts";
import type { Instance, WasmObject } from "../../worker/instance.ts";
import { type LabelColumns, LabelList } from "./labels.ts";
import type {
  IndexHeaderSummary,
  LabelSamples,
  LabelValues,
  PostingsRange,
  SeriesStatistics,
  Symbols,
} from "./results.ts";
import { bytesOf, splitTexts, type Text } from "./texts.ts";

export interface OpenIndexHeader extends Closable {
  readonly summary: IndexHeaderSummary;
  /**
   * All values of a label, by its number.
   * @throws TagviewError `not-found` of a sparse header, which has none.
   */
  values(label: number): Promise<LabelValues>;
  /** The same values in parts, as the file is read: all of a label with a million values would take a gigabyte. */
  eachValues(label: number): AsyncGenerator<LabelValues, void>;
  /** The values of a label that are kept, by its number. */
  samples(label: number): LabelSamples;
  /** The range of a value's postings; null where the table does not have it. */
  lookup(name: Text, value: Text): Promise<PostingsRange | null>;
  /** The symbol that `reference` stands for; null where there is none. */
  symbol(reference: bigint): Promise<Text | null>;
  /**
   * All symbols.
   * @throws TagviewError `not-found` of a sparse header, which has none.
   */
  symbols(): Promise<Symbols>;
  /** The same symbols in parts, as the file is read. */
  eachSymbols(): AsyncGenerator<Symbols, void>;
  /**
   * What the series of a full index tell; all of them are read.
   * @throws TagviewError `not-found` of the other kinds, `bad-toc` of a damaged one, `cancelled`.
   */
  statistics(reading?: Reading): Promise<SeriesStatistics>;
  /**
   * The sparse header, as Mimir keeps it beside the file.
   * @throws TagviewError `mismatch` where there is none.
   */
  sparse(): Promise<Uint8Array>;
}

/** What a reader makes of a file, and who is told how far it is. */
export interface Reading {
  signal?: AbortSignal | undefined;
  /** Bytes that were read, of so many. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
}

/**
 * Milliseconds that a chunk of a file at hand may take: chunks of half a megabyte, which take less room than the
 * table. Of a file for which each read takes a trip, chunks are larger.
 */
const CHUNK_MS = 1;

function turnOf({ remote }: RandomAccess): number | undefined {
  return remote ? undefined : CHUNK_MS;
}

/** A wasm class that asks for bytes. */
type Reader = Omit<Wanting<void>, "place"> & { free(): void };

/** Gives `reader` all it wants of `file`, of which it wants `total` bytes at most, then takes its result. */
export async function readWith<R extends Reader, T>(
  reader: WasmObject<R>,
  file: RandomAccess,
  take: (reader: R) => T,
  { signal, onBytes }: Reading = {},
  total = file.byteLength,
): Promise<T> {
  try {
    let bytes = 0;
    for await (const { n } of supply(wanting(reader), () => fromAnywhere(file), turnOf(file))) {
      if (signal?.aborted) throw cancelled();
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
  // They were copied out of the module, so nobody shares them.
  const compressed = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

export function openedIndexHeader(
  instance: Instance<"more">,
  opened: WasmObject<IndexHeader>,
  file: RandomAccess,
  close: () => void,
): OpenIndexHeader {
  const summary: IndexHeaderSummary = {
    ...opened.call((header) => header.describe()),
    labels: new LabelList(opened.call((header): LabelColumns => header.labels())),
  };
  const read = <T>(
    make: (header: IndexHeader) => IndexHeaderReader,
    take: (reader: IndexHeaderReader, isFound: boolean) => T,
  ): Promise<T> => {
    const reader = instance.make(() => opened.call(make));
    return readWith(reader, file, (reader) => take(reader, reader.finish()));
  };
  /** What `take` makes of each part that is read. */
  async function* parts<T>(
    make: (header: IndexHeader) => IndexHeaderReader,
    take: (reader: IndexHeaderReader) => T,
  ): AsyncGenerator<T, void> {
    const reader = instance.make(() => opened.call(make));
    try {
      // Of index version 1 all values are at hand, and nothing is read.
      for await (const _ of supply(wanting(reader), () => fromAnywhere(file), turnOf(file))) {
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
  return disposable<OpenIndexHeader>({
    summary,
    values: (label) => read((header) => header.values(label), valuesOf),
    eachValues: (label) => parts((header) => header.values(label), valuesOf),
    samples: (label) => opened.call((header) => header.samples(label)),
    lookup: (name, value) =>
      read(
        (header) => header.lookup(bytesOf(name), bytesOf(value)),
        (reader, isFound): PostingsRange | null => {
          const [[start = 0n], [end = 0n]] = [reader.starts(), reader.ends()];
          return isFound ? { start, end } : null;
        },
      ),
    symbol: (reference) =>
      read(
        (header) => header.symbol(reference),
        (reader) => textsOf(reader)[0] ?? null,
      ),
    symbols: () => read((header) => header.symbols(), symbolsOf),
    eachSymbols: () => parts((header) => header.symbols(), symbolsOf),
    statistics: async (reading) => {
      const reader = instance.make(() => opened.call((header) => header.statistics()));
      const total = reader.call((reader) => reader.bytes());
      return readWith(reader, file, (reader): SeriesStatistics => reader.finish(), reading, total);
    },
    sparse: async () => gzipped(opened.call((header) => header.sparseMessage())),
    close() {
      if (!isOpen) return;
      isOpen = false;
      opened.free();
      close();
    },
  });
}
