/**
 * Standard output and error as pipes. Node makes a pipe non-blocking at the first access to `process.stdout`, for
 * example by a library that checks for colours. That affects other programs that share the pipe, which then lose
 * output. The program therefore writes through its own descriptors (`output/output.ts`).
 */

import { writeSync } from "node:fs";
import { Writable } from "node:stream";
import { isatty } from "node:tty";

for (const [fd, name] of [
  [1, "stdout"],
  [2, "stderr"],
] as const) {
  if (isatty(fd)) continue;
  // A whole stream: Node itself prints its warnings to it.
  const stream = new Writable({
    write(bytes, _, done) {
      writeSync(fd, bytes);
      done();
    },
  });
  const value = Object.assign(stream, { fd, isTTY: false });
  Object.defineProperty(process, name, { value, configurable: true });
}
