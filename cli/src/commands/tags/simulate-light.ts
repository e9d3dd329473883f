/** The options of `tagview simulate` that say what light there is beside pairs, and how it comes. */

import { type Command, InvalidArgumentError, Option } from "commander";
import {
  isWholeTicks,
  parseRange,
  parseRealTime,
  parseTime,
  TagviewError,
  type Tick,
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
  if (!Number.isFinite(value)) throw new InvalidArgumentError("It is a number, 0 or greater.");
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
      new Option("--light <kind>", "a beam, split between both detectors; without pairs").choices([
        "coherent",
        "thermal",
        "emitter",
      ]),
    )
    .option("--light-rate <hz>", "its photons per second, before the splitter", number)
    .option("--coherence-time <time>", "of thermal light: g2 = 1 + exp(-2|d|/TIME)")
    .option("--lifetime <time>", "of an emitter: mean time from excitation to emission")
    .option("--emitter-g2 <x>", "of a pulsed emitter: g2(0)", number)
    .option("--pulse-rate <hz>", "pairs and beam come in pulses", number)
    .option("--pulse-width <time>", "standard deviation of an emission's time in its pulse")
    .option("--clock <ch>", "a channel with a tag for every pulse", wholeNumber(0, 2 ** 53 - 1))
    .option("--clock-divider <n>", "a tag for every n-th pulse", wholeNumber(1, 2 ** 31))
    .option("--transmission <from..to>", "what part of the light comes, from start to end, as 0..1", fromTo)
    .option("--pause <from..to>", "no light from FROM to before TO; may be repeated", collect);
}

/** An option's time in ticks that need not be whole; undefined where it is not given. */
export function realTime(option: string, text: string | undefined, tick: Tick): number | undefined {
  if (text === undefined) return undefined;
  return naming(option, () =>
    isWholeTicks(text, tick) ? Number(parseTime(text, tick)) : parseRealTime(text, tick),
  );
}

/** The parts of the simulation's request that the options say. */
export function lightOf(options: LightOptions, tick: Tick): object {
  const real = (option: string, text: string | undefined) => realTime(option, text, tick);
  const { light, lightRate, emitterG2, pulseRate, clock, clockDivider, transmission } = options;
  const ofLight = {
    rate: lightRate,
    coherence_time: real("--coherence-time", options.coherenceTime),
    lifetime: real("--lifetime", options.lifetime),
    g2: emitterG2,
  };
  if (light === undefined) refuse(ofLight, "--light");
  if (light !== undefined && lightRate === undefined) throw missing("--light", "--light-rate");
  const ofClock = { channel: clock, divider: clockDivider };
  if (clock === undefined) refuse(ofClock, "--clock");
  const ofPulses = {
    width: real("--pulse-width", options.pulseWidth),
    clock: clock === undefined ? undefined : ofClock,
  };
  if (pulseRate === undefined) refuse(ofPulses, "--pulse-rate");
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

/** Refuses what is said of something that there is not. */
function refuse(said: object, needed: string): void {
  if (Object.values(said).some((value) => value !== undefined)) {
    throw new TagviewError("usage", `what is said needs ${needed}`, `add ${needed}, or say less`);
  }
}

function missing(option: string, needed: string): TagviewError {
  return new TagviewError("usage", `${option} needs ${needed}`, `add ${needed}`);
}
