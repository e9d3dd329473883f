/** `tagview serve`: the page, on this computer only, with files opened. */

import { jsonLine } from "../../output/json";
import { flushed, write, writeError } from "../../output/write";
import { withExamples } from "../../runtime/help";
import { type OutputOptions, wholeNumber, withMachineOutput } from "../../runtime/options";
import type { Register } from "../group";
import type { ServeJson } from "./serve.schema";

/** Milliseconds between checks that the parent process still runs. */
const LOOK_MS = 500;

export const serve: Register = (program) => {
  withMachineOutput(
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
    .action(async (files: string[], { port, json }: OutputOptions & { port: number }) => {
      const { startServer } = await import("./server");
      const address = await startServer(files, port);
      endWithParent();
      try {
        await write(json ? jsonLine({ address, files } satisfies ServeJson) : `${address}\n`);
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
