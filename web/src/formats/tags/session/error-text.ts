/** Errors of files as text. */

import type { Finding } from "@tagview/engine";
import { sentence } from "../../../ui/sentence";
import { compressedText } from "../model/compressed";

/** The error of a file in sentences, with the offset where it is known. */
export function errorText(error: Finding): string {
  return compressedText(error) ?? sentence(error);
}
