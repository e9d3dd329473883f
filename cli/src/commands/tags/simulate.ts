/** `tagview simulate`: a recording of a light source and its detectors, the same for the same seed. */

import { writeWhole } from "../../output/whole-file";
import { DEFAULT_TICK, engine, parseTick, parseTime } from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import { wholeNumber, withQuiet } from "../../runtime/options";
import type { Register } from "../group";
import { type LightOptions, lightOf, number, withLight } from "./simulate-light";
import { packingOf, type WritingOptions, withWriting } from "./writing";

interface SimulateOptions extends WritingOptions, LightOptions {
  tick: string;
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
    .option("--tick <time>", "length of a tick", DEFAULT_TICK)
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
    const source = sourceOf(options);
    await writeWhole(options.output, (write) => engine.tags.simulate(source, { write }));
    done(Status.Good);
  });
};

/** The request of the simulation, which has a default for everything that is absent. */
function sourceOf(options: SimulateOptions): object {
  const tick = parseTick(options.tick);
  const time = (text: string | undefined) => (text === undefined ? undefined : parseTime(text, tick));
  const float = (text: string | undefined) => (text === undefined ? undefined : Number(time(text)));
  const detector = {
    efficiency: options.efficiency,
    dark_rate: options.darkRate,
    dead_time: time(options.deadTime),
    jitter: float(options.jitter),
    afterpulsing: options.afterpulsing,
    afterpulse_decay: float(options.afterpulseDecay),
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
  };
}
