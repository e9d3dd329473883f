import { count, lengthText, type TagChartOptions } from "@tagview/charts";
import { timesInMessage } from "@tagview/engine";

/** An error, or a remark. A remark has no remedy, and its message already consists of full sentences. */
export interface Statement {
  message: string;
  remedy?: string;
  /** In bytes from the beginning; null if it concerns the whole input. */
  offset: bigint | null;
}

/** The name of a parameter in a remedy, and a value; the page has boxes of these names. */
const PARAMETER = /`(\w+)(?::( )"([^"`]*)")?`/gu;

/** The operations that a remedy names, which are commands: the page has no button for most. */
const OPERATION = /`(convert|header|histogram|merge|slice|stats|verify)`/gu;

/** A statement as sentences: "The file ends in mid-frame. Fetch the rest. At byte 1,234." */
export function sentence({ message, remedy, offset }: Statement): string {
  const place = offset === null ? undefined : `at byte ${count(offset)}`;
  return [message, remedy, place]
    .filter((part) => part !== undefined)
    .map(whole)
    .join(" ")
    .replace(OPERATION, "tagview $1")
    .replace("`slice-stream`", "tagview slice -")
    .replace(PARAMETER, "$1$2$3");
}

/** A message with its times in ticks in the units of a chart. */
export function inUnits(message: string, options: Pick<TagChartOptions, "tick" | "units">): string {
  const words =
    options.units === "ticks"
      ? message
      : timesInMessage(message, (ticks, error) => lengthText(ticks, error, options));
  return words.replaceAll(" +- ", " ± ");
}

function whole(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
