/** One input after the other. */

import { reportError } from "../output/errors";
import { isClosedPipe } from "../output/write";
import { Status, worse } from "../runtime/exit-status";
import type { Input } from "../runtime/inputs";

/** Runs `handle` for each input; reports the error of an input and continues with the next one. */
export async function eachInput(inputs: Input[], handle: (input: Input) => Promise<Status>): Promise<Status> {
  let status: Status = Status.Good;
  for (const input of inputs) {
    try {
      status = worse(status, await handle(input));
    } catch (thrown) {
      if (isClosedPipe(thrown)) throw thrown;
      status = worse(status, reportError(thrown, input.name));
    }
  }
  return status;
}
