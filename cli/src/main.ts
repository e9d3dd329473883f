/** The program, and where it ends: with one exit status. */

import { closedPipe } from "./output/write";
import { report } from "./report";
import { interruptible, Status } from "./status";
import { asksVersion, printVersion } from "./version";

async function run(): Promise<Status> {
  if (asksVersion(process.argv.slice(2))) return printVersion();
  const { runProgram } = await import("./program");
  return runProgram(process.argv);
}

interruptible();
// Not awaited: CommonJS can't at its top level.
void run().then(
  (status) => {
    process.exitCode = status;
  },
  (thrown) => {
    // `| head` has what it wanted; what still runs has nobody to run for.
    if (closedPipe(thrown)) process.exit(Status.Good);
    process.exitCode = report(thrown);
  },
);
