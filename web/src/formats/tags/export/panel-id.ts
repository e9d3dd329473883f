import type { AnalysisRequest } from "@tagview/engine";
import type { Topic } from "../session/live-queries";

/** What a panel shows. */
interface PanelResults {
  /** The topics whose results it shows; the first one is that of its chart. */
  topics: readonly [Topic, ...Topic[]];
  /** The analysis, whose result has the same name. */
  analysis: AnalysisRequest["name"];
  /** Its word in file names. */
  word: string;
}

/** The panels whose charts are saved and copied. */
export const PANELS = {
  rate: { topics: ["rate", "ticks", "virtual"], analysis: "rate", word: "rate" },
  gaps: { topics: ["range", "virtual"], analysis: "gaps", word: "gaps" },
  matrix: { topics: ["pairs", "range pairs"], analysis: "pairs", word: "pairs" },
  g2: {
    topics: ["correlation", "delay", "pairs", "range pairs"],
    analysis: "correlation",
    word: "correlation",
  },
  coincidences: { topics: ["coincidences"], analysis: "coincidence", word: "coincidences" },
  stability: { topics: ["stability"], analysis: "stability", word: "stability" },
  lifetime: { topics: ["lifetime"], analysis: "lifetime", word: "lifetime" },
  image: { topics: ["image"], analysis: "image", word: "image" },
  phasor: { topics: ["image"], analysis: "image", word: "phasors" },
  "region-decay": { topics: ["image"], analysis: "image", word: "decay" },
} as const satisfies Record<string, PanelResults>;

export type PanelId = keyof typeof PANELS;
