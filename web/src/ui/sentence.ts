import { count } from "@tagview/charts";

/** An error, or a remark, which has no remedy and whose message is full sentences already. */
export interface Statement {
  message: string;
  remedy?: string;
  /** In bytes from the beginning; null where it concerns the whole. */
  offset: bigint | null;
}

/** A statement as sentences: "The file ends in mid-frame. Fetch the rest. At byte 1,234." */
export function sentence({ message, remedy, offset }: Statement): string {
  const place = offset === null ? undefined : `at byte ${count(offset)}`;
  return [message, remedy, place]
    .filter((part) => part !== undefined)
    .map(whole)
    .join(" ");
}

function whole(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
