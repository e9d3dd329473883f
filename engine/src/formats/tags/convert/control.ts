/** Conversions: bytes in, bytes out. */

import { cancelled } from "../../../errors.ts";
import { pump } from "../../../source/pump.ts";
import type { Source } from "../../../source/stream.ts";
import type { WasmObject } from "../../../worker/instance.ts";
import type { Write } from "../../../write.ts";

export interface Control {
  write: Write;
  /** Called regularly with the number of consumed bytes of the source. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
  pause: () => Promise<void>;
  /** Ends the conversion. */
  signal: AbortSignal;
}

/** Options of the caller. */
export interface StreamOptions extends Pick<Control, "write" | "onBytes"> {
  /** Ends the conversion: the call rejects with `cancelled`, and `write` is not called again. */
  signal?: AbortSignal | undefined;
}

const PAUSE_MS = 25;
/** Control for code that waits for workers and for buffers. */
export const SHORT_PAUSE_MS = 4;

/** Writes output, with the number of bytes consumed and their source. */
export type Outlet = (output: Uint8Array | undefined, bytes: number, total: number | null) => Promise<void>;

/**
 * Forwards output; every `interval` ms it reports progress and yields.
 * @throws TagviewError `cancelled`.
 */
export function outlet({ write, onBytes, pause, signal }: Control, interval = PAUSE_MS): Outlet {
  let due = 0;
  return async (output, bytes, total) => {
    if (output !== undefined && output.length > 0) await write(output);
    if (performance.now() < due) return;
    onBytes?.(bytes, total);
    await pause();
    if (signal.aborted) throw cancelled(signal);
    due = performance.now() + interval;
  };
}

/** A converting class of the wasm module; `push` and `finish` return the number of output bytes. */
interface Converter {
  reserve(n: number): number;
  push(n: number): number;
  /** If `push` converts only some of its bytes: continues, and returns the same; undefined once all are converted. */
  more?(): number | undefined;
  finish(): number;
  /** The address of the output. */
  output(): number;
  free(): void;
}

/** Converts `source` on the calling thread, and closes it. */
export async function convert<J extends Converter, R>(
  source: Source,
  make: () => WasmObject<J>,
  control: Control,
  result: (job: J) => R,
): Promise<R> {
  let made: WasmObject<J> | undefined;
  try {
    const job = make();
    made = job;
    const pass = outlet(control);
    const output = (length: number) =>
      job.instance.view(
        job.call((converter) => converter.output()),
        length,
      );
    let bytes = 0;
    const push = (n: number) => job.call((converter) => converter.push(n));
    await pump(source, { place: job.place, push }, async (length, n) => {
      let more: number | undefined = length;
      for (; more !== undefined; more = job.call((converter) => converter.more?.())) {
        await pass(output(more), bytes, source.byteLength);
      }
      bytes += n;
      return true;
    });
    await control.write(output(job.call((converter) => converter.finish())));
    return job.call(result);
  } finally {
    source.close();
    made?.free();
  }
}
