import { count } from "@tagview/charts";

/** A finding as a sentence of its own: "The file ends in mid-frame. At byte 1,234." */
export function sentence({ message, offset }: { message: string; offset: bigint | null }): string {
  const text = message.trim();
  const whole = `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/u.test(text) ? "" : "."}`;
  return offset === null ? whole : `${whole} At byte ${count(offset)}.`;
}
