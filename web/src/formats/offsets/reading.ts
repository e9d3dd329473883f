import { asTagviewError } from "@tagview/engine";
import { engine } from "../../app/engine";
import { announce } from "../../ui/announce";
import { sentence } from "../../ui/sentence";
import type { Given, Outcome } from "./header";
import { refuseProse } from "./not-a-header";

/** Time in milliseconds without a key before typed text is decoded, as long as a long header takes to decode. */
const TYPING_MS = 150;

/**
 * State of reading the given header.
 *
 *              a key was typed           TYPING_MS without another
 *     idle -----------------------> due -----------+
 *       |                                          v
 *       +-------------------------------------> decoding ----> idle
 *                  a paste, a file
 *
 * Any change restarts the work from every state; `turn` identifies the change, and the
 * result of an earlier turn is dropped.
 */
type Work =
  | { is: "idle" }
  | { is: "due"; timer: ReturnType<typeof setTimeout> }
  | { is: "decoding"; turn: symbol };

/** Decodes the input after each change, and calls `show` with the result. */
export interface Decoder {
  /** Decodes at once or, while the user types, after a short time without a key. */
  decode(given: Given, isTyping: boolean): void;
  close(): void;
}

export function decoder(show: (outcome: Outcome) => void): Decoder {
  let work: Work = { is: "idle" };

  function interrupt(): void {
    if (work.is === "due") clearTimeout(work.timer);
    work = { is: "idle" };
  }

  async function decodeNow(given: Given): Promise<void> {
    if (given.text.trim() === "") {
      show({ is: "blank" });
      return;
    }
    const turn = Symbol("turn");
    const isCurrent = (): boolean => work.is !== "idle" && work.is !== "due" && work.turn === turn;
    work = { is: "decoding", turn };
    const reading = { encoding: given.encoding ?? undefined };
    try {
      // Most visitors never open a header.
      const [{ spoken }, read] = await Promise.all([import("./sentences"), decoded(given)]);
      if (!isCurrent()) return;
      show(read);
      announce(spoken(read.result, read.progress?.diff ?? null));
      const sizes = await engine.offsets.sizes(given.text, reading);
      if (!isCurrent()) return;
      show({ ...read, sizes });
      work = { is: "idle" };
    } catch (reason) {
      if (!isCurrent()) return;
      work = { is: "idle" };
      const error = sentence(asTagviewError(reason));
      show({ is: "refused", given, error });
      announce(error);
    }
  }

  return {
    decode(given, isTyping) {
      interrupt();
      // An emptied box costs nothing to show.
      if (!isTyping || given.text.trim() === "") void decodeNow(given);
      else work = { is: "due", timer: setTimeout(() => void decodeNow(given), TYPING_MS) };
    },
    close: interrupt,
  };
}

async function decoded(given: Given): Promise<Outcome & { is: "read" }> {
  const { text, other } = given;
  const how = { encoding: given.encoding ?? undefined, rows: false };
  const result = await engine.offsets.read(text, how);
  refuseProse(text, result);
  const progress =
    other.trim() === ""
      ? null
      : {
          right: await engine.offsets.read(other, { rows: false }),
          diff: await engine.offsets.diff(text, other, how),
        };
  return { is: "read", given, result, progress, sizes: [] };
}
