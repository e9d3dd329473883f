// All dependencies from the two lock files: name, licence, and whether they ship.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./paths.mjs";
import { run } from "./run.mjs";
import { Trouble } from "./step.mjs";

const SHIPPED_CRATE = "tagview-wasm";
const TARGET = "wasm32-unknown-unknown";

/** Licences that dependencies of this project may have. */
const ALLOWED = new Set([
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "ISC", "MIT", "MIT-0"],
  ...["MPL-2.0", "Unicode-3.0", "Unlicense", "Zlib"],
]);

/** Packages without an SPDX licence, with the licence found in their files. */
const READ = { "dejavu-fonts-ttf": "Bitstream-Vera" };
const ALLOWED_BY_NAME = new Set(["Bitstream-Vera"]);

/**
 * Whether an SPDX expression is met by allowed licences: `OR` (or an old `/`) needs one of them, `AND` needs all.
 */
export function isAllowed(expression) {
  const words = expression.replaceAll("/", " OR ").match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const one = () => {
    if (words[at] !== "(") {
      const name = words[at++] ?? "";
      // An exception only adds permissions.
      if (words[at] === "WITH") at += 2;
      return ALLOWED.has(name) || ALLOWED_BY_NAME.has(name);
    }
    at += 1;
    const inner = any();
    at += 1;
    return inner;
  };
  const all = () => {
    let good = one();
    while (words[at] === "AND") {
      at += 1;
      good = one() && good;
    }
    return good;
  };
  const any = () => {
    let good = all();
    while (words[at] === "OR") {
      at += 1;
      good = all() || good;
    }
    return good;
  };
  const good = any();
  return good && at === words.length;
}

async function cargoMetadata() {
  const args = ["metadata", "--locked", "--offline", "--format-version", "1", "--filter-platform", TARGET];
  const { code, output } = await run("sh", ["-c", `exec cargo ${args.join(" ")} 2>/dev/null`]);
  if (code !== 0) throw new Trouble("cargo has not fetched all crates yet: run npm run build first");
  return JSON.parse(output);
}

/** Ids of the crates whose code is in the modules that ship. */
function shippedCrates({ packages, resolve }) {
  const byId = new Map(packages.map((one) => [one.id, one]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const shipped = new Set();
  const visit = (id) => {
    const isMacro = byId.get(id).targets.some(({ kind }) => kind.includes("proc-macro"));
    if (shipped.has(id) || isMacro) return;
    shipped.add(id);
    for (const { pkg, dep_kinds: kinds } of nodes.get(id).deps) {
      if (kinds.some(({ kind }) => kind === null)) visit(pkg);
    }
  };
  visit(packages.find(({ name }) => name === SHIPPED_CRATE).id);
  return shipped;
}

/** Checksums from Cargo.lock, by name and version. */
function checksums() {
  const lock = readFileSync(join(ROOT, "Cargo.lock"), "utf8");
  const entries = lock.matchAll(
    /name = "([^"]+)"\nversion = "([^"]+)"\nsource[^\n]*\nchecksum = "([0-9a-f]+)"/g,
  );
  return new Map([...entries].map(([, name, version, sum]) => [`${name} ${version}`, sum]));
}

/** `{kind: "cargo", name, version, license, ships, hash, folder}` of third-party crates. */
async function crates() {
  const metadata = await cargoMetadata();
  const shipped = shippedCrates(metadata);
  const sums = checksums();
  return metadata.packages
    .filter(({ source }) => source !== null)
    .map(({ id, name, version, license, manifest_path: manifest }) => ({
      kind: "cargo",
      name,
      version,
      license: license ?? "",
      ships: shipped.has(id),
      hash: { alg: "SHA-256", content: sums.get(`${name} ${version}`) ?? "" },
      folder: dirname(manifest),
    }));
}

/**
 * Workspaces whose dependencies ship: bundled, or needed by users of the engine. Types and tools belong to other
 * workspaces.
 */
const SHIPPED_WORKSPACES = ["cli", "web", "engine", "charts"];

/** Paths in package-lock.json of all direct and indirect dependencies of the shipped workspaces. */
function shippedPackages(packages) {
  const shipped = new Set();
  // Node's resolution: beside the importing package, then in each folder above.
  const placeOf = (from, name) => {
    const folders = [from];
    for (
      let at = from.lastIndexOf("/node_modules/");
      at > 0;
      at = from.lastIndexOf("/node_modules/", at - 1)
    ) {
      folders.push(from.slice(0, at));
    }
    const paths = [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
    return paths.find((path) => packages[path] !== undefined);
  };
  const visit = (from, { dependencies = {}, optionalDependencies = {}, devDependencies = {} }) => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })) {
      const path = placeOf(from, name);
      if (path === undefined || packages[path].link || shipped.has(path)) continue;
      shipped.add(path);
      visit(path, { ...packages[path], devDependencies: {} });
    }
  };
  for (const workspace of SHIPPED_WORKSPACES)
    if (packages[workspace] !== undefined) visit(workspace, packages[workspace]);
  return shipped;
}

