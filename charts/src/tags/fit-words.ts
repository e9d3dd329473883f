/** Text for a fitted model of g2. */

import { pure, withError } from "../numbers";
import type { FitData, FitParameterData, TagChartOptions } from "./data";
import { lengthText } from "./peak";

/** Names of the parameters that are times. */
const TIMES: Readonly<Record<string, string>> = {
  tau: "tau",
  fwhm: "FWHM",
  tau_bunching: "tau of bunching",
  centre: "centre",
  tau_diffusion: "diffusion",
  tau_slow: "slow diffusion",
  tau_triplet: "triplet",
};
/** Names of the parameters that are numbers. A depth is 1 - `g2_zero`, and omitted. */
const NUMBERS: Readonly<Record<string, string>> = {
  g2_zero: "lowest g2",
  height: "height",
  bunching: "bunching",
  level: "level",
  particles: "N",
  share: "share",
  triplet: "dark",
};
/** Order of the parameters, the most important first. */
const ORDER = [
  ...["g2_zero", "height", "tau", "fwhm", "bunching", "tau_bunching"],
  ...["particles", "tau_diffusion", "share", "tau_slow", "triplet", "tau_triplet", "centre", "level"],
];

/** Models named after a person. */
const NAMES: Readonly<Record<string, string>> = { lorentzian: "Lorentzian", gaussian: "Gaussian" };

/** Display name of a model. */
export function modelName(model: string): string {
  return NAMES[model] ?? model;
}

/** "lowest g2 0.120 ± 0.020", "tau 5.02 ± 0.11 ns", ...: the parameters with their errors. */
export function parameterWords({ parameters }: FitData, options: TagChartOptions): string[] {
  const named = new Map(parameters.map((one) => [one.name, one]));
  return ORDER.flatMap((name) => {
    const parameter = named.get(name);
    return parameter === undefined ? [] : [parameterText(parameter, options)];
  });
}

function parameterText({ name, value, error }: FitParameterData, options: TagChartOptions): string {
  const time = TIMES[name];
  if (time !== undefined) return `${time} ${lengthText(value, error, options)}`;
  return `${NUMBERS[name] ?? name} ${error === null ? pure(value) : withError(value, error, "")}`;
}

type Deviance = Pick<FitData, "deviance" | "true_deviance" | "true_deviance_spread">;

/** "deviance 412 (expected 399 ± 28)", or "deviance 412". */
export function devianceText({ deviance, true_deviance, true_deviance_spread }: Deviance): string {
  const whole = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 0 });
  if (true_deviance === null || true_deviance_spread === null) return `deviance ${whole(deviance)}`;
  return `deviance ${whole(deviance)} (expected ${whole(true_deviance)} ± ${whole(true_deviance_spread)})`;
}

/** Whether the deviance is more than five standard deviations above the expected one: the model does not describe the counts. */
export function isPoorFit({ deviance, true_deviance, true_deviance_spread }: FitData): boolean {
  if (true_deviance === null || true_deviance_spread === null) return false;
  return deviance > true_deviance + 5 * true_deviance_spread;
}

/** "two-level fit: lowest g2 0.120 ± 0.020, tau 5.02 ± 0.11 ns, ..., deviance 412 (expected 399 ± 28)". */
export function fitText(fit: FitData, options: TagChartOptions): string {
  const name = modelName(fit.model);
  const head = isPoorFit(fit) ? `no ${name} model describes the counts; the nearest` : `${name} fit`;
  return `${head}: ${[...parameterWords(fit, options), devianceText(fit)].join(", ")}`;
}
