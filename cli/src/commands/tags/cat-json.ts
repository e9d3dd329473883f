/** `tagview cat --json`: one object per recording, written as its tags arrive. */

import { jsonLine } from "../../output/json";
import { write } from "../../output/write";
import type { ErrorObject } from "../../runtime/engine";
import type { CatJson } from "./cat.schema";

/** Writes the object of one recording: its tags first, then how the reading ended. */
export interface CatObject {
  /** Takes the next piece of the text, `channel<TAB>time` lines. */
  add(piece: Uint8Array): Promise<void>;
  end(complete: boolean, error: ErrorObject | null): Promise<void>;
}

/** Begins the object; `tick` is the length of a tick in seconds. */
export function catObject(file: string, tick: number): CatObject {
  const decoder = new TextDecoder();
  const head = { file, tick_s: tick, tags: [] } satisfies Partial<CatJson>;
  // The list is open, and the object.
  let begin = jsonLine(head).replace(/\]\}\n$/, "");
  let rest = "";
  return {
    async add(piece) {
      const text = rest + decoder.decode(piece, { stream: true });
      const end = text.lastIndexOf("\n");
      rest = text.slice(end + 1);
      if (end < 0) return;
      const pairs = text.slice(0, end).replaceAll("\t", ",").replaceAll("\n", "],[");
      await write(`${begin}[${pairs}]`);
      begin = ",";
    },
    async end(complete, error) {
      const tail = jsonLine({ complete, error } satisfies Partial<CatJson>).replace(/^\{/, "");
      await write(`${begin === "," ? "" : begin}],${tail}`);
    },
  };
}
