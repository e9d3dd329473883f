/** Worker methods of each format, by id. */

import type { MethodTable } from "../worker/method.ts";
import { compareMethods } from "./compare/methods.ts";
import { icechunkMethods } from "./icechunk/methods.ts";
import { offsetMethods } from "./offsets/methods.ts";
import { tagMethods } from "./tags/methods.ts";

export const METHODS: MethodTable = {
  tags: tagMethods,
  compare: compareMethods,
  icechunk: icechunkMethods,
  offsets: offsetMethods,
};
