import { type Codecs, initialView, oneOf, optional, readKeys, textOf, writeKeys } from "../../app/codec";

/** Sizes that areas stand for. */
export const AREAS = ["values", "table", "postings"] as const;

/** The displayed view of an index-header. */
export interface BlockView {
  /**
   * The label name whose values are displayed, with `\\xNN` for bytes that are not UTF-8; null for the one with the
   * most values.
   */
  label: string | null;
  areas: (typeof AREAS)[number];
  /** Search texts for label names and for the values of the selected one. */
  names: string;
  values: string;
}

/** Characters of a label name, and of a search, in a link. */
const MOST_NAME = 1000;
const MOST_SEARCH = 200;

const CODECS: Codecs<BlockView> = {
  label: optional("label", String, (text) => text.slice(0, MOST_NAME)),
  areas: oneOf("areas", AREAS),
  names: textOf("names", MOST_SEARCH),
  values: textOf("values", MOST_SEARCH),
};

export const WHOLE: BlockView = initialView(CODECS);
export const writeView = (view: BlockView): [key: string, text: string][] => writeKeys(CODECS, view);
export const readView = (keys: URLSearchParams): BlockView => readKeys(CODECS, keys);
