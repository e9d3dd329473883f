import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../../web/src", import.meta.url));
const FORMATS = readdirSync(join(SRC, "formats"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

function files(folder: string): string[] {
  return readdirSync(join(SRC, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|css)$/u.test(name))
    .map((name) => join(folder, name));
}

// The engine has a member for each format.
const shell = ["app", "open", "ui", "style"].flatMap(files).filter((name) => name !== "app/engine.ts");

it.each(shell)("%s names no format", (name) => {
  const text = readFileSync(join(SRC, name), "utf8");
  for (const format of FORMATS) expect(text).not.toMatch(new RegExp(`["./]${format}\\b`, "u"));
});

it.each(FORMATS)("the viewer of %s uses no other viewer", (format) => {
  const others = FORMATS.filter((other) => other !== format);
  for (const name of files(join("formats", format)).filter((name) => name.endsWith(".ts"))) {
    const text = readFileSync(join(SRC, name), "utf8");
    for (const other of others) expect(text, name).not.toMatch(new RegExp(`from "[./]+/${other}(/|")`, "u"));
  }
});
