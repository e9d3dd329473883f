/** Conversions that stream: bytes in, bytes out, on the calling thread. */

import { Simulate } from "@tagview/wasm";
import { feed } from "./feed";
import { call, free, viewOf } from "./instance";
import type { Source } from "./source";

/**
 * Takes a piece of output, which is there until it is done with it; then the next one comes. Whoever
 * keeps a piece copies it.
 */
export type Write = (bytes: Uint8Array) => void | Promise<void>;

export interface StreamControl {
  write: Write;
  /** Called now and then with the bytes of the source that were consumed. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
  pause: () => Promise<void>;
}

const PAUSE_MS = 25;

/**
 * Passes output on, and now and then tells how far it is and lets others have their turn; called with
 * the bytes consumed and what they are of.
 */
export function outlet({
  write,
  onBytes,
  pause,
}: StreamControl): (output: Uint8Array | undefined, bytes: number, total: number | null) => Promise<void> {
  let due = 0;
  return async (output, bytes, total) => {
    if (output !== undefined && output.length > 0) await write(output);
    if (performance.now() < due) return;
    onBytes?.(bytes, total);
    await pause();
    due = performance.now() + PAUSE_MS;
  };
}

/** Writes a simulated recording. */
export async function runSimulate(options: object, control: Omit<StreamControl, "onBytes">): Promise<void> {
  const job = call(() => new Simulate(options));
  try {
    for (;;) {
      const piece = call(() => job.next());
      if (piece === undefined) return;
      await control.write(piece);
      await control.pause();
    }
  } finally {
    free(job);
  }
}

/** A class of the wasm module that converts; `push` and `finish` answer how many bytes of output there are. */
interface Converter {
  reserve(n: number): number;
  push(n: number): number;
  finish(): number;
  /** The address of the output. */
  output(): number;
  free(): void;
}

/** Converts `source` on the calling thread, and closes it. */
export async function convert<J extends Converter, R>(
  source: Source,
  make: () => J,
  control: StreamControl,
  result: (job: J) => R,
): Promise<R> {
  let made: J | undefined;
  try {
    const job = call(make);
    made = job;
    const pass = outlet(control);
    const output = (length: number) =>
      viewOf(
        call(() => job.output()),
        length,
      );
    let bytes = 0;
    const push = (n: number) => call(() => job.push(n));
    await feed(source, job, push, async (length, n) => {
      bytes += n;
      await pass(output(length), bytes, source.byteLength);
      return true;
    });
    await control.write(output(call(() => job.finish())));
    return result(job);
  } finally {
    source.close();
    free(made);
  }
}
