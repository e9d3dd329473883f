/**
 * What crosses the line between the caller's thread and a worker:
 *
 *     caller                              worker
 *       | -- read {part, source, request} --> |   one part at a time
 *       | <-- origin ------------------------ |   as soon as a tag was seen
 *       | <-- progress ... progress --------- |   how far it is, and partial results where they are wanted
 *       | <-- relayed ... relayed ----------- |   tags for another worker, where that was wanted
 *       | -- next ... next -----------------> |   as these were analysed
 *       | <-- read | failed ----------------- |
 *       | -- hold {tags, request} ----------> |   also while it reads, as are questions:
 *       | <-- read | failed ----------------- |
 *       | -- ask {question, part} ----------> |
 *       | <-- answered | failed ------------- |
 *       | -- forget {parts} ----------------> |   kept tags, or the part being read
 *       |                                     |
 *       | -- cat {part, source, request} ---> |   one part at a time
 *       | <-- text ... text ----------------- |   buffers, which go back as they are written
 *       | -- room ... room -----------------> |
 *       | <-- unsound ----------------------- |   perhaps: what follows belongs to it
 *       | -- more {source} -----------------> |
 *       | <-- done | failed ----------------- |
 *       |                                     |
 *       | -- run {packing} -----------------> |   one run of lines at a time
 *       | -- text ... text {last} ----------> |   buffers, which come back as they are parsed
 *       | <-- room ... room ----------------- |
 *       | <-- text ... text ----------------- |   the frames, in buffers as above
 *       | <-- done | failed ----------------- |
 */

import type { ErrorObject } from "./errors";
import type { PartRequest, PartResult } from "./part";
import type { SourceDescription } from "./source";
import type { CatResult, RunResult, TextTask } from "./text";

export type ToWorker =
  | { type: "module"; module: WebAssembly.Module }
  | {
      type: "read";
      id: number;
      source: SourceDescription;
      request: PartRequest;
      /** Milliseconds between reports of progress. */
      interval: number;
      /** Whether these bring partial results. */
      snapshots: boolean;
    }
  /** Analyses tags, as if part `id` had been read. */
  | { type: "hold"; id: number; tags: Uint8Array; request: PartRequest }
  /** Tags that part `part` has sent on were analysed. */
  | { type: "next"; part: number }
  | { type: "ask"; id: number; part: number; request: PartRequest }
  | { type: "forget"; parts: number[] }
  | ({ id: number } & TextTask)
  | { type: "text"; id: number; bytes: Uint8Array; last: boolean }
  /** An emptied buffer. */
  | { type: "room"; bytes: Uint8Array }
  /** All that follows an unsound part. */
  | { type: "more"; id: number; source: SourceDescription };

export type FromWorker =
  /** Again when the first selected tag's time, `start`, is known too. */
  | { type: "origin"; id: number; origin: bigint; start: bigint | null }
  /** `saved` where it was asked for. */
  | { type: "progress"; id: number; bytes: number; saved: Uint8Array | null; part: PartResult["part"] }
  /** The next tags of a part, for `hold`. */
  | { type: "relayed"; id: number; tags: Uint8Array }
  | { type: "read"; id: number; result: PartResult }
  /** Partial results of the first `tags` tags of the part, without those asked before. */
  | { type: "answered"; id: number; saved: Uint8Array; tags: number }
  /** Text of a part, the first `read` bytes of which were read for it; or frames of a run. */
  | { type: "text"; id: number; bytes: Uint8Array; read: number }
  | { type: "room"; id: number; bytes: Uint8Array }
  /** The part does not end with a whole message, or is damaged. */
  | { type: "unsound"; id: number }
  | { type: "done"; id: number; result: CatResult | RunResult }
  /** `dead`: the wasm instance trapped and the worker is of no more use. */
  | { type: "failed"; id: number; error: ErrorObject; dead: boolean };

/** The buffers of all typed arrays in a message, so that they are moved and not copied. */
export function buffersOf(value: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === "object" && value !== null) {
    for (const entry of Object.values(value)) buffersOf(entry, found);
  }
  return found;
}
