/** `tagview simulate`: a recording of a photon-pair source and its detectors, the same for the same seed. */

import { InvalidArgumentError } from "commander";
import { writeWhole } from "../../output/whole-file";
import { DEFAULT_TICK, engine, parseTick, parseTime } from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import { wholeNumber, withQuiet } from "../../runtime/options";
import type { Register } from "../group";
import { packingOf, type WritingOptions, withWriting } from "./writing";

interface SimulateOptions extends WritingOptions {
  tick: string;
  seed?: number;
  duration?: string;
  pairRate?: number;
  efficiency?: number;
  darkRate?: number;
  delay?: string;
  jitter?: string;
  deadTime?: string;
}

const number = (text: string): number => {
  const value = /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new InvalidArgumentError("It is a number, 0 or greater.");
  return value;
};

export const simulate: Register = (program, done) => {
  withQuiet(withWriting(program.command("simulate")))
    .description("write a simulated recording of photon pairs")
    .option("--seed <n>", "the same seed gives the same tags (default: 1)", wholeNumber(0, 2 ** 53 - 1))
    .option("--duration <time>", "length of the recording (default: 2s)")
    .option("--tick <time>", "length of a tick", DEFAULT_TICK)
    .option("--pair-rate <hz>", "pairs emitted per second", number)
    .option("--efficiency <x>", "probability that a photon is seen, both detectors", number)
    .option("--dark-rate <hz>", "dark counts per second, both detectors", number)
    .option("--delay <time>", "how much later the second photon is seen")
    .option("--jitter <time>", "standard deviation of a click's time, both detectors")
    .option("--dead-time <time>", "dead time after a click, both detectors")
    .action(async (options: SimulateOptions) => {
      const source = sourceOf(options);
      await writeWhole(options.output, (write) => engine.tags.simulate(source, { write }));
      done(Status.Good);
    });
};

/** The request of the simulation, which has a default for everything that is absent. */
function sourceOf(options: SimulateOptions): object {
  const tick = parseTick(options.tick);
  const time = (text: string | undefined) => (text === undefined ? undefined : parseTime(text, tick));
  const jitter = time(options.jitter);
  const detector = {
    efficiency: options.efficiency,
    dark_rate: options.darkRate,
    dead_time: time(options.deadTime),
    jitter: jitter === undefined ? undefined : Number(jitter),
  };
  return {
    seed: options.seed,
    duration: parseTime(options.duration ?? "2s", tick),
    tick: tick.seconds,
    pair_rate: options.pairRate,
    a: detector,
    b: { ...detector, delay: time(options.delay) },
    ...packingOf(options),
  };
}
