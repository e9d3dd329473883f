/** The engine's package as its user gets it: packed, and installed into an empty folder without network. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scratch, write } from "../support/command-line";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Folder of the tools that `npm run setup` installs for these tests. */
export const TOOLS = join(ROOT, "tests/package/tools/node_modules");

/** Returns the standard output of a program; its failure fails the test. */
export function run(cwd: string, program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Packs the package of a workspace into `folder`; returns its file there, and the paths inside. */
export function packed(workspace: string, folder: string): { tarball: string; paths: string[] } {
  const packing = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const [{ filename, files }] = JSON.parse(run(join(ROOT, workspace), "npm", ...packing));
  return { tarball: join(folder, filename), paths: files.map(({ path }: { path: string }) => path) };
}

/** Makes a folder that has the package installed and nothing else. */
export function installed(): string {
  const folder = scratch();
  const app = join(folder, "app");
  mkdirSync(app);
  write(app, "package.json", '{ "private": true, "type": "module" }');
  const { tarball } = packed("engine", folder);
  const quietly = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  run(app, "npm", "install", ...quietly, tarball);
  return app;
}

/** Makes a copy of `app`, for a tool that writes into the folder. */
export function copyOf(app: string): string {
  const copy = join(scratch(), "app");
  cpSync(app, copy, { recursive: true });
  return copy;
}
