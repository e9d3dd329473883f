/** `--fit`: fits a model to g2 and prints it. */

import { Option } from "commander";
import { uncertainNumber, uncertainSeconds } from "../../output/uncertain";
import {
  FIT_MODELS,
  type Fit,
  type FitModel,
  type FitParameter,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import type { FitJson } from "./g2.schema";

export interface FitOptions {
  fit?: FitModel;
}

/** `--fit`. */
export function fitOption(): Option {
  return new Option("--fit <model>", "model to fit to g2 (default: none)").choices(FIT_MODELS);
}

/** The printed form of a parameter. */
interface Wording {
  name: string;
  /** Whether its value is in ticks. */
  isTime: boolean;
}

const number = (name: string): Wording => ({ name, isTime: false });
const time = (name: string): Wording => ({ name, isTime: true });

/** The parameters of all models, in the order in which they are printed. */
const WORDINGS: Readonly<Record<string, Wording>> = {
  g2_zero: number("lowest g2"),
  depth: number("depth"),
  height: number("height"),
  tau: time("tau"),
  fwhm: time("FWHM"),
  bunching: number("bunching"),
  tau_bunching: time("tau of bunching"),
  centre: time("centre"),
  level: number("level"),
};
const ORDER = Object.keys(WORDINGS);

const isTime = (name: string): boolean => WORDINGS[name]?.isTime === true;

/** The fit in the object that `--json` prints. */
export function fitJson(fit: Fit | null, tick: Tick): FitJson | null {
  if (fit === null) return null;
  const inSeconds = (name: string, ticks: number | null) =>
    ticks === null || !isTime(name) ? null : toSeconds(ticks, tick);
  return {
    ...fit,
    parameters: fit.parameters.map(({ name, value, error }) => ({
      name,
      value,
      error,
      value_s: inSeconds(name, value),
      error_s: inSeconds(name, error),
    })),
  };
}

/**
 * A line for each parameter with its error, and one for the quality of the fit; empty without a fit. The remark
 * `fit-poor` marks a model that does not describe the counts.
 */
export function fitText(fit: Fit | null, remarks: readonly { code: string }[], tick: Tick): string {
  if (fit === null) return "";
  const { model, parameters, deviance, true_deviance, true_deviance_spread } = fit;
  const ordered = parameters.toSorted((x, y) => ORDER.indexOf(x.name) - ORDER.indexOf(y.name));
  const width = Math.max(...ordered.map(({ name }) => nameOf(name).length)) + 3;
  const lines = ordered.map((one) => `  ${nameOf(one.name).padEnd(width)}${valueText(one, tick)}\n`);
  const isPoor = remarks.some(({ code }) => code === "fit-poor");
  const expected = `${true_deviance.toFixed(0)} ± ${true_deviance_spread.toFixed(0)}`;
  const verdict = isPoor ? `far above the ${expected} of a true model` : `of a true model ${expected}`;
  return `fit of the model ${model}:\n${lines.join("")}  deviance ${deviance.toFixed(0)}, ${verdict}\n`;
}

function nameOf(name: string): string {
  return WORDINGS[name]?.name ?? name;
}

function valueText({ name, value, error }: FitParameter, tick: Tick): string {
  if (!isTime(name)) return uncertainNumber(value, error);
  return uncertainSeconds(toSeconds(value, tick), error === null ? null : toSeconds(error, tick));
}
