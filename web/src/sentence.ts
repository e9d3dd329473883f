import { count } from "@tagview/charts";

/** What an error or a remark on a header says; a remark's message holds all of it, in full sentences. */
export interface Told {
  message: string;
  remedy?: string;
  offset: bigint | null;
}

/** An error in sentences of its own: "The file ends in mid-frame. Fetch the rest. At byte 1,234." */
export function sentence({ message, remedy, offset }: Told): string {
  const place = offset === null ? undefined : `at byte ${count(offset)}`;
  return [message, remedy, place]
    .filter((part) => part !== undefined)
    .map(whole)
    .join(" ");
}

function whole(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
