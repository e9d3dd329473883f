/** The error type of the engine. */

/** Codes of the engine itself; all others come from the wasm module. */
export type EngineCode =
  | "open-failed"
  | "load-failed"
  | "read-failed"
  | "changed"
  | "cancelled"
  | "out-of-memory"
  | "internal";

/** `{code, message, offset, remedy}`, as posted between threads and printed by `--json`. */
export interface ErrorObject {
  code: string;
  /** The problem: begins with a lower-case letter (except for names), without a full stop. */
  message: string;
  /** Byte offset in the stored input. */
  offset: bigint | null;
  /** The remedy, in the same form. */
  remedy: string;
}

/** A finding in a file that was read despite it. */
export interface FindingObject extends ErrorObject {
  severity: "note" | "warning" | "error";
  /** Number of bytes concerned, from `offset`; 0 if unknown. */
  length: number;
}

/** A failure: its code, message, remedy and, if known, the byte of the input. */
export class TagviewError extends Error {
  override readonly name = "TagviewError";
  /** Short kebab-case word, stable for scripts. */
  readonly code: string;
  /** The remedy; `message` states the problem. */
  readonly remedy: string;
  /** Byte offset in the stored input. */
  readonly offset: bigint | null;

  constructor(
    code: string,
    message: string,
    remedy: string,
    offset: bigint | null = null,
    options?: { cause?: unknown },
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

/** The error of a cancelled call. Its cause is the reason of `signal`, the signal that ended the call. */
export function cancelled(signal?: AbortSignal): TagviewError {
  const message = "the call was cancelled, or its engine was closed";
  const options = signal && { cause: signal.reason };
  return new TagviewError("cancelled", message, "start it again", null, options);
}

/** The request needs more memory than is available. */
export function outOfMemory(cause: unknown): TagviewError {
  const remedy = "use a shorter range, wider bins or fewer channels";
  return new TagviewError("out-of-memory", "there is not enough memory", remedy, null, { cause });
}

/** Messages of JavaScript engines if an array, a string or a buffer cannot be allocated. */
const NO_ROOM =
  /allocation failed|out of memory|invalid (array|string|typed array) (buffer )?length|could not allocate/i;

/** Converts anything thrown to a `TagviewError`. Unexpected errors become `internal`. */
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
 * Converts an error thrown by a source to a `TagviewError`. Browsers throw `NotReadableError` if a picked file has
 * changed since.
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

/** Whether reading was interrupted by the source, so that earlier data is valid. */
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
