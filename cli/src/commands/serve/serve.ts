/** `tagview serve`: the page, on this computer only, with files opened. */

import { write } from "../../output/write";
import { wholeNumber, withQuiet } from "../../runtime/options";
import type { Register } from "../group";

export const serve: Register = (program) => {
  withQuiet(program.command("serve"))
    .description("serve the viewer on 127.0.0.1 and print its address")
    .argument("[file...]", "files to open in it")
    .option("--port <n>", "port to listen on (default: a free one)", wholeNumber(0, 65535), 0)
    .action(async (files: string[], { port }: { port: number }) => {
      const { startServer } = await import("./server");
      const address = await startServer(files, port);
      write(`${address}\n`);
    });
};
