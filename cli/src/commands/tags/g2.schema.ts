/** The output of `tagview g2 --json`. */

import {
  clocked,
  complete,
  count,
  counts,
  type Described,
  emptyList,
  error,
  exactly,
  file,
  hints,
  integer,
  integers,
  list,
  none,
  nullable,
  oneOf,
  real,
  reals,
  remarks,
  summed,
  text,
  tickSeconds,
  unknown,
  values,
  word,
} from "../../output/json-shapes";
import { pulsed } from "./peak.schema";

const channels = {
  file,
  a: integer("start channel (delay 0)"),
  b: integer("stop channel"),
};

const parameter = {
  name: text(
    "level, depth, height, centre, fwhm, tau, bunching, tau_bunching, g2_zero; of molecules particles, tau_diffusion, share, tau_slow, triplet, tau_triplet, structure",
  ),
  value: real("ticks for centre, fwhm and tau parameters; a pure number otherwise"),
  error: nullable(real("one standard deviation; null for a poor fit")),
  value_s: nullable(real("value in seconds; null for parameters that are not times")),
  error_s: nullable(real("seconds")),
};

const model = {
  model: text("requested model"),
  parameters: list(exactly(parameter), "fitted parameters; g2_zero is g2 at the centre divided by the level"),
  deviance: real("deviance: twice the log likelihood ratio of counts equal to the expected ones"),
  g2: values("g2 of the model in each bin; empty for more than 209,715 bins"),
};

const fit = exactly({
  ...model,
  true_deviance: nullable(real("expected deviance of a true model; null for models of diffusion")),
  true_deviance_spread: nullable(real("standard deviation of true_deviance")),
});
/** The fit to logarithmic bins, whose counts are not independent: errors are known with `--blocks` alone. */
const fitOfLogarithmic = exactly({ ...model, true_deviance: unknown, true_deviance_spread: unknown });
export type FitJson = Described<typeof fit>;

const measured = {
  span: nullable(integer("time from the first to the last tag in ticks")),
  tags_a: count(),
  tags_b: count(),
  complete,
  delay: integers("lower edge of each bin in ticks"),
  counts: counts("number of pairs in each bin of delays"),
  g2: reals(
    "counts[k] * span^2 / (bin * (span - |delay|) * tags_a * tags_b) in linear bins; null if it can't be normalised",
  ),
  g2_error: reals(
    "one standard error (68 %); null for fewer than 20 pairs, and for delays above a quarter of a block",
  ),
  g2_low: reals("lower end of the interval of g2 (68 %)"),
  g2_high: reals("upper end of the interval of g2 (68 %)"),
  errors_from: word("poisson", "blocks"),
  blocks: nullable(count("number of blocks for the errors; null for Poisson errors")),
  fit: nullable(fit),
  hints,
  remarks,
  moved: count("number of tags that were out of order and were sorted"),
  ...tickSeconds,
  ...clocked,
  ...summed,
  error,
};

const linear = exactly(
  {
    ...channels,
    bin: integer("width of a bin in ticks"),
    from: integer("lower edge of the first bin in ticks"),
    ...measured,
    pulsed,
  },
  { title: "bins of one width" },
);

const logarithmic = exactly(
  {
    ...channels,
    edges: integers("ticks; bin k covers edges[k] <= delay < edges[k+1]"),
    ...measured,
    g2_error: reals("one standard error (68 %); null without --blocks"),
    fit: nullable(fitOfLogarithmic),
    pulsed: none,
  },
  { title: "with --log" },
);

const unread = exactly(
  {
    ...channels,
    ...{ bin: none, from: none, span: none, tags_a: none, tags_b: none },
    complete,
    ...{ delay: emptyList, counts: emptyList, g2: emptyList },
    ...tickSeconds,
    error,
  },
  { title: "nothing was read" },
);

export const g2 = oneOf(linear, logarithmic, unread);
export type G2Json = Described<typeof g2>;
