/**
 * THE LINE: the formats there are, by id in camel case. A format is a folder here and a row in each of the lists
 * of this folder: its functions here, what workers do for it in `methods.ts`, its types in `public.ts`.
 */

import type { Resources } from "../resources.ts";
import { createCompare } from "./compare/api.ts";
import { createIcechunk } from "./icechunk/api.ts";
import { createIndexHeaders } from "./index-header/api.ts";
import { createOffsets } from "./offsets/api.ts";
import { createTags } from "./tags/api.ts";

const FORMATS = {
  tags: createTags,
  offsets: createOffsets,
  indexHeader: createIndexHeaders,
  icechunk: createIcechunk,
  compare: createCompare,
};

/** The functions of each format, under its id. */
export type Formats = { [Id in keyof typeof FORMATS]: ReturnType<(typeof FORMATS)[Id]> };

export function createFormats(resources: Resources): Formats {
  const made = Object.entries(FORMATS).map(([id, create]) => [id, create(resources)]);
  return Object.fromEntries(made) as Formats;
}
