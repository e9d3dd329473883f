/** The options of `tagview simulate` for light other than pairs, and for its timing. */

import { type Command, InvalidArgumentError, Option } from "commander";
import {
  isWholeTicks,
  parseRange,
  parseRealTime,
  parseTime,
  TagviewError,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import { naming, wholeNumber } from "../../runtime/options";

export interface LightOptions {
  light?: string;
  lightRate?: number;
  coherenceTime?: string;
  lifetime?: string;
  emitterG2?: number;
  pulseRate?: number;
  pulseWidth?: string;
  clock?: number;
  clockDivider?: number;
  transmission?: { start: number; end: number };
  pause?: string[];
}

/** A parser for an option's value: a number, 0 or greater. */
export const number = (text: string): number => {
  const value = /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new InvalidArgumentError("Write a number, 0 or greater.");
  return value;
};

const fromTo = (text: string): { start: number; end: number } => {
  const [start, end, ...more] = text.split("..");
  if (!start || !end || more.length > 0) throw new InvalidArgumentError("Write FROM..TO, as in 0..1.");
  return { start: number(start), end: number(end) };
};

const collect = (text: string, all: string[] = []): string[] => [...all, text];

export function withLight(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--light <kind>",
        "a beam, split between both detectors; without pairs, unless --pair-rate is given",
      ).choices(["coherent", "thermal", "emitter"]),
    )
    .option("--light-rate <hz>", "photons per second of the beam, before the splitter", number)
    .option("--coherence-time <time>", "of thermal light: g2 = 1 + exp(-2|d|/TIME)")
    .option("--lifetime <time>", "for an emitter: mean time from excitation to emission")
    .option("--emitter-g2 <x>", "for a pulsed emitter: g2(0)", number)
    .option("--pulse-rate <hz>", "pulse rate of pairs and beam", number)
    .option("--pulse-width <time>", "standard deviation of an emission's time in its pulse")
    .option("--clock <ch>", "clock channel with a tag for every pulse", wholeNumber(0, 2 ** 53 - 1))
    .option("--clock-divider <n>", "clock tag for every n-th pulse only", wholeNumber(1, 2 ** 31))
    .option("--transmission <from..to>", "transmission from start to end, as 0..1", fromTo)
    .option("--pause <from..to>", "no light from FROM to before TO; may be repeated", collect);
}

/** An option's time in ticks, which may be fractional; undefined without the option. */
export function realTime(option: string, text: string | undefined, tick: Tick): number | undefined {
  if (text === undefined) return undefined;
  return naming(option, () =>
    isWholeTicks(text, tick) ? Number(parseTime(text, tick)) : parseRealTime(text, tick),
  );
}

/** The parts of the simulation's request that the options set. */
export function lightOf(options: LightOptions, tick: Tick): object {
  checkLight(options);
  const real = (option: string, text: string | undefined) => realTime(option, text, tick);
  const { light, lightRate, emitterG2, pulseRate, clock, clockDivider, transmission } = options;
  const ofLight = {
    rate: lightRate,
    coherence_time: real("--coherence-time", options.coherenceTime),
    lifetime: real("--lifetime", options.lifetime),
    g2: emitterG2,
  };
  const ofPulses = {
    width: real("--pulse-width", options.pulseWidth),
    clock: clock === undefined ? undefined : { channel: clock, divider: clockDivider },
  };
  if (light === "emitter") checkEmitter(options, toSeconds(ofLight.lifetime ?? 0, tick));
  const pauses = options.pause?.map((text) => {
    const { from, to } = naming("--pause", () => parseRange(text, tick));
    return [from, to];
  });
  return {
    light: light === undefined ? undefined : { statistics: light, ...ofLight },
    pulses: pulseRate === undefined ? undefined : { rate: pulseRate, ...ofPulses },
    transmission: transmission || pauses ? { ...transmission, pauses } : undefined,
  };
}

/** Options of one kind of light. */
const KINDS = { coherenceTime: "thermal", lifetime: "emitter", emitterG2: "emitter" } as const;

/** Channels of the detectors, those of pairs and the third one. */
const DETECTORS = [3, 15, 16];

/**
 * Checks that options have the options that they need.
 * @throws TagviewError `usage` naming both.
 */
