/** `tagview schema`: the JSON Schema of what a command's `--json` prints. */

import type { Command } from "commander";
import { write } from "../output/write";
import { TagviewError } from "../runtime/engine";
import { Status } from "../runtime/exit-status";
import { withExamples } from "../runtime/help";
import type { CommandGroup } from "./group";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** Adds the command. */
export function addSchema(program: Command, done: (status: Status) => void, groups: CommandGroup[]): void {
  withExamples(
    program.command("schema"),
    "Tools",
    ["schema", "list the commands that have a schema"],
    ["schema stats", "print the schema of stats --json"],
  )
    .description("print the JSON Schema of a command's --json; without a command, list those that have one")
    .argument("[command]", "the command")
    .action(async (command: string | undefined) => {
      const schemas = Object.assign({}, ...(await Promise.all(groups.map((group) => group.schemas()))));
      if (command === undefined) await write(`${Object.keys(schemas).join("\n")}\n`);
      else if (Object.hasOwn(schemas, command)) {
        const schema = { $schema: DIALECT, title: `tagview ${command} --json`, ...schemas[command] };
        await write(`${JSON.stringify(schema, null, 2)}\n`);
      } else {
        const message = `there is no schema of "${command}"`;
        throw new TagviewError("usage", message, `choose of ${Object.keys(schemas).join(", ")}`);
      }
      done(Status.Good);
    });
}
