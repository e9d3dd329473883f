/** The Rust core is an independent library: it must not refer to its bindings. */

import { describe, expect, it } from "vitest";
import { isGenerated, read, sources } from "./files";

/** Parts of a binding: its language, its modules, and the dynamic values of `crates/bridge`. */
const FOREIGN = [
  /\b(java|type)script\b/i,
  /\bwasm|webassembly/i,
  /\bcrate::(value|Value)\b|\bvalue::Value\b/,
  /module that ships/,
  // A remedy names an operation; the binding translates it to its command.
  /"[^"]*\btagview (?:cat|convert|g2|header|histogram|merge|repair|slice|stats|verify)\b[^"]*"/,
  // A remedy names a parameter, as in `period`; the binding translates it to its option.
  /"[^"]*(?<![-\w])--[a-z][^"]*"/,
];

describe("the core", () => {
  it("names no binding, and no option of the command line", () => {
    const found = sources(/^crates\/core\/src\/.*\.rs$/)
      .map((path) => ({ path, text: read(path) }))
      .filter(({ text }) => !isGenerated(text))
      .flatMap(({ path, text }) =>
        text.split("\n").flatMap((line, k) => {
          const foreign = FOREIGN.some((words) => words.test(line));
          return foreign ? [`${path}:${k + 1}: ${line.trim()}`] : [];
        }),
      );
    expect(found).toEqual([]);
  });

  it("lists its features", () => {
    const [, features = ""] = /\n\[features\]\n(.*?)\n\[/s.exec(read("crates/core/Cargo.toml")) ?? [];
    const [, defaults = ""] = /^default = (.*)$/m.exec(features) ?? [];
    const expected = [...features.matchAll(/^([\w-]+) = /gm)]
      .map(([, name = ""]) => `${name}: ${defaults.includes(`"${name}"`) ? "yes" : ""}`)
      .filter((row) => !row.startsWith("default:"));
    const rows = [...read("crates/core/src/lib.rs").matchAll(/^\/\/! \| `([\w-]+)` \|(?: (yes))? \|/gm)];
    expect(rows.map(([, name, isDefault = ""]) => `${name}: ${isDefault}`).sort()).toEqual(expected.sort());
  });
});
