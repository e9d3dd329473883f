/** The sections of a report: which command answers each, and what to look for in its answer. */

import type { Register } from "../../group";
import { coincidences } from "../coincidences";
import { delay } from "../delay";
import { g2 } from "../g2";
import { gaps } from "../gaps";
import { lifetime } from "../lifetime";
import { pairs } from "../pairs";
import { stability } from "../stability";
import { stats } from "../stats";

/** The commands that answer the sections. */
export const ANSWERING: Register[] = [stats, gaps, stability, pairs, g2, delay, coincidences, lifetime];

export interface Section {
  title: string;
  /** One sentence: what it shows and what to look for. */
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
    see: "Rates should be steady, and no tag out of order.",
    command: ["stats"],
  },
  {
    title: "Gaps between tags of one channel",
    see: "The first gaps show the dead time; an excess right behind it is afterpulsing.",
    command: ["gaps", "--log", "10"],
  },
  {
    title: "Stability of the rates",
    see: "Steady light follows the line of counting statistics; a rise at long times is drift.",
    command: ["stability"],
  },
];

/** The section from which the pair of the next ones is taken. */
export const pairsSection = ({ period }: Given): Section => ({
  title: "Pairs of channels",
  see: "A large significance means that two channels detect photons of one event.",
  command: ["pairs", ...period],
});

/** Sections about the pair of channels `a` and `b`. */
export const pairSections = (a: bigint, b: bigint, { period, window }: Given): Section[] => [
  {
    title: `Correlation of channels ${a} and ${b}`,
    see: "A peak is the delay between the detectors. A dip to below 0.5 at zero delay is a single-photon emitter.",
    command: ["g2", "--a", `${a}`, "--b", `${b}`, ...period],
  },
  {
    title: `Delay of channel ${b} after channel ${a}`,
    see: "The peak with its error. Its width is the jitter of both detectors.",
    command: ["delay", "--a", `${a}`, "--b", `${b}`, ...period],
  },
  {
    title: `Coincidences within ${window}`,
    see: "CAR is the ratio of true to accidental coincidences; efficiencies are those of Klyshko.",
    command: ["coincidences", "--pattern", `${a},${b}`, "--window", window, ...period],
  },
];

/** The section of a recording whose tags have a delay within the period of a sync. */
export const lifetimeSection = (channel: bigint): Section => ({
  title: `Lifetime of channel ${channel}`,
  see: "The decay after the pulses, with the fit of one exponential.",
  command: ["lifetime", "--channel", `${channel}`],
});
