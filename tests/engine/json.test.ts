/** JSON of values that `JSON.stringify` cannot represent, or writes in another order. */

import { toJson } from "@tagview/engine/json";
import { describe, expect, it } from "vitest";

describe("JSON", () => {
  it("has integers as they are, lists of all kinds, and null for what is no number", () => {
    const value = {
      large: 2n ** 64n,
      ratio: 0.1,
      none: undefined,
      nan: Number.NaN,
      counts: new Float64Array([1, Number.POSITIVE_INFINITY]),
      times: new BigInt64Array([-1n]),
      set: new Set([1, "a"]),
      list: [null, { text: 'a"\n\u200b' }],
    };
    expect(toJson(value)).toBe(
      '{"large":18446744073709551616,"ratio":0.1,"none":null,"nan":null,"counts":[1,null],"times":[-1],' +
        '"set":[1,"a"],"list":[null,{"text":"a\\"\\n\\u200b"}]}',
    );
  });

  it("has the entries of a map in their order, whatever their names are", () => {
    const names = new Map<string, unknown>([
      ["b", 0],
      ["10", 1n],
      ["2", new Map([["__proto__", []]])],
      ["__proto__", {}],
    ]);
    expect(toJson(new Map([[2n ** 63n, 5n]]))).toBe('{"9223372036854775808":5}');
    expect(toJson({ names })).toBe('{"names":{"b":0,"10":1,"2":{"__proto__":[]},"__proto__":{}}}');
  });
});