/** Like `crates`, for the packages in a lock file. */
function npmPackages(lock = "package-lock.json") {
  const { packages } = JSON.parse(readFileSync(join(ROOT, lock), "utf8"));
  const shipped = shippedPackages(packages);
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && !link)
    .map(([path, { version, license, integrity, hasInstallScript }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      const [algorithm, digest] = integrity?.split("-") ?? ["sha512", ""];
      return {
        kind: "npm",
        name,
        version,
        license: READ[name] ?? license ?? "",
        ships: shipped.has(path),
        hash: {
          alg: algorithm === "sha1" ? "SHA-1" : "SHA-512",
          content: Buffer.from(digest, "base64").toString("hex"),
        },
        hasInstallScript: hasInstallScript === true,
        path,
      };
    });
}

/** Packages whose code the documentation site contains; all others of its lock file only build it. */
const IN_SITE =
  /^(?:vue|vitepress|minisearch|mark\.js|focus-trap|tabbable|@vue\/(?:reactivity|runtime-\w+|shared)|@vueuse\/(?:core|shared|integrations))$/;

/** Like `npmPackages`, for the parts of the documentation site. Its packages are installed without their scripts. */
function siteParts() {
  const parts = npmPackages("site/package-lock.json").filter(({ name }) => IN_SITE.test(name));
  return parts.map((one) => ({
    ...one,
    ships: true,
    hasInstallScript: false,
    folder: join(ROOT, "site", one.path),
  }));
}

/** All dependencies without duplicates, by kind, name and version. */
export async function dependencies() {
  const byKey = new Map();
  for (const one of [...(await crates()), ...npmPackages(), ...siteParts()]) {
    const key = `${one.kind}/${one.name}@${one.version}`;
    const before = byKey.get(key);
    byKey.set(key, { ...one, ships: one.ships || before?.ships === true });
  }
  const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return [...byKey].sort(([a], [b]) => order(a, b)).map(([, one]) => one);
}

/** Problems that a reader of the list must know: a licence that is not allowed, or a script that would run. */
export function findings(all) {
  return all.flatMap(({ name, version, license, hasInstallScript }) => [
    ...(isAllowed(license)
      ? []
      : [`${name} ${version}: ${license || "no licence"} is not among those allowed`]),
    ...(hasInstallScript ? [`${name} ${version} runs a script when it is installed`] : []),
  ]);
}

/** The list as Markdown. */
export function toMarkdown(all) {
  const table = (rows) =>
    ["| package | version | licence |", "|---|---|---|"]
      .concat(rows.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`))
      .join("\n");
  const part = (title, which) => `## ${title}\n\n${table(all.filter(which))}\n`;
  return [
    "# All dependencies\n\n<!-- generated by `npm run dependencies`, from Cargo.lock and the two package-lock.json; DO NOT EDIT -->\n",
    "Which packages does tagview use, in which version, and with which licence? The list has the dependencies that CONTRIBUTING.md names, and the dependencies of these. A dependency that *ships* is part of the package or of the page.\n",
    part("Rust crates that ship", ({ kind, ships }) => kind === "cargo" && ships),
    part("npm packages that ship", ({ kind, ships }) => kind === "npm" && ships),
    part("Rust crates for building and testing", ({ kind, ships }) => kind === "cargo" && !ships),
    part("npm packages for building and testing", ({ kind, ships }) => kind === "npm" && !ships),
  ].join("\n");
}

/** The software bill of materials of the package, as CycloneDX 1.5. */
export function toCycloneDx(all) {
  const { version } = JSON.parse(readFileSync(join(ROOT, "cli", "package.json"), "utf8"));
  const purl = ({ kind, name, version }) => `pkg:${kind}/${name.replace("@", "%40")}@${version}`;
  const components = all
    .filter(({ ships }) => ships)
    .map((one) => ({
      type: "library",
      "bom-ref": purl(one),
      name: one.name,
      version: one.version,
      ...(one.hash.content && { hashes: [one.hash] }),
      licenses: ALLOWED_BY_NAME.has(one.license)
        ? [{ license: { name: one.license } }]
        : [{ expression: one.license.replaceAll(/\s*\/\s*/g, " OR ") }],
      purl: purl(one),
    }));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": `pkg:npm/tagview@${version}`,
        name: "tagview",
        version,
        licenses: [{ expression: "MIT OR Apache-2.0" }],
      },
    },
    components,
  };
}

/** Heading before the licences of crates in a list that begins with the bundler's. */
export const CRATES_TITLE =
  "\n# Licenses of the Rust crates in the WebAssembly modules, and of parts of the documentation\n\n";

/** Licence texts of what ships and no bundler lists, without duplicates, in the form of the bundler's list. */
export function otherLicenses(all) {
  const byText = new Map();
  for (const { name, version, license, folder } of all.filter(
    (one) => one.ships && one.folder !== undefined,
  )) {
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|unlicense)/i.test(entry.name))
      .map((entry) => entry.name);
    // If there is a choice, take the shorter text.
    const chosen =
      files.find((file) => /mit/i.test(file)) ?? files.find((file) => !/apache/i.test(file)) ?? files[0];
    const text = chosen === undefined ? "" : readFileSync(join(folder, chosen), "utf8").trim();
    byText.set(text, [...(byText.get(text) ?? []), `${name} - ${version} (${license})`]);
  }
  const parts = [...byText].map(([text, names]) => `## ${names.join("\n## ")}\n\n${text}`.trimEnd());
  return `${parts.join("\n\n")}\n`;
}
