/** Split points of another tagger's format whose readers need values from before a part. */

import { asReadError } from "../../../errors.ts";
import type { RandomAccess } from "../../../source/random-access.ts";
import { Instance, type WasmObject } from "../../../worker/instance.ts";
import { isRange, type ScanRequest } from "../request.ts";
import type { SessionResources } from "../session/part-jobs.ts";
import type { Importing } from "../session/part-report.ts";
import type { SplitPart } from "./points.ts";
import { isWorthSplitting, largestPart, sizeOf } from "./target-size.ts";

/** Bytes that the scout reads at a time: a millisecond of a thread that others need too. */
const CHUNK = 1 << 20;

/**
 * Parts of a file: the scout reads the bytes of a part while earlier ones are read. There is one part if files of the
 * format cannot be split, or if two passes do not pay.
 * @throws TagviewError `read-failed` or `changed`, like reading.
 */
export async function* splitByScout(
  { file, pool, source }: Pick<SessionResources, "file" | "pool" | "source">,
  { compiled, readAs }: Importing,
  request: ScanRequest,
  budget: number,
): AsyncGenerator<SplitPart> {
  const isWorth = pool.size > 1 && isWorthSplitting(file, request);
  if (!isWorth || source.kind === "url" || isRange(request.selection)) return yield { from: 0, to: null };
  const instance = await Instance.of(compiled);
  const made = instance.call(({ ImportScout }) => ImportScout.of(readAs.import));
  if (made === undefined) return yield { from: 0, to: null };
  const scout = instance.make(() => made);
  const largest = largestPart(file, pool.size, budget);
  let part: SplitPart = { from: 0, to: null };
  try {
    for (let at = 0, goesOn = true; goesOn; ) {
      const n = await chunkAt(file, at, scout);
      at += n;
      goesOn = n > 0 && scout.call((one) => one.push(n));
      if (!goesOn || at - part.from < sizeOf(file.byteLength - part.from, pool.size, largest)) continue;
      const to = scout.call((one) => one.split());
      if (to === undefined || to <= part.from || to >= file.byteLength) continue;
      yield { ...part, to };
      part = { from: to, to: null, state: scout.call((one) => one.state()) };
    }
  } finally {
    scout.free();
  }
  yield part;
}

async function chunkAt(
  file: RandomAccess,
  at: number,
  { place }: Pick<WasmObject<{ free(): void }>, "place">,
): Promise<number> {
  try {
    return await file.readAt(at, place, Math.min(CHUNK, file.byteLength - at));
  } catch (thrown) {
    throw asReadError(thrown);
  }
}
