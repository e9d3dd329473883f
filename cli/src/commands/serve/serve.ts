/** `tagview serve`: the page, on this computer only, with files opened. */

import { flushed, write, writeError } from "../../output/write";
import { withExamples } from "../../runtime/help";
import { wholeNumber, withQuiet } from "../../runtime/options";
import type { Register } from "../group";

/** Milliseconds between looks at whether the parent is still there. */
const LOOK_MS = 500;

export const serve: Register = (program) => {
  withQuiet(
    withExamples(
      program.command("serve"),
      "Tools",
      ["serve x.tags.zst", "show a recording in the browser"],
      ["serve --port 8000 x.tags.zst", "listen on port 8000"],
    ),
  )
    .description("serve the page on 127.0.0.1 at a secret address, and print it")
    .argument("[file...]", "files to open in it")
    .option("--port <n>", "port to listen on (default: a free one)", wholeNumber(0, 65535), 0)
    .action(async (files: string[], { port }: { port: number }) => {
      const { startServer } = await import("./server");
      const address = await startServer(files, port);
      endWithParent();
      try {
        await write(`${address}\n`);
        await flushed();
      } catch {
        writeError(`tagview: standard output can't be written; the address is ${address}\n`);
      }
    });
};

/** Ends the server with the process that started it. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit();
  }, LOOK_MS).unref();
}
