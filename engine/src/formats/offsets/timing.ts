/** Time of one encoding, measured inside wasm: no text crosses over while the clock runs. */

import type { Instance } from "../../worker/instance.ts";
import type { OffsetEncoding, OffsetsTimes } from "./results.ts";

/** Batch duration: long compared with steps of a browser's clock (0.1 ms), short compared with a frame. */
const BATCH_MS = 6;
const BATCHES = 3;
const MOST_ROUNDS = 1 << 20;

/** The least of a few measurements of each operation, with a pause before each. */
export async function measureOffsets(
  instance: Instance<"more">,
  header: string,
  format: OffsetEncoding,
  encoding: OffsetEncoding | undefined,
  pause: () => Promise<void>,
): Promise<OffsetsTimes> {
  const workload = instance.make(({ OffsetsWorkload }) => new OffsetsWorkload(header, encoding, format));
  const times: OffsetsTimes = { encoding: format, encode: null, decode: null, lookup: null };
  try {
    if (!workload.call(({ possible }) => possible)) return times;
    for (const operation of ["encode", "decode", "lookup"] as const) {
      const timeOf = async (rounds: number): Promise<number> => {
        await pause();
        const since = performance.now();
        workload.call((timed) => timed[operation](rounds));
        return performance.now() - since;
      };
      const leastOf = async (rounds: number, batches: number): Promise<number> => {
        let least = Number.POSITIVE_INFINITY;
        for (let batch = 0; batch < batches; batch += 1) least = Math.min(least, await timeOf(rounds));
        return least;
      };
      for (let rounds = 1; times[operation] === null; rounds *= 2) {
        // An interruption makes a short batch look long, and may affect two in a row.
        const isLong = (least: number): boolean => least >= BATCH_MS / 2 || rounds >= MOST_ROUNDS;
        if (!isLong(await leastOf(rounds, 2))) continue;
        const least = await leastOf(rounds, BATCHES);
        if (isLong(least)) times[operation] = (least * 1e6) / rounds;
      }
    }
    return times;
  } finally {
    workload.free();
  }
}
