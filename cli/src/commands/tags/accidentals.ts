/** The option for the accidentals of coincidences, and where they are measured. */

import { type Command, Option } from "commander";
import { DISPLACED, parseTime, type Tick } from "../../runtime/engine";

/** Sources of the accidentals. */
const ACCIDENTALS = ["measured", "rates"] as const;

export interface AccidentalsOptions {
  accidentals: (typeof ACCIDENTALS)[number];
  displaced: string;
}

/** Adds `--accidentals`; `where` names the result that uses them. */
export function withAccidentals(command: Command, where: string): Command {
  const described = `source of the accidentals ${where}: displaced windows or mean rates`;
  return command
    .addOption(new Option("--accidentals <kind>", described).choices(ACCIDENTALS).default("measured"))
    .option(
      "--displaced <time>",
      "displacement of these windows, longer than the dead time of the detectors",
      DISPLACED,
    );
}

/** The parameters of the analysis. */
export function readAccidentals({ accidentals, displaced }: AccidentalsOptions, tick: Tick) {
  return { accidentals, displaced: parseTime(displaced, tick) };
}
