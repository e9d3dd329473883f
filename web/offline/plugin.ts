/** Makes the page an app that can be installed: its service worker with the list of files to keep, and its icons. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { Plugin } from "vite";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Files beside the page, without the samples that few visitors open. */
const publicFiles = (): string[] =>
  readdirSync(file("../public")).filter((name) => !name.startsWith("sample-"));

/** Widths in pixels that systems ask for. */
const ICON_WIDTHS = [192, 512];

async function icons(): Promise<Map<string, Uint8Array>> {
  const wasm = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
  await initWasm(readFileSync(wasm));
  const svg = readFileSync(file("../public/icon.svg"), "utf8");
  return new Map(
    ICON_WIDTHS.map((value) => [
      `icon-${value}.png`,
      new Resvg(svg, { fitTo: { mode: "width", value } }).render().asPng(),
    ]),
  );
}

export const installable: Plugin = {
  name: "tagview-installable",
  enforce: "post",
  generateBundle: {
    order: "post",
    async handler(_, bundle) {
      for (const [fileName, source] of await icons()) this.emitFile({ type: "asset", fileName, source });
      // The page itself has the address of its folder.
      const names = ["./", ...Object.keys(bundle).filter((name) => name !== "index.html"), ...publicFiles()];
      const hash = createHash("sha256");
      for (const output of Object.values(bundle))
        hash.update(output.type === "chunk" ? output.code : output.source);
      for (const name of publicFiles()) hash.update(readFileSync(file(`../public/${name}`)));
      const list = `const VERSION = "${hash.digest("hex").slice(0, 16)}";\nconst FILES = ${JSON.stringify(names)};\n`;
      const source = `${list}${readFileSync(file("service-worker.js"), "utf8")}`;
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
  },
};
