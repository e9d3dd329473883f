/** The output of `tagview convert --json`. */

import * as s from "../../output/json-shapes";
import { slice } from "./slice.schema";

export const convert = s.exactly({
  ...slice.properties,
  format: s.nullable(s.text("format of the input; null for a tagview recording")),
  tick_s: s.real("tick length in seconds; stored in the new recording if known"),
});
export type ConvertJson = s.Described<typeof convert>;
