/** `tagview simulate`: a recording of a light source and its detectors, the same for the same seed. */

import { InvalidArgumentError } from "commander";
import { errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { write, writeError } from "../../output/write";
import {
  DEFAULT_TICK,
  engine,
  parseRange,
  parseTick,
  parseTime,
  type Tick,
  toSeconds,
} from "../../runtime/engine";
import { Status, statusOf } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { recordOldName } from "../../runtime/old-names";
import { naming, wholeNumber, withMachineOutput } from "../../runtime/options";
import type { Register } from "../group";
import { bareTimes } from "./bare-times";
import { aboutOf } from "./kinds";
import { type ChannelTime, collectDelay } from "./options";
import type { SimulateJson } from "./pack.schema";
import { roundedTimes } from "./rounded";
import { inOptions, type LightOptions, lightOf, number, realTime, withLight } from "./simulate-light";
import { packingOf, type WritingOptions, withWriting, writeRecording } from "./writing";

interface SimulateOptions extends WritingOptions, LightOptions {
  tick?: string;
  quiet?: boolean;
  json?: boolean;
  seed?: number;
  duration?: string;
  pairRate?: number;
  efficiency?: number;
  darkRate?: number;
  delay?: ChannelTime[];
  jitter?: string;
  deadTime?: string;
  afterpulsing?: number;
  afterpulseDecay?: string;
  extra: boolean;
}

const DURATION = "2s";

export const simulate: Register = (program, done) => {
  const command = withMachineOutput(
    withWriting(
      withExamples(
        program.command("simulate"),
        "Write",
        ["simulate -o x.tags.zst", "write two seconds of photon pairs"],
        [
          "simulate --light thermal --light-rate 1e5 --coherence-time 1us --duration 10s -o x.tags.zst",
          "write ten seconds of thermal light",
        ],
      ),
    ),
  )
    .description("write a simulated recording of photon pairs, or of other light")
    .option("--seed <n>", "the same seed gives the same tags (default: 1)", wholeNumber(0, 2 ** 53 - 1))
    .option("--duration <time>", `length of the recording (default: ${DURATION})`)
    .option("--tick <time>", `tick length (default: ${DEFAULT_TICK})`)
    .option("--pair-rate <hz>", "pairs emitted per second (default: 460000; 0 with --light)", number)
    .option(
      "--efficiency <x>",
      "probability that a photon is detected, both detectors (default: 0.2 and 0.23)",
      number,
    )
    .option("--dark-rate <hz>", "dark counts per second, both detectors (default: 3000)", number)
    .option(
      "--delay <ch=time>",
      "delay of a detector, channel 3 or 15 (repeatable; default: 15=26 ticks)",
      collectDelays,
    )
    .option("--jitter <time>", "standard deviation of a click's time, both detectors (default: 2.2 ticks)")
    .option("--dead-time <time>", "dead time after a click, both detectors (default: 320 ticks)")
    .option(
      "--afterpulsing <x>",
      "probability of an afterpulse per click, both detectors (default: 0.015)",
      number,
    )
    .option(
      "--afterpulse-decay <time>",
      "mean time of an afterpulse after the dead time, both detectors (default: 640 ticks)",
    )
    .option("--no-extra", "omit the third detector, which has only dark counts");
  withLight(command).action(async (options: SimulateOptions) => {
    const tick = parseTick(options.tick ?? DEFAULT_TICK);
    const source = sourceOf(options, tick);
    const { bytes, error } = await writeRecording(options, [], async (stream) => {
      await engine.tags.simulate(source, stream).catch((thrown) => {
        throw inOptions(thrown);
      });
      return {};
    });
    const { delay = [], deadTime, duration } = options;
    const delays = delay.map(([channel, time]) => [`--delay ${channel}=`, time]);
    const times = { ...Object.fromEntries(delays), "--dead-time": deadTime, "--duration": duration };
    const rounded = roundedTimes(times, tick);
    const isShort = duration !== undefined && toSeconds(parseTime(duration, tick), tick) < SHORT_S;
    const bare = isShort ? bareTimes({ duration }, tick) : null;
    if (bare !== null) rounded.push(bare);
    const end = parseTime(duration ?? DURATION, tick);
    for (const pause of options.pause ?? [])
      if (parseRange(pause, tick).from >= end)
        rounded.push(`--pause ${pause} begins after the end of the recording: choose a longer --duration`);
    if (!options.quiet) for (const text of rounded) writeError(`note: ${text}\n`);
    if (options.json) {
      const complete = error === null;
      const json: SimulateJson = { out: options.output, bytes, tick_s: tick.seconds, complete, error };
      await write(jsonLine(json));
    }
    if (error !== null) writeError(errorLine(error));
    done(error === null ? Status.Good : statusOf(error));
  });
};

/** Length in seconds of a recording in which a source has hardly a tag. */
const SHORT_S = 1e-6;

/** Channels of the detectors of pairs. */
const DETECTORS = { a: 3n, b: 15n };

/** Reads `CH=TIME`; a time alone is that of the second photon's detector. */
function collectDelays(text: string, before: ChannelTime[] | undefined): ChannelTime[] {
  if (!text.includes("=")) {
    recordOldName(`--delay ${text}`, `--delay ${DETECTORS.b}=${text}`);
    return collectDelay(`${DETECTORS.b}=${text}`, before);
  }
  const all = collectDelay(text, before);
  if (all.every(([channel]) => channel === DETECTORS.a || channel === DETECTORS.b)) return all;
  throw new InvalidArgumentError(
    `Photons are only on channels ${DETECTORS.a} and ${DETECTORS.b}: name one of these.`,
  );
}

/** The request of the simulation, which has a default for everything that is absent. */
function sourceOf(options: SimulateOptions, tick: Tick): object {
  const time = (option: string, text: string | undefined) =>
    text === undefined ? undefined : naming(option, () => parseTime(text, tick));
  const delayOf = (detector: bigint) =>
    time("--delay", options.delay?.findLast(([channel]) => channel === detector)?.[1]);
  const detector = {
    efficiency: options.efficiency,
    dark_rate: options.darkRate,
    dead_time: time("--dead-time", options.deadTime),
    jitter: realTime("--jitter", options.jitter, tick),
    afterpulsing: options.afterpulsing,
    afterpulse_decay: realTime("--afterpulse-decay", options.afterpulseDecay, tick),
  };
  return {
    seed: options.seed,
    duration: time("--duration", options.duration ?? DURATION),
    tick: tick.seconds,
    pair_rate: options.pairRate,
    a: { ...detector, delay: delayOf(DETECTORS.a) },
    b: { ...detector, delay: delayOf(DETECTORS.b) },
    ...(options.extra ? {} : { extra: false }),
    ...lightOf(options, tick),
    ...packingOf(options),
    about: aboutOf([], options.tick ?? DEFAULT_TICK, options.tick !== undefined),
  };
}
