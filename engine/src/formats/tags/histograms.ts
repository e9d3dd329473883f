/** Files of histograms: counts in bins of delay, without tags. */

import { TagviewError } from "../../errors.ts";
import type { Resources } from "../../resources.ts";
import { describe, type SourceInput } from "../../source/description.ts";
import { readFull } from "../../source/pump.ts";
import { type CallOptions, until } from "../../until.ts";
import type { Job } from "../../worker/method.ts";
import type { JobType, Task } from "../../worker/protocol.ts";
import type { HistogramCurve, HistogramFile, Lifetime } from "./results.generated.ts";

/** Maximum number of bytes of a file of histograms. */
const MOST_BYTES = 256 << 20;
/** Bytes of a source of unknown length that are read first. */
const FIRST_BYTES = 1 << 20;

export interface HistogramOptions extends CallOptions {
  /** Unit of the delays of a text file that does not state it. */
  unit?: string | undefined;
}

export interface HistogramFit extends CallOptions {
  /** Period of the light in seconds; the curve's sync rate if absent. */
  period?: number | undefined;
  /** Number of exponential decays: 1 or 2. */
  decays?: 1 | 2;
}

/** See `Tags.histograms`. */
export function readHistograms(
  resources: Resources,
  input: SourceInput,
  { unit, signal }: HistogramOptions = {},
): Promise<HistogramFile> {
  return until(resources, signal, async (resources) => {
    const bytes = await wholeOf(resources, input);
    return resources.instances.more.use((instance) =>
      instance.call(({ histogramsRead }) => histogramsRead(bytes, unit) as HistogramFile),
    );
  });
}

/** See `Tags.histogramLifetime`. */
export function fitHistogram(
  resources: Resources,
  { counts, resolution_s, sync_rate_hz }: HistogramCurve,
  { signal, period, decays = 1 }: HistogramFit = {},
): Promise<Lifetime> {
  const light = period ?? (sync_rate_hz === null ? undefined : 1 / sync_rate_hz);
  const args = { counts, resolution: resolution_s ?? undefined, period: light, isTwo: decays === 2 };
  return until(resources, signal, ({ instances, writers, ownThreadWorks, closed }) =>
    ownThreadWorks
      ? instances.more.use((instance) => fit({ instance, args }))
      : writers.run<HistogramFitJob>(task(args), () => {}, closed),
  );
}

/** Fits decays to a histogram, which may take seconds: a thread that draws has it done by a worker. */
export interface HistogramFitJob extends JobType {
  module: "more";
  args: {
    counts: HistogramCurve["counts"];
    /** Width of a bin in seconds. */
    resolution: number | undefined;
    /** Period of the light in seconds. */
    period: number | undefined;
    isTwo: boolean;
  };
  report: never;
  input: never;
  result: Lifetime;
}

const task = (args: HistogramFitJob["args"]): Task<HistogramFitJob> => ({
  format: "tags",
  method: "fitHistogram",
  source: null,
  args,
});

export const fit = ({ instance, args }: Pick<Job<HistogramFitJob>, "instance" | "args">): Lifetime =>
  instance.call(
    ({ histogramLifetime }) =>
      histogramLifetime(args.counts, args.resolution, args.period, args.isTwo) as Lifetime,
  );

async function wholeOf({ open }: Pick<Resources, "open">, input: SourceInput): Promise<Uint8Array> {
  const source = await open(describe(input));
  try {
    let bytes = new Uint8Array(0);
    for (let room = FIRST_BYTES; ; room = Math.min(2 * room, MOST_BYTES + 1)) {
      const more = new Uint8Array(room - bytes.length);
      const n = await readFull(source, (length) => more.subarray(0, length), more.length);
      const all = new Uint8Array(bytes.length + n);
      all.set(bytes);
      all.set(more.subarray(0, n), bytes.length);
      bytes = all;
      if (n < more.length) return bytes;
      if (bytes.length > MOST_BYTES) {
        throw new TagviewError(
          "too-large",
          "the file is too large for a file of histograms",
          "save fewer curves",
        );
      }
    }
  } finally {
    source.close();
  }
}
