/** Output of the engine. */

/**
 * Writes a chunk of output, which is valid until the promise settles; then the next chunk follows. To keep a chunk,
 * copy it.
 */
export type Write = (bytes: Uint8Array) => Promise<void>;
