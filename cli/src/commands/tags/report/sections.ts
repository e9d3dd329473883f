/** The sections of a report: the command of each, and how to read its result. */

import { SEE } from "@tagview/charts/report";
import type { Register } from "../../group";
import { coincidences } from "../coincidences";
import { delay } from "../delay";
import { g2 } from "../g2";
import { gaps } from "../gaps";
import { lifetime } from "../lifetime";
import { pairs } from "../pairs";
import { stability } from "../stability";
import { stats } from "../stats";

/** The commands of the sections. */
export const ANSWERING: Register[] = [stats, gaps, stability, pairs, g2, delay, coincidences, lifetime];

export interface Section {
  title: string;
  /** One sentence on the content and how to read it. */
  see: string;
  /** The command and its own options, as typed. */
  command: string[];
}

/** Options of the report as typed, for the commands that have them. */
export interface Given {
  /** Which tags are read, and how: options of all commands. */
  tags: string[];
  period: string[];
  window: string;
}

/** Sections about single channels. */
export const SINGLES: Section[] = [
  {
    title: "Channels",
    see: SEE.channels,
    command: ["stats"],
  },
  {
    title: "Gaps between tags of one channel",
    see: SEE.gaps,
    command: ["gaps", "--log", "10"],
  },
  {
    title: "Stability of the rates",
    see: SEE.stability,
    command: ["stability"],
  },
];

/** The section that determines the pair of the following ones. */
export const pairsSection = ({ period }: Given): Section => ({
  title: "Pairs of channels",
  see: SEE.pairs,
  command: ["pairs", ...period],
});

/** Sections about the pair of channels `a` and `b`. */
export const pairSections = (a: bigint, b: bigint, { period, window }: Given): Section[] => [
  {
    title: `Correlation of channels ${a} and ${b}`,
    see: SEE.g2,
    command: ["g2", "--a", `${a}`, "--b", `${b}`, ...period],
  },
  {
    title: `Delay of channel ${b} after channel ${a}`,
    see: SEE.delay,
    command: ["delay", "--a", `${a}`, "--b", `${b}`, ...period],
  },
  {
    title: `Coincidences within ${window}`,
    see: SEE.coincidences,
    command: ["coincidences", "--pattern", `${a},${b}`, "--window", window, ...period],
  },
];

/** The section of a recording whose tags have a delay within the period of a sync. */
export const lifetimeSection = (channel: bigint): Section => ({
  title: `Lifetime of channel ${channel}`,
  see: SEE.lifetime,
  command: ["lifetime", "--channel", `${channel}`],
});
