/** Every command there is. A new one is a file of its own and a line here. */

import type { Command } from "commander";
import type { Status } from "../status";
import { cat } from "./cat";
import { coincidences } from "./coincidences";
import { delay } from "./delay";
import { g2 } from "./g2";
import { gaps } from "./gaps";
import { heralded } from "./heralded";
import { merge } from "./merge";
import { offsets } from "./offsets";
import { pack } from "./pack";
import { pairs } from "./pairs";
import { rate } from "./rate";
import { serve } from "./serve";
import { simulate } from "./simulate";
import { slice } from "./slice";
import { stats } from "./stats";
import { verify } from "./verify";

/** Adds a command to the program; it calls `done` with its exit status. */
export type Register = (program: Command, done: (status: Status) => void) => void;

export const commands: Register[] = [
  stats,
  rate,
  gaps,
  g2,
  coincidences,
  delay,
  pairs,
  heralded,
  cat,
  pack,
  slice,
  merge,
  verify,
  simulate,
  offsets,
  serve,
];
