import type { TagChartOptions } from "./data";

/** A channel in words: its number, and its name where it has one, "3 pump". */
export function channelName(channel: bigint, { names }: TagChartOptions): string {
  const name = names?.get(channel) ?? "";
  return name === "" ? String(channel) : `${channel} ${name}`;
}
