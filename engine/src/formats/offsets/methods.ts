/** The decoding of headers, on the caller's thread and in workers. */

import type { Instance } from "../../worker/instance.ts";
import type { Methods } from "../../worker/method.ts";
import type { Decoded, DecodingArgs } from "./job.ts";

export function decode<N extends keyof Decoded>(
  instance: Instance<"more">,
  { name, header, other = "", encoding, rows }: DecodingArgs & { name: N },
): Decoded[N] {
  return instance.call((wasm) => {
    switch (name) {
      case "offsetsRead":
        return wasm.offsetsRead(header, encoding, rows);
      case "offsetsDiff":
        return wasm.offsetsDiff(header, other, encoding, rows);
      default:
        return wasm.offsetsSizes(header, encoding);
    }
  }) as Decoded[N];
}

export function offsetMethods(): Methods {
  return { decode: ({ instance, args }) => decode(instance, args) };
}
