/** Errors of a recording. The results of analyses are in `results.generated.ts`, generated from their definition. */

export type * from "./results.generated.ts";

/** A failure, with its position in the file. `code` is stable for scripts. */
export interface Finding {
  code: string;
  /** The problem: begins with a lower-case letter (except for names), without a full stop. */
  message: string;
  /** Byte offset in the stored file. */
  offset: bigint | null;
  /** The remedy, in the same form. */
  remedy: string;
}
