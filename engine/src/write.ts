/** Output of the engine. */

/**
 * Writes a chunk of output, which is valid until the promise is settled; then the next chunk follows. A caller that keeps
 * a chunk copies it.
 */
export type Write = (bytes: Uint8Array) => Promise<void>;
