/** The package in pages: as its files lie, from another origin, and by every bundler. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { write } from "../support/command-line";
import { copyOf, installed, ROOT, run, TOOLS } from "./installed";
import { html, outcomeOf, SCRIPT, serve } from "./page";

const app = installed();
const DIST = "node_modules/@tagview/engine/dist/browser";
const GOOD = { some: true, complete: true, encoding: "text", errors: [] };

write(app, "main.js", `import { createEngine } from "@tagview/engine";${SCRIPT}`);
write(app, "index.html", html('<script type="module" src="./main.js"></script>'));

const inline = (url: string) =>
  `<script type="module">import { createEngine } from "${url}";${SCRIPT}</script>`;

describe("without a bundler", () => {
  it("is imported by a page of the same origin", async () => {
    write(app, "plain.html", html(inline(`./${DIST}/index.js`)));
    expect(await outcomeOf(`${await serve(app)}plain.html`)).toEqual(GOOD);
  });

  it("is imported by a page of another origin", async () => {
    const folder = copyOf(app);
    const other = await serve(join(app, DIST));
    write(folder, "other.html", html(inline(`${other}index.js`)));
    expect(await outcomeOf(`${await serve(folder)}other.html`)).toEqual(GOOD);
  });
});

describe.each([
  ["Vite 8", join(ROOT, "node_modules/vite")],
  ["Vite 7", join(TOOLS, "vite7")],
  ["Vite 5", join(TOOLS, "vite5")],
])("with %s", (_, folder) => {
  const root = copyOf(app);

  it("is built", async () => {
    run(root, process.execPath, join(folder, "bin/vite.js"), "build", "--logLevel=error", "--target=es2022");
    expect(await outcomeOf(await serve(join(root, "dist")))).toEqual(GOOD);
  });

  it("is served for development", async () => {
    const { createServer } = await import(pathToFileURL(join(folder, "dist/node/index.js")).href);
    const server = await createServer({ root, configFile: false, logLevel: "silent", server: { port: 0 } });
    try {
      await server.listen();
      expect(await outcomeOf(server.resolvedUrls.local[0])).toEqual(GOOD);
    } finally {
      await server.close();
    }
  });
});

it("is bundled by webpack 5", async () => {
  const root = copyOf(app);
  const { default: webpack } = await import(pathToFileURL(join(TOOLS, "webpack/lib/index.js")).href);
  const output = { path: join(root, "dist"), filename: "main.js" };
  const optimization = { minimize: false };
  const compiler = webpack({ context: root, entry: "./main.js", mode: "production", optimization, output });
  const stats = await new Promise<{ hasErrors(): boolean; toString(): string }>((resolve, reject) =>
    compiler.run((error: Error | null, stats: never) => (error ? reject(error) : resolve(stats))),
  );
  expect(stats.hasErrors(), stats.toString()).toBe(false);
  write(join(root, "dist"), "index.html", html('<script src="main.js"></script>'));
  expect(await outcomeOf(await serve(join(root, "dist")))).toEqual(GOOD);
});

it("is bundled by esbuild, with the files of the package copied beside the bundle", async () => {
  const root = copyOf(app);
  const options = ["--bundle", "--format=esm", "--minify", "--log-level=error", "--outfile=dist/main.js"];
  run(root, join(TOOLS, ".bin/esbuild"), "main.js", ...options);
  run(root, "sh", "-c", `cp ${DIST}/*.wasm ${DIST}/tagview-worker.js dist/`);
  write(join(root, "dist"), "index.html", html('<script type="module" src="main.js"></script>'));
  expect(await outcomeOf(await serve(join(root, "dist")))).toEqual(GOOD);
});
