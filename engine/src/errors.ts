/** The one error that leaves the engine, whatever went wrong underneath. */

/** The kinds of failure that only the engine knows; all others come from the wasm module. */
export type EngineCode = "open-failed" | "read-failed" | "cancelled" | "internal";

/** `{code, message, offset}`, as errors cross threads and as `--json` prints them. */
export interface ErrorObject {
  code: string;
  message: string;
  offset: bigint | null;
}

/** A failure with its kind, a sentence, and the byte of the input where there is one. */
export class TagviewError extends Error {
  override readonly name = "TagviewError";
  /** Short kebab-case word, stable for scripts. */
  readonly code: string;
  /** Byte offset in the input as it lies on disk. */
  readonly offset: bigint | null;

  constructor(code: string, message: string, offset: bigint | null = null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.offset = offset;
  }

  toObject(): ErrorObject {
    return { code: this.code, message: this.message, offset: this.offset };
  }
}

/** What the caller gets when they cancelled. */
export function cancelled(): TagviewError {
  return new TagviewError("cancelled", "The scan was cancelled.");
}

/** Anything thrown, as a `TagviewError`. What nobody expected is `internal`. */
export function asTagviewError(thrown: unknown): TagviewError {
  if (thrown instanceof TagviewError) return thrown;
  if (isErrorObject(thrown)) {
    return new TagviewError(thrown.code, thrown.message, offsetOf(thrown.offset), { cause: thrown });
  }
  const detail = thrown instanceof Error ? thrown.message : String(thrown);
  return new TagviewError(
    "internal",
    `Something failed inside tagview (${detail}). Please report it, with the file if you can share it.`,
    null,
    { cause: thrown },
  );
}

function isErrorObject(value: unknown): value is { code: string; message: string; offset?: unknown } {
  if (typeof value !== "object" || value === null || value instanceof WebAssembly.RuntimeError) return false;
  const { code, message } = value as Record<string, unknown>;
  return typeof code === "string" && typeof message === "string";
}

function offsetOf(value: unknown): bigint | null {
  if (typeof value === "bigint") return value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : null;
}
