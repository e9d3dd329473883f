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

export interface PackOptions {
  /** zstd level, -7 to 19; 3 where absent. */
  level?: number;
  /** Tags per frame; 2^20 where absent. */
  frameTags?: number;
  selection?: Selection;
}

const PAUSE_MS = 25;

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
    let pauseDue = 0;
    let bytes = 0;
    const push = (n: number) => {
      bytes += n;
      return call(() => job.push(n));
    };
    await feed(source, job, push, async (output) => {
      if (output.length > 0) await control.write(output);
      if (performance.now() < pauseDue) return true;
      control.onBytes?.(bytes, source.byteLength);
      await control.pause();
      pauseDue = performance.now() + PAUSE_MS;
      return true;
    });
    await control.write(call(() => job.finish()));
    return call(() => result(job));
  } finally {
    source.close();
    free(made);
  }
}
