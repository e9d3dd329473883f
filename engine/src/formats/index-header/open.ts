/** An opened index-header: what it says, and the readers that read it again where they need to. */

import type { IndexHeader } from "@tagview/wasm";
import { cancelled } from "../../errors.ts";
import type { RandomAccess } from "../../source/random-access.ts";
import { fromAnywhere, supply, type Wanting, wanting } from "../../source/wants.ts";
import type { Instance, WasmObject } from "../../worker/instance.ts";
import type {
  IndexHeaderSummary,
  LabelSamples,
  LabelValues,
  PostingsRange,
  Symbols,
  Text,
} from "./results.ts";
import { bytesOf, splitTexts } from "./texts.ts";

export interface OpenIndexHeader {
  readonly summary: IndexHeaderSummary;
  /**
   * All values of a label, by its number.
   * @throws TagviewError `not-found` of a sparse header, which has none.
   */
  values(label: number): Promise<LabelValues>;
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
  /**
   * The sparse header, as Mimir keeps it beside the file.
   * @throws TagviewError `mismatch` where there is none.
   */
  sparse(): Uint8Array;
  close(): void;
}

/** What a reader makes of a file, and who is told how far it is. */
export interface Reading {
  signal?: AbortSignal | undefined;
  /** Bytes that were read, of so many. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
}

/** A wasm class that asks for bytes. */
type Reader = Omit<Wanting<void>, "place"> & { free(): void };

/** Gives `reader` all it wants of `file`, then takes its result. */
export async function readWith<R extends Reader, T>(
  reader: WasmObject<R>,
  file: RandomAccess,
  take: (reader: R) => T,
  { signal, onBytes }: Reading = {},
): Promise<T> {
  try {
    let bytes = 0;
    for await (const { n } of supply(wanting(reader), () => fromAnywhere(file))) {
      if (signal?.aborted) throw cancelled();
      bytes += n;
      onBytes?.(bytes, file.byteLength);
    }
    return reader.call(take);
  } finally {
    reader.free();
  }
}

export function openedIndexHeader(
  instance: Instance,
  opened: WasmObject<IndexHeader>,
  file: RandomAccess,
  close: () => void,
): OpenIndexHeader {
  const summary: IndexHeaderSummary = opened.call((header) => header.describe());
  const make = <R extends Reader>(f: (header: IndexHeader) => R) => instance.make(() => opened.call(f));
  let isOpen = true;
  return {
    summary,
    values: (label) =>
      readWith(
        make((header) => header.values(label)),
        file,
        (reader) => {
          reader.finish();
          return {
            values: splitTexts(reader.bytes(), reader.lengths()),
            start: reader.starts(),
            end: reader.ends(),
          };
        },
      ),
    samples: (label) => opened.call((header) => header.samples(label)),
    lookup: (name, value) =>
      readWith(
        make((header) => header.lookup(bytesOf(name), bytesOf(value))),
        file,
        (reader): PostingsRange | null => reader.range(),
      ),
    symbol: (reference) =>
      readWith(
        make((header) => header.symbol(reference)),
        file,
        (reader): Text | null => reader.finish(),
      ),
    symbols: () =>
      readWith(
        make((header) => header.symbols()),
        file,
        (reader) => {
          reader.finish();
          return {
            symbols: splitTexts(reader.bytes(), reader.lengths()),
            references: reader.references(),
          };
        },
      ),
    sparse: () => opened.call((header) => header.sparse()),
    close() {
      if (!isOpen) return;
      isOpen = false;
      opened.free();
      close();
    },
  };
}
