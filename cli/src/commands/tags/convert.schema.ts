/** The output of `tagview convert --json`. */

import { type Described, exactly, nullable, real, text } from "../../output/json-shapes";
import { slice } from "./slice.schema";

export const convert = exactly({
  ...slice.properties,
  format: nullable(text("format of the input; null for a tagview recording")),
  tick_s: real("tick length in seconds; stored in the new recording if known"),
});
export type ConvertJson = Described<typeof convert>;
