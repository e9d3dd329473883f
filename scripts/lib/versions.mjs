// The version number, which several files hold.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

const PACKAGES = ["cli", "engine", "charts", "web", "tests", "crates/wasm"];
/** Pages that name files of packages. */
const PAGES = ["README.md", "engine/README.md", "docs/ci.md"];

const read = (path) => readFileSync(join(ROOT, path), "utf8");

/** All places of the version: `{file, version}`. The version of the command line comes first. */
export function versions() {
  const [, cargo] = /^\[workspace\.package\][^[]*?^version = "([^"]+)"/ms.exec(read("Cargo.toml")) ?? [];
  const named = PAGES.flatMap((file) =>
    [...read(file).matchAll(/tagview(?:-engine)?-(\d+\.\d+\.\d+)\.tgz/g)].map(([, version]) => ({
      file,
      version,
    })),
  );
  const packages = PACKAGES.map((name) => `${name}/package.json`);
  return [
    ...packages.map((file) => ({ file, version: JSON.parse(read(file)).version })),
    { file: "Cargo.toml", version: cargo ?? "none" },
    ...named,
  ];
}

/**
 * Returns a line for each place whose version differs from the first.
 * @param {{ file: string, version: string }[]} all
 */
export function differences(all) {
  return all
    .filter(({ version }) => version !== all[0].version)
    .map(({ file, version }) => `${file}: ${version}, but ${all[0].file}: ${all[0].version}`);
}
