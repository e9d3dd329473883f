import type { TagChartOptions } from "./data";

/** Text for a channel: its number, and its name if it has one, "3 pump". */
export function channelName(channel: bigint, { names }: TagChartOptions): string {
  const name = names?.get(channel) ?? "";
  return name === "" ? String(channel) : `${channel} ${name}`;
}
