/** How long one encoding takes, measured inside wasm: no text crosses over while the clock runs. */

import type { Instance } from "../../worker/instance.ts";
import type { OffsetEncoding, OffsetsReading, OffsetsTimes } from "./results.ts";

/** Long against a browser's clock, which may tick in steps of 0.1 ms; short against a frame. */
const BATCH_MS = 6;
const BATCHES = 3;
const MOST_ROUNDS = 1 << 20;

/** The least of a few measurements of each operation, with a pause before each. */
export async function measureOffsets(
  instance: Instance<"more">,
  header: string,
  format: OffsetEncoding,
  { encoding }: OffsetsReading,
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
      let rounds = 1;
      // An interruption makes a short batch look long: only twice in a row counts.
      while (rounds < MOST_ROUNDS && Math.min(await timeOf(rounds), await timeOf(rounds)) < BATCH_MS / 2)
        rounds *= 2;
      let least = await timeOf(rounds);
      for (let batch = 1; batch < BATCHES; batch += 1) least = Math.min(least, await timeOf(rounds));
      times[operation] = (least * 1e6) / rounds;
    }
    return times;
  } finally {
    workload.free();
  }
}
