/** What is wrong with a recording. What the analyses answer is in `results.generated.ts`, made from their definition. */

export type * from "./results.generated.ts";

/** One kind of failure, with its place in the file. `code` is stable for scripts. */
export interface Finding {
  code: string;
  /** What is wrong: begins with a small letter (but for names), and has no full stop. */
  message: string;
  /** Byte offset in the file as it lies on disk. */
  offset: bigint | null;
  /** What to do about it, in the same form. */
  remedy: string;
}
