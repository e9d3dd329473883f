/**
 * Standard output and error where they are pipes. Node makes a pipe non-blocking as soon as `process.stdout` is looked at,
 * as libraries do to find out about colours: also for other programs that have the pipe open, which then lose what they
 * write. The program writes through descriptors of its own (`output/output.ts`).
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
