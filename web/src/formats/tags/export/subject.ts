/** The subject of a figure: its name and its channels. */

import { analysisOf, type Shown } from "../session/shown";
import type { State } from "../session/state";
import { PANELS } from "./panel-id";

/** Maximum number of channels in a file name. */
const MOST_NAMED = 6;

/** The channels of a figure: one list for each pair or pattern, else one of all that are switched on. */
export function channelsIn({ panel, current: { answer }, channels }: Shown): (readonly bigint[])[] {
  switch (panel) {
    case "g2": {
      const pair = analysisOf(answer, "correlation");
      return pair ? [[pair.a, pair.b]] : [];
    }
    case "coincidences":
      return [...(analysisOf(answer, "coincidence")?.patterns ?? [])];
    case "lifetime": {
      const { sync, channel } = analysisOf(answer, "lifetime") ?? {};
      return [[sync, channel].filter((one) => one !== undefined)];
    }
    case "image":
    case "phasor":
    case "region-decay":
      // Photons of all inputs.
      return [];
    default:
      return [channels];
  }
}

/**
 * "run7-correlation-1-2": the recording, the panel, its channels; without characters that file names cannot contain.
 */
export function fileName(shown: Shown): string {
  const sets = channelsIn(shown);
  const count = sets.flat().length;
  const channels = count > MOST_NAMED ? `${count} channels` : sets.map((set) => set.join("-")).join(" ");
  const parts = [stem(shown.current.name), PANELS[shown.panel].word, channels];
  return inFileName(parts.filter((part) => part !== "").join("-"));
}

/** "run7": the recording, without the ending of its name. */
export const recordingFileName = ({ current }: State): string => inFileName(stem(current?.name ?? "tagview"));

const stem = (name: string): string => name.replace(/\.tags(\.zst)?$/u, "");

const inFileName = (text: string): string => text.replaceAll(/[^\p{L}\p{N}._+-]+/gu, "_");
