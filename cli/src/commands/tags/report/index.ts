/** `tagview report`: the results of several commands for one recording, on one page. */

import type { Command } from "commander";
import { withExamples } from "../../../runtime/help";
import { forceOption, withQuiet, writtenFile } from "../../../runtime/options";
import type { Register } from "../../group";
import { channelNumber, withTags } from "../options";
import { withPeriod } from "../period";
import type { ReportOptions } from "./options";

/** The default coincidence window. */
const WINDOW = "2ns";

/** Options of the report itself, which its commands do not get as they were typed. */
const OWN = ["output", "force", "quiet", "color", "a", "b", "window", "period"];

export const report: Register = (program, done) => {
  const command = withTags(
    withPeriod(
      withQuiet(
        withExamples(
          program.command("report"),
          "Look",
          ["report x.tags.zst -o report.html", "one page with charts, numbers and their command lines"],
          [
            "report --a 3 --b 15 --delay 15=4ns -o report.html x.tags.zst",
            "the same for a pair of channels and a delay",
          ],
        ),
      )
        .description("write a report on a recording: one page with charts, numbers and their command lines")
        .argument("<file>", "recording")
        .addOption(
          writtenFile("-o, --output <file>", "the page to write, such as report.html").makeOptionMandatory(),
        )
        .addOption(forceOption())
        .option(
          "--a <channel>",
          "start channel (default: of the pair with the most significant peak)",
          channelNumber,
        )
        .option("--b <channel>", "stop channel", channelNumber)
        .option("--window <time>", "coincidence window", WINDOW),
    ),
  );
  const tags = typedTagOptions(command);
  command.action(async (file: string, options: ReportOptions) => {
    const { writeReport } = await import("./write-report");
    done(await writeReport(program, file, options, tags));
  });
};

/** Collects the options about tags as they are typed. */
function typedTagOptions(command: Command): string[] {
  const typed: string[] = [];
  for (const option of command.options) {
    if (OWN.includes(option.attributeName())) continue;
    command.on(`option:${option.name()}`, (value?: string | null) => {
      typed.push(option.long ?? `-${option.name()}`, ...(typeof value === "string" ? [value] : []));
    });
  }
  return typed;
}
