import { type Codecs, initialView, listed, oneOf, optional, readKeys, writeKeys } from "../../app/codec";

/** The values that the colours of a chunk grid can represent. */
export const COLOURS = ["kind", "size"] as const;

/** The displayed view of a repository; null or empty values follow from the repository. */
export interface RepositoryView {
  /** Id of the displayed snapshot. */
  snapshot: string | null;
  /** Path of the array whose chunks are displayed. */
  array: string | null;
  by: (typeof COLOURS)[number];
  /** The drawn dimensions, and the selected chunk along each remaining one. */
  grid: { down: number | null; across: number | null; at: readonly number[] } | null;
}

/**
 * Maximum number of characters of an id and of a path in a link, of dimensions of an array, and of chunks along one.
 */
const MOST_ID = 100;
const MOST_PATH = 2000;
const MOST_DIMENSIONS = 64;
const MOST_CHUNKS = 2 ** 32;

const CODECS: Codecs<RepositoryView> = {
  snapshot: optional("snapshot", String, (text) => text.slice(0, MOST_ID)),
  array: optional("array", String, (text) => text.slice(0, MOST_PATH)),
  by: oneOf("by", COLOURS),
  grid: listed<RepositoryView["grid"]>("grid", null, gridText, gridOf),
};

export const WHOLE: RepositoryView = initialView(CODECS);
export const writeView = (view: RepositoryView): [key: string, text: string][] => writeKeys(CODECS, view);
export const readView = (keys: URLSearchParams): RepositoryView => readKeys(CODECS, keys);

/** `1,2,0,5,0`: down, across, and the chunk in each dimension; `-` for no dimension. */
function gridText(grid: RepositoryView["grid"]): string {
  return grid === null ? "" : [grid.down ?? "-", grid.across ?? "-", ...grid.at].join(",");
}

function gridOf(text: string): RepositoryView["grid"] {
  const [down, across, ...at] = text
    .split(",", MOST_DIMENSIONS + 2)
    .map((part) => (/^\d{1,10}$/u.test(part) ? Number(part) : null));
  const chunks = at.filter((chunk) => chunk !== null && chunk < MOST_CHUNKS) as number[];
  return down === undefined || across === undefined || chunks.length < at.length
    ? null
    : { down, across, at: chunks };
}
