/** The subject of a panel: its name, its channels, its results. */

import { channelsNow, parametersNow } from "../session/results";
import type { State } from "../session/state";
import type { PanelId } from "./panel-id";
import type { ResultName } from "./saved-view";

const ABOUT: Record<PanelId, { word: string; results: readonly ResultName[] }> = {
  rate: { word: "rate", results: ["rate"] },
  gaps: { word: "gaps", results: ["gaps"] },
  matrix: { word: "pairs", results: ["pairs"] },
  g2: { word: "correlation", results: ["correlation", "peak"] },
  coincidences: { word: "coincidences", results: ["coincidence"] },
  stability: { word: "stability", results: ["stability"] },
  lifetime: { word: "lifetime", results: ["lifetime"] },
  image: { word: "image", results: ["image"] },
  phasor: { word: "phasors", results: ["image"] },
  "region-decay": { word: "decay", results: ["image"] },
};

export const resultsIn = (panel: PanelId): readonly ResultName[] => ABOUT[panel].results;

/** Maximum number of channels in a file name. */
const MOST_NAMED = 6;

/** The channels of a panel: one list for each pair or pattern, else one of all that are switched on. */
export function channelsIn(panel: PanelId, state: State): bigint[][] {
  const now = parametersNow(state);
  if (panel === "g2") return now?.pair ? [[now.pair.a, now.pair.b]] : [];
  if (panel === "coincidences") return (now?.patterns ?? []).map((pattern) => [...pattern]);
  if (panel === "lifetime")
    return [[now?.lifetime.sync ?? null, now?.lifetime.channel ?? null].filter((one) => one !== null)];
  // Photons of all inputs.
  if (panel === "image" || panel === "phasor" || panel === "region-decay") return [];
  return [channelsNow(state).filter((channel) => !state.view.hidden.has(channel))];
}

/**
 * "run7-correlation-1-2": the recording, the panel, its channels; without characters that file names cannot contain.
 */
export function fileName(panel: PanelId, state: State): string {
  const sets = channelsIn(panel, state);
  const count = sets.flat().length;
  const channels = count > MOST_NAMED ? `${count} channels` : sets.map((set) => set.join("-")).join(" ");
  return inFileName([stem(state), ABOUT[panel].word, channels].filter((part) => part !== "").join("-"));
}

/** "run7": the recording, without the ending of its name. */
export const recordingFileName = (state: State): string => inFileName(stem(state));

const stem = ({ current }: State): string => (current?.name ?? "tagview").replace(/\.tags(\.zst)?$/u, "");

const inFileName = (text: string): string => text.replaceAll(/[^\p{L}\p{N}._+-]+/gu, "_");
