/** The output of `tagview convert --json`. */

import { type Described, exactly, nullable, real, text } from "../../output/json-shapes";
import { slice } from "./slice.schema";

export const convert = exactly({
  ...slice.properties,
  format: nullable(text("the format of the file; null for tagview's own")),
  tick_s: real("length of a tick in seconds; the new recording states it if it is known"),
});
export type ConvertJson = Described<typeof convert>;
