/** `@tagview/engine` for browsers. */

import { createEngine } from "../engine";
import { platform } from "./platform";

export * from "../exports";
export const {
  open,
  scan,
  cat,
  pack,
  slice,
  merge,
  index,
  check,
  simulate,
  offsets,
  offsetsLookup,
  offsetsEncode,
  offsetsSizes,
  offsetsDiff,
  offsetsTimes,
  version,
  warm,
} = createEngine(platform);
