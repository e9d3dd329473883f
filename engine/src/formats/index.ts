/**
 * The formats, by id in camel case. A format is a folder here and a row in each list of this folder: its
 * functions here, its worker methods in `methods.ts`, its types in `public.ts`.
 */

import type { Resources } from "../resources.ts";
import { type Compare, createCompare } from "./compare/api.ts";
import { createIcechunk, type Icechunk } from "./icechunk/api.ts";
import { createIndexHeaders } from "./index-header/api.ts";
import type { IndexHeaders } from "./index-header/reader.ts";
import { createOffsets, type Offsets } from "./offsets/api.ts";
import { createTags, type Tags } from "./tags/api.ts";

/** The functions of each format, under its id. */
export interface Formats {
  tags: Tags;
  offsets: Offsets;
  indexHeader: IndexHeaders;
  compare: Compare;
  icechunk: Icechunk;
}

export function createFormats(resources: Resources): Formats {
  return {
    tags: createTags(resources),
    offsets: createOffsets(resources),
    indexHeader: createIndexHeaders(resources),
    compare: createCompare(resources),
    icechunk: createIcechunk(resources),
  };
}
