/** The body of a response, read as it arrives. */

/** Maximum bytes held in advance. */
const MAX_KEPT_BYTES = 1 << 20;

/** Chunks in their order; null after the last one. One caller at a time. */
export interface Arriving {
  next(): Promise<Uint8Array | null>;
}

/**
 * Reads the chunks of `stream` ahead of its reader, because a failing stream drops unread chunks: bytes received before
 * a connection broke off are returned before the failure is reported.
 */
export function arriving(stream: ReadableStream<Uint8Array>): Arriving {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let end: { failure: unknown } | "sound" | null = null;
  let wakeReader = (): void => {};
  let wakeTaker = (): void => {};

  const takeAll = async (): Promise<void> => {
    for (;;) {
      while (bytes >= MAX_KEPT_BYTES)
        await new Promise<void>((resolve) => {
          wakeTaker = resolve;
        });
      const { done, value } = await reader.read();
      if (done) return;
      chunks.push(value);
      bytes += value.length;
      wakeReader();
    }
  };
  takeAll()
    .then(
      () => {
        end = "sound";
      },
      (failure) => {
        end = { failure };
      },
    )
    .finally(() => wakeReader());

  return {
    async next() {
      for (;;) {
        const chunk = chunks.shift();
        if (chunk !== undefined) {
          bytes -= chunk.length;
          wakeTaker();
          return chunk;
        }
        if (end === "sound") return null;
        if (end !== null) throw end.failure;
        await new Promise<void>((resolve) => {
          wakeReader = resolve;
        });
      }
    },
  };
}
