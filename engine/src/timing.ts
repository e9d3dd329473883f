/** How long one encoding takes, measured inside wasm: no text crosses over while the clock runs. */

import { OffsetsRepeat } from "@tagview/wasm";
import { call, free } from "./instance";
import type { OffsetEncoding, OffsetsReading, OffsetsTimes } from "./offsets";

/** Long against a browser's clock, which may tick in steps of 0.1 ms; short against a frame. */
const BATCH_MS = 6;
const BATCHES = 3;
const MOST_ROUNDS = 1 << 20;

/** The least of a few measurements of each operation, with a pause before each. */
export async function measureOffsets(
  header: string,
  format: OffsetEncoding,
  { encoding }: OffsetsReading,
  pause: () => Promise<void>,
): Promise<OffsetsTimes> {
  const repeat = call(() => new OffsetsRepeat(header, encoding, format));
  const times: OffsetsTimes = { encoding: format, encode: null, decode: null, lookup: null };
  try {
    if (!repeat.possible) return times;
    for (const operation of ["encode", "decode", "lookup"] as const) {
      const run = async (rounds: number): Promise<number> => {
        await pause();
        const since = performance.now();
        call(() => repeat[operation](rounds));
        return performance.now() - since;
      };
      let rounds = 1;
      // An interruption makes a short batch look long: only twice in a row counts.
      while (rounds < MOST_ROUNDS && Math.min(await run(rounds), await run(rounds)) < BATCH_MS / 2)
        rounds *= 2;
      let least = await run(rounds);
      for (let batch = 1; batch < BATCHES; batch += 1) least = Math.min(least, await run(rounds));
      times[operation] = (least * 1e6) / rounds;
    }
    return times;
  } finally {
    free(repeat);
  }
}
