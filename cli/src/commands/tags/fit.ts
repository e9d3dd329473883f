/** `--fit`: fits a model to g2 and prints it. */

import { InvalidArgumentError, Option } from "commander";
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
  structure?: number;
}

/** `--fit`. */
export function fitOption(): Option {
  return new Option("--fit <model>", "model to fit to g2 (default: none)").choices(FIT_MODELS);
}

/** `--structure`. */
export function structureOption(): Option {
  const description = "length of the focus over its width, for the fit of diffusion (default: 5)";
  return new Option("--structure <ratio>", description).argParser(positiveNumber);
}

function positiveNumber(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!(value > 0 && value < Number.POSITIVE_INFINITY))
    throw new InvalidArgumentError("Write a positive number.");
  return value;
}

/** The fields of a request of g2. */
export function fitRequest({ fit, structure }: FitOptions): { fit?: FitModel; structure?: number } {
  return { ...(fit === undefined ? {} : { fit }), ...(structure === undefined ? {} : { structure }) };
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
  particles: number("particles N"),
  tau_diffusion: time("diffusion time"),
  share: number("share of it"),
  tau_slow: time("slow diffusion time"),
  triplet: number("share in triplet"),
  tau_triplet: time("triplet time"),
  centre: time("centre"),
  level: number("level"),
  structure: number("structure (fixed)"),
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
    parameters: fit.parameters.map(({ name, value, error, upper }) => ({
      name,
      value,
      error,
      upper,
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
  const head = `fit of the model ${model}:\n${lines.join("")}  deviance ${deviance.toFixed(0)}`;
  if (true_deviance === null || true_deviance_spread === null) return `${head}\n`;
  const expected = `${true_deviance.toFixed(0)} ± ${true_deviance_spread.toFixed(0)}`;
  return isPoor ? `${head}, far above the expected ${expected}\n` : `${head} (expected ${expected})\n`;
}

function nameOf(name: string): string {
  return WORDINGS[name]?.name ?? name;
}

function valueText({ name, value, error, upper }: FitParameter, tick: Tick): string {
  // Within its error of 0, an error is not symmetrical.
  if (upper !== null && error !== null && value < error) return `below ${upper.toPrecision(2)} (95 %)`;
  if (!isTime(name)) return uncertainNumber(value, error);
  return uncertainSeconds(toSeconds(value, tick), error === null ? null : toSeconds(error, tick));
}
