/** The program, and where it ends: with one exit status. */

import { closedPipe } from "./output/write";
import { runProgram } from "./program";
import { report } from "./report";
import { interruptible, Status } from "./status";

interruptible();
// Not awaited: chunks loaded later import from this one, which must be done by then.
void runProgram(process.argv).then(
  (status) => {
    process.exitCode = status;
  },
  (thrown) => {
    // `| head` has what it wanted; what still runs has nobody to run for.
    if (closedPipe(thrown)) process.exit(Status.Good);
    process.exitCode = report(thrown);
  },
);
