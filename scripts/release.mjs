// `npm run release -- --dry-run`: builds and checks all files of a release, into .tools/release. It publishes nothing.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "./build.mjs";
import { writeChecksums, wrongChecksums } from "./lib/checksums.mjs";
import { ROOT, TOOLS } from "./lib/paths.mjs";
import { npm, run } from "./lib/run.mjs";
import { log, main, must, step, Trouble } from "./lib/step.mjs";
import { differences, versions } from "./lib/versions.mjs";
import { buildWheel, setupPython } from "./python.mjs";

const FOLDER = join(TOOLS, "release");

/** Files that a package must have, beside its code. */
const LICENSES = ["LICENSE-APACHE", "LICENSE-MIT"];
const NEEDED = {
  cli: [
    "README.md",
    "dist/start.js",
    "dist/tagview.1",
    "dist/sbom.cdx.json",
    "dist/licenses.md",
    ...LICENSES,
  ].concat(
    ["index.html", "service-worker.js", "manifest.webmanifest", "docs/index.html"].map(
      (name) => `dist/viewer/${name}`,
    ),
  ),
  engine: [
    "README.md",
    "dist/node/index.js",
    "dist/browser/index.js",
    "dist/types/index.d.ts",
    "dist/licenses.md",
    ...LICENSES,
  ],
};

function checkVersions() {
  const all = versions();
  const wrong = differences(all);
  if (wrong.length > 0)
    throw new Trouble("versions differ: write one into all of these files", wrong.join("\n"));
  const [{ version }] = all;
  if (!readFileSync(join(ROOT, "CHANGELOG.md"), "utf8").includes(`\n## ${version}`))
    throw new Trouble(`CHANGELOG.md has no section ${version}: rename "Unreleased"`);
  return version;
}

async function packNpm(workspace) {
  const args = ["pack", "--json", "-w", workspace, "--pack-destination", FOLDER];
  const output = must(await npm(args), `npm pack -w ${workspace} failed: see above`);
  const [{ filename, size, files }] = JSON.parse(output.slice(output.indexOf("[")));
  const names = new Set(files.map(({ path }) => path));
  const missing = NEEDED[workspace].filter((name) => !names.has(name));
  if (missing.length > 0) throw new Trouble(`the package of ${workspace} lacks files`, missing.join("\n"));
  return `${filename}, ${(size / 1e6).toFixed(1)} MB, ${names.size} files`;
}

/** Packs the crate; returns what was not checked, or nothing. */
async function packCrate(version) {
  const args = ["package", "-p", "tagview-core", "--offline", "--allow-dirty", "--no-verify"];
  const { code, output } = await run("cargo", args);
  if (code !== 0)
    return `the crate could not be packed offline: run cargo publish --dry-run -p tagview-core\n${output}`;
  const name = `tagview-core-${version}.crate`;
  copyFileSync(join(ROOT, "target", "package", name), join(FOLDER, name));
  return "that the packed crate compiles alone: run cargo publish --dry-run -p tagview-core with a network";
}

async function packWheel() {
  const absent = await setupPython();
  if (absent !== null) return `the wheel, because ${absent}`;
  const wheel = await buildWheel();
  copyFileSync(wheel, join(FOLDER, basename(wheel)));
  return null;
}

async function packFolder(folder, name) {
  if (!existsSync(join(folder, "index.html")))
    throw new Trouble(`${folder} has no index.html: run npm run build`);
  must(await run("tar", ["-czf", join(FOLDER, name), "-C", folder, "."]), `${name} could not be written`);
}

await main(async () => {
  if (process.argv[2] !== "--dry-run")
    throw new Trouble(
      "this command publishes nothing: run npm run release -- --dry-run, then publish the files",
    );
  const version = checkVersions();
  await build();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const unchecked = [];
  const packed = await step("pack the npm packages", async () => [
    await packNpm("cli"),
    await packNpm("engine"),
  ]);
  unchecked.push(await step("pack the crate", () => packCrate(version)));
  unchecked.push(await step("build the wheel", packWheel));
  await step("pack the page, the site and the bill of materials", async () => {
    copyFileSync(join(ROOT, "web", "dist-single", "tagview.html"), join(FOLDER, "tagview.html"));
    copyFileSync(join(ROOT, "cli", "dist", "sbom.cdx.json"), join(FOLDER, `tagview-${version}.cdx.json`));
    await packFolder(join(ROOT, "web", "dist"), `tagview-page-${version}.tar.gz`);
    await packFolder(join(ROOT, "site", "dist"), `tagview-docs-${version}.tar.gz`);
  });
  writeChecksums(FOLDER);
  const wrong = wrongChecksums(FOLDER);
  if (wrong.length > 0) throw new Trouble("a file changed while checksums were written", wrong.join("\n"));
  for (const line of packed) log(line);
  for (const what of unchecked.filter((one) => one !== null)) log(`not checked: ${what}`);
  log(`${readdirSync(FOLDER).length} files of version ${version} are in ${FOLDER}`);
});
