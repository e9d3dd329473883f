/** `tagview simulate`: a recording of a light source and its detectors, the same for the same seed. */

import { writeWhole } from "../../output/whole-file";
import { writeError } from "../../output/write";
import { DEFAULT_TICK, engine, parseTick, parseTime, type Tick } from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import { wholeNumber, withQuiet } from "../../runtime/options";
import type { Register } from "../group";
import { aboutOf } from "./kinds";
import { roundedTimes } from "./rounded";
import { type LightOptions, lightOf, number, realTime, withLight } from "./simulate-light";
import { packingOf, type WritingOptions, withWriting } from "./writing";

interface SimulateOptions extends WritingOptions, LightOptions {
  tick?: string;
  quiet?: boolean;
  seed?: number;
  duration?: string;
  pairRate?: number;
  efficiency?: number;
  darkRate?: number;
  delay?: string;
  jitter?: string;
  deadTime?: string;
  afterpulsing?: number;
  afterpulseDecay?: string;
  extra: boolean;
}

export const simulate: Register = (program, done) => {
  const command = withQuiet(withWriting(program.command("simulate")))
    .description("write a simulated recording of photon pairs, or of other light")
    .option("--seed <n>", "the same seed gives the same tags (default: 1)", wholeNumber(0, 2 ** 53 - 1))
    .option("--duration <time>", "length of the recording (default: 2s)")
    .option("--tick <time>", `length of a tick, which the recording tells (default: ${DEFAULT_TICK})`)
    .option("--pair-rate <hz>", "pairs emitted per second", number)
    .option("--efficiency <x>", "probability that a photon is seen, both detectors", number)
    .option("--dark-rate <hz>", "dark counts per second, both detectors", number)
    .option("--delay <time>", "how much later the second photon is seen")
    .option("--jitter <time>", "standard deviation of a click's time, both detectors")
    .option("--dead-time <time>", "dead time after a click, both detectors")
    .option(
      "--afterpulsing <x>",
      "probability of a click without light after a click, both detectors",
      number,
    )
    .option("--afterpulse-decay <time>", "its mean time after the dead time, both detectors")
    .option("--no-extra", "without the third detector, which sees only the dark");
  withLight(command).action(async (options: SimulateOptions) => {
    const tick = parseTick(options.tick ?? DEFAULT_TICK);
    const source = sourceOf(options, tick);
    await writeWhole(options.output, options, (write) => engine.tags.simulate(source, { write }));
    const { delay, deadTime, duration } = options;
    const rounded = roundedTimes({ "--delay": delay, "--dead-time": deadTime, "--duration": duration }, tick);
    if (!options.quiet) for (const said of rounded) writeError(`note: ${said}\n`);
    done(Status.Good);
  });
};

/** The request of the simulation, which has a default for everything that is absent. */
function sourceOf(options: SimulateOptions, tick: Tick): object {
  const time = (text: string | undefined) => (text === undefined ? undefined : parseTime(text, tick));
  const detector = {
    efficiency: options.efficiency,
    dark_rate: options.darkRate,
    dead_time: time(options.deadTime),
    jitter: realTime("--jitter", options.jitter, tick),
    afterpulsing: options.afterpulsing,
    afterpulse_decay: realTime("--afterpulse-decay", options.afterpulseDecay, tick),
  };
  return {
    seed: options.seed,
    duration: parseTime(options.duration ?? "2s", tick),
    tick: tick.seconds,
    pair_rate: options.pairRate,
    a: detector,
    b: { ...detector, delay: time(options.delay) },
    ...(options.extra ? {} : { extra: false }),
    ...lightOf(options, tick),
    ...packingOf(options),
    about: aboutOf([], options.tick ?? DEFAULT_TICK, options.tick !== undefined),
  };
}
