/** The one error that leaves the engine, whatever went wrong underneath. */

/** The kinds of failure that only the engine knows; all others come from the wasm module. */
export type EngineCode =
  | "open-failed"
  | "load-failed"
  | "read-failed"
  | "changed"
  | "cancelled"
  | "out-of-memory"
  | "internal";

/** `{code, message, offset, remedy}`, as errors cross threads and as `--json` prints them. */
export interface ErrorObject {
  code: string;
  /** What is wrong: begins with a small letter (but for names), and has no full stop. */
  message: string;
  /** Byte offset in the input as it lies on disk. */
  offset: bigint | null;
  /** What to do about it, in the same form. */
  remedy: string;
}

/** A failure: its kind, what is wrong, what to do, and the byte of the input where there is one. */
export class TagviewError extends Error {
  override readonly name = "TagviewError";
  /** Short kebab-case word, stable for scripts. */
  readonly code: string;
  /** What to do about it; `message` says what is wrong. */
  readonly remedy: string;
  /** Byte offset in the input as it lies on disk. */
  readonly offset: bigint | null;

  constructor(
    code: string,
    message: string,
    remedy: string,
    offset: bigint | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.remedy = remedy;
    this.offset = offset;
  }

  toObject(): ErrorObject {
    return { code: this.code, message: this.message, offset: this.offset, remedy: this.remedy };
  }
}

/** What the caller gets when they cancelled. */
export function cancelled(): TagviewError {
  return new TagviewError("cancelled", "the scan was cancelled", "start it again to see the rest");
}

/** There is not as much memory as a question takes. */
export function outOfMemory(cause: unknown): TagviewError {
  const remedy = "ask for less at a time: a shorter range, wider bins, fewer channels";
  return new TagviewError("out-of-memory", "this takes more memory than there is", remedy, null, { cause });
}

/** What JavaScript says where an array, a text or a buffer can't be had. */
const NO_ROOM =
  /allocation failed|out of memory|invalid (array|string|typed array) (buffer )?length|could not allocate/i;

/** Anything thrown, as a `TagviewError`. What nobody expected is `internal`. */
export function asTagviewError(thrown: unknown): TagviewError {
  if (thrown instanceof TagviewError) return thrown;
  if (isErrorObject(thrown)) {
    const { code, message, remedy, offset } = thrown;
    return new TagviewError(code, message, remedy, offsetOf(offset), { cause: thrown });
  }
  if (thrown instanceof RangeError && NO_ROOM.test(thrown.message)) return outOfMemory(thrown);
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return new TagviewError(
    "internal",
    `something failed inside tagview (${detail})`,
    "please report it, with the file if you can share it",
    null,
    { cause: thrown },
  );
}

/**
 * What a source threw while it was read, as a `TagviewError`. Browsers throw `NotReadableError` where a
 * picked file is not what it was when it was picked.
 */
export function asReadError(thrown: unknown): TagviewError {
  if (thrown instanceof TagviewError) return thrown;
  const options = { cause: thrown };
  if (thrown instanceof Error && thrown.name === "NotReadableError")
    return new TagviewError("changed", "the file changed while it was read", "open it again", null, options);
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new TagviewError(
    "read-failed",
    `reading stopped (${why})`,
    "try again from the start",
    null,
    options,
  );
}

/** Whether reading broke off because of the source, and what was read until then counts. */
export function isReadError({ code }: TagviewError): boolean {
  return code === "read-failed" || code === "changed";
}

function isErrorObject(
  value: unknown,
): value is { code: string; message: string; remedy: string; offset?: unknown } {
  if (typeof value !== "object" || value === null || value instanceof WebAssembly.RuntimeError) return false;
  const { code, message, remedy } = value as Record<string, unknown>;
  return [code, message, remedy].every((text) => typeof text === "string");
}

function offsetOf(value: unknown): bigint | null {
  if (typeof value === "bigint") return value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : null;
}
