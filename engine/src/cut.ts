/** Where a file can be cut, so that its parts can be read at the same time. */

import { Borders } from "@tagview/wasm";
import { call, free } from "./instance";
import type { Seekable } from "./source";

/** Bytes `from <= offset < to` of a file; `to` is null for its end. */
export interface Cut {
  from: number;
  to: number | null;
}

// Smaller parts cost more than they save; larger ones leave workers waiting at the end.
const SMALLEST = 1 << 20;
const LARGEST = 8 << 20;
/** Parts there are to be for each worker, so that all finish at about the same time. */
const PER_WORKER = 8;

/**
 * Parts of a file, each of whole zstd frames, found from the frames' headers while the first ones
 * are read already. From where no border is found, the rest of the file is one part.
 */
export async function* cuts(file: Seekable, workers: number): AsyncGenerator<Cut> {
  const size = file.byteLength;
  const aim = Math.min(LARGEST, Math.max(SMALLEST, size / (workers * PER_WORKER)));
  const borders = call(() => new Borders());
  let from = 0;
  try {
    for (;;) {
      const at = call(() => borders.wants());
      if (at === undefined || at >= size || at - from > file.patience) break;
      const bytes = await file.readAt(at, Math.min(file.step, size - at));
      if (bytes.length === 0) break;
      for (const start of call(() => borders.push(bytes))) {
        if (start - from < aim) continue;
        yield { from, to: start };
        from = start;
      }
    }
  } finally {
    free(borders);
  }
  yield { from, to: null };
}
