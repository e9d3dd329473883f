/** Errors that are known before a recording is read. */

import { withOptionNames } from "../../output/errors";
import { type ErrorObject, engine, type ScanRequest, TagviewError } from "../../runtime/engine";
import type { Input } from "../../runtime/inputs";
import { bareTimes, type CommandTimes } from "./bare-times";
import { missingChannel, type NeededChannel } from "./needed-channels";

/** The options of analyses whose names differ from those of a recording. */
const OPTIONS: Record<string, string> = { from: "range", to: "range" };

/** Returns the error with the names of options instead of names of parameters. */
export function inOptions({ code, message, remedy, offset }: TagviewError): TagviewError {
  const [named, advice] = [message, remedy].map((sentence) => withOptionNames(sentence, OPTIONS));
  return new TagviewError(code, named ?? message, advice ?? remedy, offset);
}

/**
 * Checks the request before any file is opened.
 * @throws TagviewError `usage` in the words of the command line.
 */
export async function checkRequest(request: ScanRequest, times?: CommandTimes): Promise<void> {
  try {
    await engine.tags.check(request);
  } catch (thrown) {
    if (!(thrown instanceof TagviewError)) throw thrown;
    // Without any input read, too many bins can only be the fault of the request.
    const code = thrown.code === "too-many-bins" ? "usage" : thrown.code;
    const { message, remedy } = inOptions(thrown);
    const bare = thrown.code === "too-many-bins" && times ? bareTimes(times.typed, times.tick) : null;
    throw new TagviewError(code, message, bare === null ? remedy : `${remedy}; ${bare}`);
  }
}

/** The error about a needed channel that is missing according to the index; null if only reading can detect it. */
export async function missingByIndex(input: Input, needed: NeededChannel[]): Promise<ErrorObject | null> {
  if (needed.length === 0 || input.size === null) return null;
  try {
    const contents = await engine.tags.index(input.source);
    return contents === null ? null : missingChannel(needed, contents.channels);
  } catch (thrown) {
    // Reading the file gives a better message than its index.
    if (thrown instanceof TagviewError) return null;
    throw thrown;
  }
}
