/** Decodes the bytes of a part, and analyses its tags or passes them on. */

import type { PartReader } from "@tagview/wasm/main";
import type { Sink } from "../../../source/pump.ts";
import type { WasmObject } from "../../../worker/instance.ts";
import type { About, PartDescription } from "./part-report.ts";

export interface Decoder extends Sink<boolean> {
  /** Maximum bytes per call, if limited. */
  readonly largestChunk?: number;
  /** Ends the file; with `isCut`, reading has failed before its end. */
  finish(isCut: boolean): void;
  /** The waiting tags, if there are at least `least`, in one of the `spare` buffers or a new one. */
  takeTags(least: number, spare: Uint8Array[] | null): Uint8Array | null;
  describe(): PartDescription;
  /** Partial results so far, for `PartJoiner.join`. */
  save(): Uint8Array;
  about(): About | null;
  /** Frees its own objects. */
  free(): void;
}

/** Decoder of tagview's own format. The reader both decodes and analyses the tags. */
export function ownDecoder(reader: WasmObject<PartReader>): Decoder {
  return {
    place: reader.place,
    push: (n) => reader.call((part) => part.push(n)),
    finish: () => reader.call((part) => part.finish()),
    takeTags: (least, spare) => takenFrom(reader, least, spare),
    describe: () => reader.call((part) => part.describe()),
    save: () => reader.call((part) => part.save()),
    about: () => null,
    free() {},
  };
}

/** A class of the wasm modules that returns tags. */
export interface GivesTags {
  takeTags(least: number): number;
  takenTags(): number;
  free(): void;
}

/** The waiting tags, as in `Decoder.takeTags`. */
export function takenFrom<T extends GivesTags>(
  { call, instance }: WasmObject<T>,
  least: number,
  spare: Uint8Array[] | null,
): Uint8Array | null {
  const length = call((part) => part.takeTags(least));
  if (length === 0) return null;
  const used = spare?.pop();
  // Slightly larger than needed: the next block will have a similar size.
  const buffer =
    used !== undefined && used.length >= length ? used : new Uint8Array(Math.ceil(length * 1.02));
  buffer.set(
    instance.view(
      call((part) => part.takenTags()),
      length,
    ),
  );
  return buffer.subarray(0, length);
}
