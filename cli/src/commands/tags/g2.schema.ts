/** The output of `tagview g2 --json`. */

import * as s from "../../output/json-shapes";
import { pulsed } from "./peak.schema";

const channels = {
  file: s.file,
  a: s.integer("start channel (delay 0)"),
  b: s.integer("stop channel"),
};

const parameter = {
  name: s.text(
    "level, depth, height, centre, fwhm, tau, bunching, tau_bunching, g2_zero; of molecules particles, tau_diffusion, share, tau_slow, triplet, tau_triplet, structure",
  ),
  value: s.real("ticks for centre, fwhm and tau parameters; a pure number otherwise"),
  error: s.nullable(s.real("one standard error; null for a poor fit")),
  value_s: s.nullable(s.real("value in seconds; null for parameters that are not times")),
  error_s: s.nullable(s.real("seconds")),
};

const model = {
  model: s.text("requested model"),
  parameters: s.list(
    s.exactly(parameter),
    "fitted parameters; g2_zero is g2 at the centre divided by the level",
  ),
  deviance: s.real("deviance: twice the log likelihood ratio of counts equal to the expected ones"),
  g2: s.values("g2 of the model in each bin; empty for more than 209,715 bins"),
};

const fit = s.exactly({
  ...model,
  true_deviance: s.nullable(s.real("expected deviance of a true model; null for models of diffusion")),
  true_deviance_spread: s.nullable(s.real("standard deviation of true_deviance")),
});
/** The fit to logarithmic bins, whose counts are not independent: errors are known with `--blocks` alone. */
const fitOfLogarithmic = s.exactly({ ...model, true_deviance: s.unknown, true_deviance_spread: s.unknown });
export type FitJson = s.Described<typeof fit>;

const measured = {
  span: s.nullable(s.integer("time from the first to the last tag in ticks")),
  tags_a: s.count(),
  tags_b: s.count(),
  complete: s.complete,
  delay: s.integers("lower edge of each bin in ticks"),
  counts: s.counts("number of pairs in each bin of delays"),
  g2: s.reals(
    "counts[k] * span^2 / (bin * (span - |delay|) * tags_a * tags_b) in linear bins; null if it can't be normalised",
  ),
  g2_error: s.reals(
    "one standard error (68 %); null for fewer than 20 pairs, and for delays above a quarter of a block",
  ),
  g2_low: s.reals("lower end of the interval of g2 (68 %)"),
  g2_high: s.reals("upper end of the interval of g2 (68 %)"),
  errors_from: s.word("poisson", "blocks"),
  blocks: s.nullable(s.count("number of blocks for the errors; null for Poisson errors")),
  fit: s.nullable(fit),
  hints: s.hints,
  remarks: s.remarks,
  moved: s.count("number of tags that were out of order and were sorted"),
  ...s.tickSeconds,
  ...s.scanned,
  ...s.summed,
  error: s.error,
};

const linear = s.exactly(
  {
    ...channels,
    bin: s.integer("width of a bin in ticks"),
    from: s.integer("lower edge of the first bin in ticks"),
    ...measured,
    pulsed,
  },
  { title: "bins of one width" },
);

const logarithmic = s.exactly(
  {
    ...channels,
    edges: s.integers("ticks; bin k covers edges[k] <= delay < edges[k+1]"),
    ...measured,
    g2_error: s.reals("one standard error (68 %); null without --blocks"),
    fit: s.nullable(fitOfLogarithmic),
    pulsed: s.none,
  },
  { title: "with --log" },
);

const unread = s.exactly(
  {
    ...channels,
    ...{ bin: s.none, from: s.none, span: s.none, tags_a: s.none, tags_b: s.none },
    complete: s.complete,
    ...{ delay: s.emptyList, counts: s.emptyList, g2: s.emptyList },
    order_break: s.none,
    ...s.tickSeconds,
    error: s.error,
  },
  { title: "nothing was read" },
);

export const g2 = s.oneOf(linear, logarithmic, unread);
export type G2Json = s.Described<typeof g2>;
