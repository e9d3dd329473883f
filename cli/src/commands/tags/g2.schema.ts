/** The output of `tagview g2 --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

const { a, b, bin, from, edges, pulsed } = core.Correlation.properties;
const parameter = s.exactly({
  ...core.FitParameter.properties,
  value_s: s.nullable(s.real("value in seconds; null for parameters that are not times")),
  error_s: s.nullable(s.real("seconds")),
});
const fit = s.exactly({
  model: core.Fit.properties.model,
  parameters: s.list(parameter, "fitted parameters; g2_zero is g2 at the centre divided by the level"),
  deviance: core.Fit.properties.deviance,
  g2: s.values("g2 of the model in each bin; empty for more than 209,715 bins"),
  ...s.fields(core.Fit, "true_deviance", "true_deviance_spread"),
});
/** The fit to logarithmic bins, whose counts are not independent: errors are known with `--blocks` alone. */
const fitOfLogarithmic = s.exactly({
  ...fit.properties,
  true_deviance: s.unknown,
  true_deviance_spread: s.unknown,
});
export type FitJson = s.Described<typeof fit>;

const measured = {
  ...s.fields(core.Correlation, "span", "tags_a", "tags_b"),
  complete: s.complete,
  delay: s.integers("lower edge of each bin in ticks"),
  ...s.fields(core.Correlation, "counts", "g2"),
  g2_error: s.reals(
    "one standard error (68 %); null for fewer than 20 pairs, and for delays above a quarter of a block",
  ),
  ...s.fields(core.Correlation, "g2_low", "g2_high"),
  errors_from: s.word("poisson", "blocks"),
  blocks: s.nullable(s.count("number of blocks for the errors; null for Poisson errors")),
  fit: s.nullable(fit),
  ...s.fields(core.Correlation, "hints", "remarks"),
  ...s.sortedScan,
};

const linear = s.exactly(
  { file: s.file, a, b, bin: s.known(bin), from: s.known(from), ...measured, pulsed },
  { title: "bins of one width" },
);

const logarithmic = s.exactly(
  {
    ...{ file: s.file, a, b },
    edges: s.known(edges),
    ...measured,
    g2_error: s.reals("one standard error (68 %); null without --blocks"),
    fit: s.nullable(fitOfLogarithmic),
    pulsed: s.none,
  },
  { title: "with --log" },
);

const unread = s.exactly(
  {
    ...{ file: s.file, a, b },
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
