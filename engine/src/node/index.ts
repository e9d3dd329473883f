/** `@tagview/engine` for Node. */

import { createEngine } from "../engine";
import { platform } from "./platform";

export * from "../exports";
export { prepare } from "./platform";
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
