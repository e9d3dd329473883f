/** The program from its arguments to its one exit status. */

import { asksVersion, printVersion } from "./commands/version";
import { reportError } from "./output/errors";
import { flushed, isClosedPipe } from "./output/write";
import { refuseUnreadable } from "./runtime/arguments";
import { Status } from "./runtime/exit-status";
import { interruptible } from "./runtime/interruption";

async function main(): Promise<Status> {
  refuseUnreadable();
  if (asksVersion(process.argv.slice(2))) return printVersion();
  const { runProgram } = await import("./program");
  const status = await runProgram(process.argv);
  await flushed();
  return status;
}

interruptible();
// The promise is not awaited, because a CommonJS module cannot await at its top level.
void main().then(
  (status) => {
    process.exitCode = status;
  },
  (thrown) => {
    // The reader of standard output (`| head`) needs no more, so running work is ended.
    if (isClosedPipe(thrown)) process.exit(Status.Good);
    process.exitCode = reportError(thrown);
  },
);
