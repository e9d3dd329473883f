/** An opened metadata file, and its references and updated chunks in runs. */

import type { IcechunkFile, IcechunkReferences } from "@tagview/wasm/more";
import type { WasmObject } from "../../worker/instance.ts";
import type { ChunkReference, IcechunkSummary, ReferenceKind } from "./results.ts";

export interface IcechunkReading {
  signal?: AbortSignal | undefined;
  /** Bytes that were read, of so many. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
}

export interface OpenIcechunk {
  readonly summary: IcechunkSummary;
  /** The references of a manifest's array, by its number; they are made as they are taken. */
  references(array: number): Generator<ChunkReference, void>;
  /** The same in columns, a run at a time: for who looks at all of many. */
  referenceRuns(array: number): Generator<ReferenceRun, void>;
  /** The coordinates of a transaction log's updated chunks of an array, by its number. */
  updatedChunks(array: number): Generator<number[], void>;
  close(): void;
}

/** References in columns. */
export interface ReferenceRun {
  /** The coordinates of all, one after the other. */
  indices: Uint32Array;
  /** How many coordinates each has. */
  ranks: Uint32Array;
  /** Of each the place of its kind in `REFERENCE_KINDS`. */
  kinds: Uint8Array;
  lengths: BigUint64Array;
}

/** References that are taken out of the module at a time. */
const RUN = 8192;

/** The kinds of references, by the number that a column has of each. */
export const REFERENCE_KINDS: readonly ReferenceKind[] = ["unknown", "inline", "native", "virtual"];

const decoder = new TextDecoder();

export function openedIcechunk(opened: WasmObject<IcechunkFile>, close: () => void): OpenIcechunk {
  const summary: IcechunkSummary = opened.call((file) => file.describe());
  let isOpen = true;

  /** Runs from the first on, each as `take` makes it, up to one that is empty. */
  function* runs<T>(
    read: (file: IcechunkFile, from: number) => IcechunkReferences,
    take: (run: IcechunkReferences) => T[],
  ): Generator<T, void> {
    for (let from = 0; ; from += RUN) {
      const taken = opened.call((file) => {
        const run = read(file, from);
        try {
          return take(run);
        } finally {
          run.free();
        }
      });
      if (taken.length === 0) return;
      yield* taken;
    }
  }

  return {
    summary,
    references: (array) => runs((file, from) => file.references(array, from, RUN), referencesOf),
    referenceRuns: (array) =>
      runs(
        (file, from) => file.references(array, from, RUN),
        (run) => {
          const ranks = run.ranks();
          if (ranks.length === 0) return [];
          return [{ indices: run.indices(), ranks, kinds: run.kinds(), lengths: run.lengths() }];
        },
      ),
    updatedChunks: (array) => runs((file, from) => file.updatedChunks(array, from, RUN), coordinatesOf),
    close() {
      if (!isOpen) return;
      isOpen = false;
      opened.free();
      close();
    },
  };
}

/** The coordinates of each chunk of a run. */
function coordinatesOf(run: IcechunkReferences): number[][] {
  return split(run.indices(), run.ranks()).map((index) => Array.from(index));
}

function referencesOf(run: IcechunkReferences): ChunkReference[] {
  const [kinds, offsets, lengths] = [run.kinds(), run.offsets(), run.lengths()];
  const [modified, compressed] = [run.modified(), run.compressed()];
  const places = split(run.places(), run.placeLengths());
  const etags = split(run.etags(), run.etagLengths());
  return coordinatesOf(run).map((index, k) => {
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

/** The parts of `all` that have these lengths, one after the other. */
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
