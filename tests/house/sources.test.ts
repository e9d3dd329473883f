/** Rules for every source file: its length and its vocabulary. */

import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { isGenerated, read, sources } from "./files";
import { identifiers, REPLACED, REPLACED_FILES, wordsOf } from "./words";

/** A longer file holds more than one idea. */
const MOST_LINES = 400;

const written = sources(/\.(rs|ts|mts|mjs|css|c|h)$/)
  .map((path) => ({ path, text: read(path) }))
  .filter(({ text }) => !isGenerated(text));

describe("source files", () => {
  it("are found", () => {
    expect(written.length).toBeGreaterThan(200);
  });

  it(`have at most ${MOST_LINES} lines`, () => {
    const long = written.filter(({ text }) => text.split("\n").length - 1 > MOST_LINES);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it("are called by words of the field", () => {
    const old = written.filter(({ path }) => REPLACED_FILES.includes(basename(path).replace(/\.\w+$/, "")));
    expect(old.map(({ path }) => path)).toEqual([]);
  });

  it("are looked through, what stands between two texts with code in them too", () => {
    const names = identifiers(`f(\`\${first} and\`, told, \`\${\`\${last}\`} or\`)`);
    expect(names).toEqual(expect.arrayContaining(["f", "first", "told", "last"]));
    expect(names).not.toContain("and");
    expect(names).not.toContain("or");
  });

  it("name things by words of the field", () => {
    const replaced = new Set(REPLACED.flatMap(([, ...old]) => old));
    // The names of tests are sentences, and zstd and style sheets have words of their own ("repeat").
    const own = written.filter(({ path }) => !/(^|\/)tests\/|\.css$|\/zstd-patch\//.test(path));
    const found = own.flatMap(({ path, text }) => {
      const old = identifiers(text).filter((name) => wordsOf(name).some((word) => replaced.has(word)));
      return [...new Set(old)].map((name) => `${path}: ${name}`);
    });
    expect(found).toEqual([]);
  });
});
