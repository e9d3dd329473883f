/** The package's types, with the compilers and the libraries that its users have. */

import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { write } from "../support/command-line";
import { installed, ROOT, run, TOOLS } from "./installed";

const app = installed();
// Nothing of them is loaded without `types: ["node"]`.
cpSync(join(ROOT, "node_modules/@types/node"), join(app, "node_modules/@types/node"), { recursive: true });
cpSync(join(ROOT, "node_modules/undici-types"), join(app, "node_modules/undici-types"), { recursive: true });

const COMPILERS = { "TypeScript 7": join(ROOT, "node_modules"), "TypeScript 5": TOOLS };

/** Compiles `files` as strictly as possible; declarations of the package are checked too. */
function compile(compiler: string, files: readonly string[], options: object): string {
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const compilerOptions = { noEmit: true, skipLibCheck: false, target: "es2022", ...strict, ...options };
  write(app, "tsconfig.json", JSON.stringify({ compilerOptions, files }));
  try {
    return run(app, process.execPath, join(compiler, "typescript/bin/tsc"), "-p", ".");
  } catch (thrown) {
    return (thrown as { stdout: string }).stdout;
  }
}

write(
  app,
  "any.ts",
  `import { createEngine } from "@tagview/engine";
  export * as tags from "@tagview/engine/tags";
  export * as offsets from "@tagview/engine/offsets";
  export * as indexHeader from "@tagview/engine/index-header";
  export * as icechunk from "@tagview/engine/icechunk";
  export * as compare from "@tagview/engine/compare";
  export * as json from "@tagview/engine/json";
  export * as units from "@tagview/engine/units";
  export type * from "@tagview/engine/results";
  const engine = createEngine();
  export const { tags: count } = await engine.tags.scan(new Uint8Array(0), { analyses: [{ name: "rate" }] });
  engine.close();
  `,
);
write(
  app,
  "using.ts",
  `import { createEngine } from "@tagview/engine";
  using engine = createEngine();
  using recording = engine.tags.open("file", { analyses: [] });
  using header = await engine.indexHeader.open("file");
  export const count = (await recording.read).tags + header.summary.labels.length;
  `,
);
write(app, "node.ts", `import { nodePlatform } from "@tagview/engine/node"; export default nodePlatform();`);
write(
  app,
  "page.ts",
  `import { browserPlatform } from "@tagview/engine/browser"; export default browserPlatform();`,
);

describe("compiles without skipLibCheck", () => {
  it.each([
    ["TypeScript 7", "a page", ["any.ts", "page.ts"], { lib: ["es2022", "dom"], types: [] }],
    ["TypeScript 7", "a worker", ["any.ts", "page.ts"], { lib: ["es2022", "webworker"], types: [] }],
    ["TypeScript 7", "Node", ["any.ts", "node.ts"], { lib: ["es2022"], types: ["node"] }],
    [
      "TypeScript 7",
      "both",
      ["any.ts", "using.ts", "node.ts", "page.ts"],
      { lib: ["esnext", "dom"], types: ["node"] },
    ],
    ["TypeScript 7", "neither", ["any.ts"], { lib: ["es2022"], types: [] }],
    ["TypeScript 7", "the oldest library", ["any.ts"], { lib: ["es2020"], types: [] }],
    ["TypeScript 7", "a bundler", ["any.ts"], { lib: ["es2022", "dom"], types: [], module: "preserve" }],
    ["TypeScript 5", "a page", ["any.ts", "page.ts"], { lib: ["es2022", "dom"], types: [] }],
  ] as const)("with %s, for %s", (compiler, _, files, options) => {
    expect(compile(COMPILERS[compiler], files, { module: "nodenext", ...options })).toBe("");
  });
});

it("refuses a misspelt key, and knows the results of a request", () => {
  write(
    app,
    "known.ts",
    `import { type Correlation, createEngine, type ScanRequest, type Snapshot, type Summary } from "@tagview/engine";
    import type { Rate } from "@tagview/engine/results";
    import { parseTick } from "@tagview/engine/units";
    const { tags } = createEngine();
    const taken = await tags.scan("file", { analyses: [{ name: "summary" }, { name: "rate", id: "fine" }] });
    export const summary: Summary = taken.analyses.summary;
    export const rate: Rate = taken.analyses.fine;
    export const any: Snapshot = taken;
    for await (const { time, channel } of tags.blocks(new Response())) console.log(time[0], channel[0]);
    export const tick = parseTick("1ns");
    const session = tags.open("file", { analyses: [] }, { background: [{ name: "pairs" }] });
    const { analyses } = await session.ask({ analyses: [{ name: "correlation", a: 3n, b: 15n }] });
    export const correlation: Correlation = analyses.correlation;
    // A request may be known only at run time.
    const request: ScanRequest = { analyses: [{ name: "summary" }], verify: true };
    export const unknown: unknown = (await tags.scan("file", request)).analyses.anything;
    // @ts-expect-error a correlation has two channels
    await session.ask({ analyses: [{ name: "correlation", a: 3n }] });
    // @ts-expect-error it is called channels
    await tags.scan("file", { analyses: [], selection: { channel: [3n], from: 1n } });
    // @ts-expect-error it is called bin
    await tags.scan("file", { analyses: [{ name: "rate", bins: 5n }] });
    // @ts-expect-error the request does not have it
    export const none = taken.analyses.pairs;
    `,
  );
  const libraries = { module: "nodenext", lib: ["es2022", "dom"], types: [] };
  expect(compile(COMPILERS["TypeScript 7"], ["known.ts"], libraries)).toBe("");
});

it("compiles the parts of the README that are not run", () => {
  const readme = readFileSync(join(ROOT, "engine/README.md"), "utf8");
  const parts = [...readme.matchAll(/\n```(?:js|ts)\n(.*?)\n```/gs)].map(([, code = ""]) => code);
  const files = parts
    .filter((code) => !code.includes("createEngine"))
    .map((code, k) => {
      const given = `import { createEngine, type Snapshot } from "@tagview/engine";
      const engine = createEngine();
      const onSnapshot = (_: Snapshot) => {};
      ${code.includes("const file") ? "" : "declare const file: File;"}
      `;
      write(app, `part-${k}.ts`, `${given}${code}\n`);
      return `part-${k}.ts`;
    });
  expect(files.length).toBe(2);
  const libraries = { module: "nodenext", lib: ["es2022", "dom"], types: [] };
  expect(compile(COMPILERS["TypeScript 7"], files, libraries)).toBe("");
});
