/**
 * What crosses the line between the caller's thread and a worker:
 *
 *     caller                          worker
 *       | -- scan {source, request} --> |
 *       | <-- snapshot ... snapshot --- |   about ten a second, arrays transferred
 *       | <-- done | failed ----------- |
 *       | -- cancel ------------------> |   no answer within 50 ms: the worker is ended
 */

import type { ErrorObject } from "./errors";
import type { ScanRequest } from "./request";
import type { Snapshot } from "./results";
import type { SourceDescription } from "./source";

export type ToWorker =
  | { type: "module"; module: WebAssembly.Module }
  | {
      type: "scan";
      source: SourceDescription;
      request: ScanRequest;
      interval: number | undefined;
      snapshots: boolean;
    }
  | { type: "cancel" };

export type FromWorker =
  | { type: "snapshot"; snapshot: Snapshot }
  | { type: "done"; snapshot: Snapshot }
  /** `dead`: the wasm instance trapped and the worker is of no more use. */
  | { type: "failed"; error: ErrorObject; dead: boolean };

/** The buffers of all typed arrays in a result, so that they are moved and not copied. */
export function buffersOf(value: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === "object" && value !== null) {
    for (const entry of Object.values(value)) buffersOf(entry, found);
  }
  return found;
}