function checkLight(options: LightOptions): void {
  const { light, pulseRate, clock } = options;
  const needs = (option: keyof LightOptions, needed: string, example: string) => {
    if (options[option] !== undefined) throw lacking(flagOf(option), needed, example);
  };
  if (light === undefined) {
    const example = "--light coherent, thermal or emitter";
    for (const option of ["lightRate", "coherenceTime", "lifetime", "emitterG2"] as const)
      needs(option, "--light", example);
  }
  if (options.lightRate === undefined) needs("light", "--light-rate", "--light-rate 1e5");
  for (const [option, kind] of Object.entries(KINDS) as [keyof typeof KINDS, string][]) {
    if (options[option] === undefined || light === kind) continue;
    const message = `--light ${light} has no ${flagOf(option)}`;
    throw new TagviewError("usage", message, `leave it out, or choose --light ${kind}`);
  }
  if (light === "thermal" && options.coherenceTime === undefined)
    throw lacking("--light thermal", "--coherence-time", "--coherence-time 1us");
  if (light === "emitter" && options.lifetime === undefined)
    throw lacking("--light emitter", "--lifetime", "--lifetime 5ns");
  if (light === "thermal" && pulseRate !== undefined)
    throw new TagviewError(
      "usage",
      "pulsed thermal light can't be simulated",
      "leave out --pulse-rate, or choose --light coherent",
    );
  if (clock === undefined) needs("clockDivider", "--clock", "--clock 7");
  if (pulseRate === undefined) {
    for (const option of ["clock", "pulseWidth"] as const) needs(option, "--pulse-rate", "--pulse-rate 1e6");
    if (options.emitterG2) needs("emitterG2", "--pulse-rate", "--pulse-rate 1e6");
  }
  if (clock !== undefined && DETECTORS.includes(clock))
    throw new TagviewError(
      "usage",
      `--clock ${clock} is the channel of a detector`,
      `choose another channel than ${DETECTORS.join(", ")}`,
    );
}

/** Checks that an emitter can emit at its rate: one photon a pulse, or less than one in its lifetime, seconds. */
function checkEmitter({ lightRate = 0, pulseRate, lifetime }: LightOptions, seconds: number): void {
  if (pulseRate !== undefined && lightRate > pulseRate)
    throw new TagviewError(
      "usage",
      "--light-rate is higher than --pulse-rate, but an emitter emits at most one photon per pulse",
      `give --light-rate ${pulseRate} or less`,
    );
  if (pulseRate === undefined && lightRate * seconds >= 1)
    throw new TagviewError(
      "usage",
      `--light-rate is too high for --lifetime ${lifetime}: an emitter emits less than one photon in its lifetime`,
      `give less than ${(1 / seconds).toPrecision(3)}`,
    );
}

/** `coherenceTime` as `--coherence-time`. */
function flagOf(option: string): string {
  return `--${option.replace(/[A-Z0-9]+/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function lacking(option: string, needed: string, example: string): TagviewError {
  return new TagviewError("usage", `${option} needs ${needed}`, `add ${example}, or leave out ${option}`);
}

/** Options by the names of the simulation's parameters in its messages. */
const OPTIONS: Record<string, string> = {
  ...{ duration: "--duration", tick: "--tick", "pair rate": "--pair-rate", efficiency: "--efficiency" },
  ...{ "dark count rate": "--dark-rate", delay: "--delay", jitter: "--jitter", "dead time": "--dead-time" },
  ...{ "afterpulsing probability": "--afterpulsing", "afterpulse decay": "--afterpulse-decay" },
  ...{ "pulse rate": "--pulse-rate", "pulse width": "--pulse-width", "clock's divider": "--clock-divider" },
  ...{ "light's rate": "--light-rate", "coherence time": "--coherence-time", lifetime: "--lifetime" },
  ...{ "emitter's g2": "--emitter-g2", "transmission at the start": "--transmission" },
  ...{ "transmission at the end": "--transmission", "number of pauses": "--pause" },
};

/** Returns the simulation's error with the name of the option instead of the name of the parameter. */
export function inOptions(thrown: unknown): unknown {
  if (!(thrown instanceof TagviewError) || thrown.code !== "usage") return thrown;
  const pattern = /^the simulation's (.+?)( in ticks| in seconds)?(?: of channel \d+)? is (\S+)$/u;
  const [, name = "", unit = "", value] = pattern.exec(thrown.message) ?? [];
  const option = OPTIONS[name];
  if (option === undefined) return thrown;
  const measure = unit.replace(" in", "");
  return new TagviewError("usage", `${option} is ${value}${measure}`, `${thrown.remedy}${measure}`);
}
