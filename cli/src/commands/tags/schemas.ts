/** The JSON Schema of each command's `--json`, by the command's name. */

import * as s from "../../output/json-shapes";
import { addIndex } from "./add-index.schema";
import { bursts } from "./bursts.schema";
import { cat } from "./cat.schema";
import { coincidencesBy, coincidences as whole } from "./coincidences.schema";
import { convert } from "./convert.schema";
import { delayBy, delay as wholeDelay } from "./delay.schema";
import { exported } from "./export.schema";
import { g2 } from "./g2.schema";
import { gaps } from "./gaps.schema";
import { header } from "./header.schema";
import { heralded } from "./heralded.schema";
import { hom } from "./hom.schema";
import { image } from "./image.schema";
import { lifetime } from "./lifetime.schema";
import { merge } from "./merge.schema";
import { pack, simulate } from "./pack.schema";
import { pairs } from "./pairs.schema";
import { partial } from "./partial.schema";
import { rate } from "./rate.schema";
import { repair } from "./repair.schema";
import { settings } from "./settings.schema";
import { slice } from "./slice.schema";
import { stability } from "./stability.schema";
import { stats } from "./stats.schema";
import { verify } from "./verify.schema";

const coincidences = s.oneOf(whole, coincidencesBy);
const delay = s.oneOf(wholeDelay, delayBy);

export const schemas = {
  stats,
  rate,
  gaps,
  g2,
  coincidences,
  delay,
  pairs,
  heralded,
  bursts,
  settings,
  hom,
  lifetime,
  image,
  stability,
  cat,
  pack,
  convert,
  slice,
  merge,
  export: exported,
  verify,
  header,
  repair,
  index: addIndex,
  partial,
  simulate,
};
