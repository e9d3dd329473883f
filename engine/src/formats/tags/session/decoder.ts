/** What turns the bytes of a part into tags, and has them analysed or passed on. */

import type { PartReader } from "@tagview/wasm/main";
import type { Sink } from "../../../source/pump.ts";
import type { WasmObject } from "../../../worker/instance.ts";
import type { About, PartDescription } from "./part-report.ts";

export interface Decoder extends Sink<boolean> {
  /** Bytes that it takes at once at most, where that matters. */
  readonly largestChunk?: number;
  /** The part ends here. */
  finish(): void;
  /** The tags that wait to be passed on, once there are `least`, in one of the `spare` buffers or a new one. */
  takeTags(least: number, spare: Uint8Array[] | null): Uint8Array | null;
  describe(): PartDescription;
  /** Partial results so far, for `PartJoiner.join`. */
  save(): Uint8Array;
  about(): About | null;
  /** Lets go of what it has made itself. */
  free(): void;
}

/** Of a recording of tagview's own format: its reader analyses what it decodes. */
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

/** A class of the wasm modules that gives tags away. */
export interface GivesTags {
  takeTags(least: number): number;
  takenTags(): number;
  free(): void;
}

/** The tags that wait, as `Decoder.takeTags`. */
export function takenFrom<T extends GivesTags>(
  { call, instance }: WasmObject<T>,
  least: number,
  spare: Uint8Array[] | null,
): Uint8Array | null {
  const length = call((part) => part.takeTags(least));
  if (length === 0) return null;
  const used = spare?.pop();
  // A little more than is needed: the next block will be about as large.
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
