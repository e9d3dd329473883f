/** `tagview schema`: the JSON Schema of a command's `--json` output, or of a file that commands read. */

import type { Command } from "commander";
import type { Shape } from "../output/json-shapes";
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
    ["schema stats", "print the schema of stats --json"],
    ["schema channels", "print the schema of a list of channels, for an editor"],
  )
    .description(
      "print the JSON Schema of a command's --json, or of a list of channels; without a name, list all schemas",
    )
    .argument("[name]", "the command, or channels")
    .action(async (name: string | undefined) => {
      const all = async (list: (Promise<Record<string, Shape>> | undefined)[]) =>
        Object.assign({}, ...(await Promise.all(list))) as Record<string, Shape>;
      const ofCommands = await all(groups.map((group) => group.schemas()));
      const ofFiles = await all(groups.map((group) => group.fileSchemas?.()));
      const schemas = { ...ofCommands, ...ofFiles };
      if (name === undefined) await write(`${Object.keys(schemas).join("\n")}\n`);
      else if (Object.hasOwn(schemas, name)) {
        const title = Object.hasOwn(ofFiles, name) ? `tagview --${name}` : `tagview ${name} --json`;
        await write(`${JSON.stringify({ $schema: DIALECT, title, ...schemas[name] }, null, 2)}\n`);
      } else {
        const message = `there is no schema of "${name}"`;
        throw new TagviewError("usage", message, `choose one of ${Object.keys(schemas).join(", ")}`);
      }
      done(Status.Good);
    });
}
