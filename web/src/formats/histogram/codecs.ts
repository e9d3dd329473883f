import {
  type Codec,
  type Codecs,
  initialView,
  oneOf,
  optional,
  readKeys,
  textOf,
  writeKeys,
} from "../../app/codec";

/** The displayed view of a file of histograms. */
export interface HistogramView {
  /** Place of the curve in the file, from 0. */
  curve: number;
  decays: "1" | "2";
  /** Period of the light in seconds; null for that of the curve's sync rate. */
  period: number | null;
  /** Unit of the delays of a text file; empty for the one in the text. */
  unit: string;
  /** The displayed delays in seconds; null for all. */
  zoom: [from: number, to: number] | null;
}

/** Maximum number of curves of a file, and of seconds in a link. */
const MOST_CURVES = 4096;
const MOST_SECONDS = 1e6;
const MOST_UNIT = 20;

const curve: Codec<number> = {
  key: "curve",
  initial: 0,
  encode: (place) => (place === 0 ? "" : String(place + 1)),
  decode: (text) => {
    const place = Number(text) - 1;
    return Number.isInteger(place) && place >= 0 && place < MOST_CURVES ? place : 0;
  },
};

function isTime(seconds: number): boolean {
  return Number.isFinite(seconds) && Math.abs(seconds) <= MOST_SECONDS;
}

function zoomOf(text: string): [number, number] | null {
  const [from = Number.NaN, to = Number.NaN, ...more] = text.split("..").map(Number);
  return more.length === 0 && isTime(from) && isTime(to) && from < to ? [from, to] : null;
}

function periodOf(text: string): number | null {
  const seconds = Number(text);
  return isTime(seconds) && seconds > 0 ? seconds : null;
}

const CODECS: Codecs<HistogramView> = {
  curve,
  decays: oneOf("decays", ["1", "2"]),
  period: optional("period", String, periodOf),
  unit: textOf("unit", MOST_UNIT),
  zoom: optional("delays", (range) => range.join(".."), zoomOf),
};

export const WHOLE: HistogramView = initialView(CODECS);
export const writeView = (view: HistogramView): [key: string, text: string][] => writeKeys(CODECS, view);
export const readView = (keys: URLSearchParams): HistogramView => readKeys(CODECS, keys);
