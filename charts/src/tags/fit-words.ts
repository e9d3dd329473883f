/** Text for a fitted model of g2. */

import { pure, withError } from "../numbers";
import type { FitData, FitParameterData, KeyFigure, TagChartOptions } from "./data";
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
export function parameterWords(fit: FitData, options: TagChartOptions): string[] {
  return parameterFigures(fit, options).map(({ name, value }) => `${name} ${value}`);
}

function parameterFigures({ parameters }: FitData, options: TagChartOptions): KeyFigure[] {
  const named = new Map(parameters.map((one) => [one.name, one]));
  return ORDER.flatMap((name) => {
    const parameter = named.get(name);
    return parameter === undefined ? [] : [parameterFigure(parameter, options)];
  });
}

function parameterFigure(parameter: FitParameterData, options: TagChartOptions): KeyFigure {
  const { name, value, error, upper = null } = parameter;
  const time = TIMES[name];
  // Within its error of 0, an error is not symmetrical.
  if (upper !== null && error !== null && value < error)
    return { name: NUMBERS[name] ?? name, value: `below ${pure(upper, 2)} (95 %)` };
  if (time !== undefined) return { name: time, value: lengthText(value, error, options) };
  return { name: NUMBERS[name] ?? name, value: error === null ? pure(value) : withError(value, error, "") };
}

type Deviance = Pick<FitData, "deviance" | "true_deviance" | "true_deviance_spread">;

/** "412 (expected 399 ± 28)", or "412". */
export function devianceFigure({ deviance, true_deviance, true_deviance_spread }: Deviance): KeyFigure {
  const whole = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 0 });
  const expected =
    true_deviance === null || true_deviance_spread === null
      ? ""
      : ` (expected ${whole(true_deviance)} ± ${whole(true_deviance_spread)})`;
  return { name: "deviance", value: `${whole(deviance)}${expected}` };
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
  const words = [...parameterWords(fit, options), `deviance ${devianceFigure(fit).value}`];
  return `${head}: ${words.join(", ")}`;
}

/** The model, its parameters with their errors, and the deviance. */
export function fitFigures(fit: FitData, options: TagChartOptions): KeyFigure[] {
  const poor = isPoorFit(fit) ? ", the nearest: it does not describe the counts" : "";
  const model = { name: "model", value: `${modelName(fit.model)}${poor}`, about: "fit" };
  return [model, ...parameterFigures(fit, options), devianceFigure(fit)];
}
