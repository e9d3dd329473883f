/** An open metadata file, and its references and updated chunks in batches. */

import type { IcechunkFile, IcechunkReferences } from "@tagview/wasm/more";
import { type Checks, checked, type Keys, number } from "../../arguments.ts";
import { type Closable, disposable } from "../../dispose.ts";
import { CALL } from "../../until.ts";
import type { WasmObject } from "../../worker/instance.ts";
import type { ChunkReference, IcechunkSummary, ReferenceKind } from "./results.ts";

export interface IcechunkReading {
  signal?: AbortSignal | undefined;
  /** Progress: bytes read, and the total. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
}

export const READING: Keys<IcechunkReading> = { ...CALL, onBytes: true };

export interface OpenIcechunk extends Closable {
  readonly summary: IcechunkSummary;
  /** The references of a manifest's array, by its number; they are created on demand. */
  references(array: number): Generator<ChunkReference, void>;
  /** The references in columns, a batch at a time: faster for large arrays. */
  referenceStretches(array: number): Generator<ReferenceStretch, void>;
  /** The coordinates of a transaction log's updated chunks of an array, by its number. */
  updatedChunks(array: number): Generator<number[], void>;
}

type Methods = Omit<OpenIcechunk, "summary" | keyof Closable>;

const PARAMETERS: Checks<Methods> = {
  references: [number],
  referenceStretches: [number],
  updatedChunks: [number],
};

/** References in columns. */
export interface ReferenceStretch {
  /** The coordinates of all, one after the other. */
  indices: Uint32Array;
  /** Number of coordinates of each. */
  ranks: Uint32Array;
  /** Index into `REFERENCE_KINDS` of each reference. */
  kinds: Uint8Array;
  lengths: BigUint64Array;
}

/** Number of references taken out of the module at a time. */
const STRETCH = 8192;

/** The kinds of references, by their number in a column. */
export const REFERENCE_KINDS: readonly ReferenceKind[] = ["unknown", "inline", "native", "virtual"];

const decoder = new TextDecoder();

export function openedIcechunk(opened: WasmObject<IcechunkFile>, close: () => void): OpenIcechunk {
  const summary: IcechunkSummary = opened.call((file) => file.describe());
  let isOpen = true;

  /** Applies `take` to all batches, until one is empty. */
  function* stretches<T>(
    read: (file: IcechunkFile, from: number) => IcechunkReferences,
    take: (stretch: IcechunkReferences) => T[],
  ): Generator<T, void> {
    for (let from = 0; ; ) {
      const { taken, count } = opened.call((file) => {
        const stretch = read(file, from);
        try {
          return { taken: take(stretch), count: stretch.count() };
        } finally {
          stretch.free();
        }
      });
      if (count === 0) return;
      yield* taken;
      // A batch of long references has fewer than requested.
      from += count;
    }
  }

  const functions: Methods = {
    references: (array) => stretches((file, from) => file.references(array, from, STRETCH), referencesOf),
    referenceStretches: (array) =>
      stretches(
        (file, from) => file.references(array, from, STRETCH),
        (stretch) => [
          {
            indices: stretch.indices(),
            ranks: stretch.ranks(),
            kinds: stretch.kinds(),
            lengths: stretch.lengths(),
          },
        ],
      ),
    updatedChunks: (array) =>
      stretches((file, from) => file.updatedChunks(array, from, STRETCH), coordinatesOf),
  };
  return disposable<OpenIcechunk>({
    summary,
    ...checked(functions, PARAMETERS),
    close() {
      if (!isOpen) return;
      isOpen = false;
      opened.free();
      close();
    },
  });
}

/** The coordinates of each chunk of a batch. */
function coordinatesOf(stretch: IcechunkReferences): number[][] {
  return split(stretch.indices(), stretch.ranks()).map((index) => Array.from(index));
}

function referencesOf(stretch: IcechunkReferences): ChunkReference[] {
  const [kinds, offsets, lengths] = [stretch.kinds(), stretch.offsets(), stretch.lengths()];
  const [modified, compressed] = [stretch.modified(), stretch.compressed()];
  const places = split(stretch.places(), stretch.placeLengths());
  const etags = split(stretch.etags(), stretch.etagLengths());
  return coordinatesOf(stretch).map((index, k) => {
    const kind = REFERENCE_KINDS[kinds[k] ?? 0] ?? "unknown";
    const place = places[k] ?? new Uint8Array(0);
    const etag = decoder.decode(etags[k]);
    const isElsewhere = kind === "virtual";
    return {
      index,
      kind,
      offset: kind === "native" || isElsewhere ? (offsets[k] ?? 0n) : null,
      length: lengths[k] ?? 0n,
      chunk_id: kind === "native" ? decoder.decode(place) : null,
      location: isElsewhere && place.length > 0 ? decoder.decode(place) : null,
      compressed_bytes: compressed[k] || null,
      etag: etag === "" ? null : etag,
      last_modified: modified[k] || null,
      inline: kind === "inline" ? hex(place) : null,
    };
  });
}

/** Splits `all` into parts of these lengths. */
function split<A extends { subarray(from: number, to: number): A }>(all: A, lengths: Uint32Array): A[] {
  const parts: A[] = [];
  let from = 0;
  for (const length of lengths) {
    parts.push(all.subarray(from, from + length));
    from += length;
  }
  return parts;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
