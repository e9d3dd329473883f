/** Errors of files as text. */

import type { Finding } from "@tagview/engine";
import { inUnits, sentence } from "../../../ui/sentence";
import { compressedText } from "../model/compressed";
import { get, type State } from "./state";

/** The error of a file in sentences, with the offset where it is known. Times in ticks are converted. */
export function errorText(error: Finding, options: Pick<State, "tick" | "units"> = get()): string {
  return compressedText(error) ?? sentence({ ...error, message: inUnits(error.message, options) });
}
