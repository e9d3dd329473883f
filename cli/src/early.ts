/** What can be said before a file is read. */

import { check, type ErrorObject, index, type ScanRequest, TagviewError } from "@tagview/engine";
import { missingChannel, type Needed } from "./channels";
import type { Input } from "./inputs";

/** Parameters of analyses that options have other names for. */
const OPTIONS: Record<string, string> = { from: "range", to: "range", patterns: "pattern", delays: "delay" };

/**
 * Checks the question before any file is opened.
 * @throws TagviewError `usage` in the words of the command line.
 */
export async function checkRequest(request: ScanRequest): Promise<void> {
  try {
    await check(request);
  } catch (thrown) {
    if (!(thrown instanceof TagviewError)) throw thrown;
    // Nothing was read yet, so too many bins are a wrong question.
    const code = thrown.code === "too-many-bins" ? "usage" : thrown.code;
    const message = thrown.message.replace(/`(\w+)`/g, (_, name: string) => `--${OPTIONS[name] ?? name}`);
    throw new TagviewError(code, message, thrown.remedy);
  }
}

/** The needed channel that a file lacks by its index; null where only reading the file can tell. */
export async function missingByIndex(input: Input, needs: Needed[]): Promise<ErrorObject | null> {
  if (needs.length === 0 || input.size === null) return null;
  try {
    const contents = await index(input.source);
    return contents === null ? null : missingChannel(needs, contents.channels);
  } catch (thrown) {
    // What is wrong with the file, reading it will tell better than its index could.
    if (thrown instanceof TagviewError) return null;
    throw thrown;
  }
}
