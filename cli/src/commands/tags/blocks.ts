/** `g2 --blocks`: errors of g2 from the scatter between equal blocks of a recording. */

import { Option } from "commander";
import { plural, seconds } from "../../output/numbers";
import {
  type Column,
  type Columnar,
  type Correlation,
  type Fit,
  type ScanRequest,
  type Snapshot,
  TagviewError,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import type { Input } from "../../runtime/inputs";
import { wholeNumber } from "../../runtime/options";
import { withoutPeriod } from "./period";
import { askSlices, slicesAtOnce } from "./slices";

export interface BlockOptions {
  blocks?: number;
}

/** A standard error of fewer blocks is hardly known: its own relative error is `1 / sqrt(2 (n - 1))`. */
const MIN_BLOCKS = 4;
const MAX_BLOCKS = 256;
/** Maximum delay as a share of a block: blocks hold fewer and fewer pairs of longer delays. */
const MAX_SHARE = 1 / 4;
/** Minimum number of pairs in a bin whose error is known; blocks without any pair have no scatter. */
const MIN_PAIRS = 20;

/** `--blocks`. */
export function blocksOption(): Option {
  const description =
    "take errors of g2 from n equal blocks of the recording (default: errors of Poisson counts)";
  return new Option("--blocks <n>", description).argParser(wholeNumber(MIN_BLOCKS, MAX_BLOCKS));
}

/** Mean and scatter of g2 over blocks, bin by bin; see Welford, Technometrics 4, 419 (1962). */
class Scatter {
  private blocks = 0;
  readonly bins: number;
  private readonly means: Float64Array;
  private readonly squares: Float64Array;

  constructor(bins: number) {
    this.bins = bins;
    this.means = new Float64Array(bins);
    this.squares = new Float64Array(bins);
  }

  add(g2: Column): void {
    this.blocks += 1;
    for (let k = 0; k < this.bins; k += 1) {
      const value = g2.at(k) ?? Number.NaN;
      const mean = this.means[k] ?? 0;
      const next = mean + (value - mean) / this.blocks;
      this.means[k] = next;
      this.squares[k] = (this.squares[k] ?? 0) + (value - mean) * (value - next);
    }
  }

  /** Returns the standard error of the mean in bin `k`; NaN if a block has no g2. */
  error(k: number): number {
    return Math.sqrt((this.squares[k] ?? Number.NaN) / (this.blocks - 1) / this.blocks);
  }
}

/**
 * Replaces the errors of g2 by the standard error of the mean of its values in `blocks` equal blocks, each normalised by
 * itself: Wohland, Rigler, Vogel, Biophys. J. 80, 2987 (2001). The value remains that of the whole recording.
 */
export async function addBlockErrors(
  input: Input,
  snapshot: Snapshot,
  request: ScanRequest,
  blocks: number,
): Promise<void> {
  const result: Columnar<Correlation> | undefined = snapshot.analyses.correlation;
  if (result === undefined) return;
  if (input.size === null)
    throw new TagviewError("usage", "--blocks reads its input twice", "name a file instead of a pipe");
  const bins = result.counts.length;
  const scatter = new Scatter(bins);
  const fits = new BlockFits();
  const { slices, error } = await askSlices(
    input,
    { blocks: BigInt(blocks) },
    {
      request: { ...request, analyses: withoutPeriod(request.analyses) },
      needed: [],
      atOnce: slicesAtOnce(bins, blocks),
      kept: ({ correlation }) => {
        scatter.add(correlation?.g2 ?? new Float64Array());
        fits.add(correlation?.fit ?? null);
        return true;
      },
    },
  );
  snapshot.error ??= error;
  const shortest = slices.reduce(
    (least, { from, to }) => Math.min(least, Number(to - from + 1n)),
    Number.POSITIVE_INFINITY,
  );
  fits.replaceErrors(result);
  replaceErrors(result, scatter, slices.length === blocks ? MAX_SHARE * shortest : 0);
}

/** Replaces errors and intervals. For delays longer than `longest` ticks, they become null. */
function replaceErrors(result: Columnar<Correlation>, scatter: Scatter, longest: number): void {
  const [errors, lows, highs] = [0, 1, 2].map(() => new Float64Array(scatter.bins).fill(Number.NaN));
  const codes = new Set<keyof typeof REASONS>();
  for (let k = 0; k < scatter.bins; k += 1) {
    const g2 = result.g2.at(k) ?? Number.NaN;
    if (!Number.isFinite(g2)) continue;
    const isTooLong = longestDelay(result, k) > longest;
    const error = scatter.error(k);
    if (isTooLong) codes.add("blocks-too-short");
    else if (isRare(result, k)) codes.add("few-pairs-in-blocks");
    else if (!Number.isFinite(error)) codes.add("block-without-tags");
    else {
      errors?.fill(error, k, k + 1);
      lows?.fill(Math.max(0, g2 - error), k, k + 1);
      highs?.fill(g2 + error, k, k + 1);
    }
  }
  const kept = result.remarks.filter(({ about }) => about !== "g2_error");
  const added = [...codes].map((code) => ({ about: "g2_error", code, message: REASONS[code] }));
  Object.assign(result, { g2_error: errors, g2_low: lows, g2_high: highs, remarks: [...kept, ...added] });
}

/** Why a bin has no error. */
const REASONS = {
  "blocks-too-short": "delays longer than a quarter of a block have no error: choose fewer --blocks",
  "few-pairs-in-blocks": `bins of fewer than ${MIN_PAIRS} pairs have no error from blocks: choose a wider --bin`,
  "block-without-tags":
    "a block without tags of both channels has no g2, so errors are unknown: choose fewer --blocks",
};

const BLOCK_WITHOUT_FIT = {
  about: "fit",
  code: "errors-not-known",
  message: "the model does not fit all blocks, so its errors are unknown: choose fewer --blocks",
};

/** The parameters of the fits to each block. */
class BlockFits {
  private blocks = 0;
  private readonly values = new Map<string, number[]>();

  add(fit: Fit | null): void {
    this.blocks += 1;
    for (const { name, value } of fit?.parameters ?? [])
      this.values.set(name, [...(this.values.get(name) ?? []), value]);
  }

  /** Replaces the errors of the parameters by the standard errors of their means over blocks. */
  replaceErrors(result: Columnar<Correlation>): void {
    const { fit } = result;
    if (fit === null) return;
    const known = fit.parameters.every(({ name }) => this.values.get(name)?.length === this.blocks);
    const others = result.remarks.filter(({ code }) => code !== "errors-not-known");
    result.remarks = known ? others : [...others, BLOCK_WITHOUT_FIT];
    const parameters = fit.parameters.map((one) => ({
      ...one,
      error: known && one.name !== "structure" ? standardError(this.values.get(one.name) ?? []) : null,
    }));
    Object.assign(result, { fit: { ...fit, parameters } });
  }
}

function standardError(values: readonly number[]): number {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return Math.sqrt(squares / (n - 1) / n);
}

/** The greatest distance from 0 of the delays of bin `k`, ticks. */
function longestDelay({ edges, from, bin }: Columnar<Correlation>, k: number): number {
  const edge = (k: number): number => Number(edges?.[k] ?? (from ?? 0n) + BigInt(k) * (bin ?? 1n));
  return Math.max(Math.abs(edge(k)), Math.abs(edge(k + 1) - 1));
}

/**
 * Whether a bin has too few pairs. For one channel, the linear bin around 0 counts each pair twice and therefore needs
 * more.
 */
function isRare({ counts, edges, g2_error }: Columnar<Correlation>, k: number): boolean {
  return edges === null ? !Number.isFinite(g2_error.at(k)) : (counts.at(k) ?? 0) < MIN_PAIRS;
}

/** "errors of g2 from 20 blocks of 100.0 ms". */
export function blocksText({ span }: Columnar<Correlation>, blocks: number | undefined, tick: Tick): string {
  if (blocks === undefined || span === null) return "";
  return `errors of g2 from ${plural(blocks, "block")} of ${seconds(toSeconds(span, tick) / blocks, 4)}\n`;
}
