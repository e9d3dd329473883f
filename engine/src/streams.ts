/** Conversions that stream: bytes in, bytes out, on the calling thread. */

import { Cat, Pack, Simulate } from "@tagview/wasm";
import { feed } from "./feed";
import { call, free } from "./instance";
import type { Selection } from "./request";
import type { Snapshot } from "./results";
import type { Source } from "./source";

/** Takes a piece of output; the next one comes when it is done with this one. */
export type Write = (bytes: Uint8Array) => void | Promise<void>;

export interface StreamControl {
  write: Write;
  /** Called now and then with the bytes of the source that were consumed. */
  onBytes?: ((bytes: number, total: number | null) => void) | undefined;
  pause: () => Promise<void>;
}

/** How a recording is written, and what of it. */
export interface PackOptions {
  /** zstd level, -7 to 19; 3 where absent. */
  level?: number;
  /** Tags per frame; 2^20 where absent. */
  frameTags?: number;
  selection?: Selection;
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

/** Writes `channel<TAB>time` lines; the snapshot tells what was read and what was damaged. */
export async function runCat(
  source: Source,
  selection: Selection | undefined,
  control: StreamControl,
): Promise<Snapshot> {
  return convert(
    source,
    () => new Cat(selection),
    control,
    (job) => job.snapshot() as Snapshot,
  );
}

/**
 * Writes a recording from `channel<TAB>time` lines.
 * @throws TagviewError `bad-line` with the line's number; what was written until then is no recording.
 */
export async function runPack(source: Source, options: PackOptions, control: StreamControl): Promise<void> {
  return convert(
    source,
    () => new Pack(options),
    control,
    () => undefined,
  );
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

interface Converter {
  reserve(n: number): number;
  push(n: number): Uint8Array;
  finish(): Uint8Array;
  free(): void;
}

async function convert<J extends Converter, R>(
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
    let bytes = 0;
    const push = (n: number) => {
      bytes += n;
      return call(() => job.push(n));
    };
    await feed(source, job, push, async (output) => {
      await pass(output, bytes, source.byteLength);
      return true;
    });
    await control.write(call(() => job.finish()));
    return call(() => result(job));
  } finally {
    source.close();
    free(made);
  }
}
