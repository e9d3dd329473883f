// Prepares this machine; every completed step is skipped.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as apt from "./lib/apt.mjs";
import { BROWSERS, findChromium } from "./lib/chromium.mjs";
import { findClang } from "./lib/clang.mjs";
import { ROOT } from "./lib/paths.mjs";
import { npm, run } from "./lib/run.mjs";
import * as rust from "./lib/rust.mjs";
import { fingerprint, isCurrent, stamp, unstamp } from "./lib/stamp.mjs";
import { log, main, must, step, Trouble } from "./lib/step.mjs";

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Trouble(
    `Node 20.19 or newer is needed, this is ${process.versions.node}: see https://nodejs.org`,
  );
}

async function packages() {
  const print = fingerprint(["package-lock.json"], [process.platform, process.arch]);
  if (isCurrent("npm", print, [join(ROOT, "node_modules", ".package-lock.json")])) return;
  await step("install the npm packages (npm ci)", async () => {
    unstamp("npm");
    must(await npm(["ci", "--no-audit", "--no-fund"]), "npm ci failed: see above");
    stamp("npm", print);
  });
}

/** Installs packages that are not a workspace, because two versions of one tool share a name. */
async function separatePackages(name, folder, what) {
  const print = fingerprint([`${folder}/package-lock.json`], [process.platform, process.arch]);
  if (isCurrent(name, print, [join(ROOT, folder, "node_modules")])) return;
  await step(`install ${what} (npm ci)`, async () => {
    unstamp(name);
    must(
      await npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder]),
      "npm ci failed: see above",
    );
    stamp(name, print);
  });
}

async function clang() {
  if (await findClang()) return;
  if (apt.canInstall) {
    await step("install clang, for libzstd in WebAssembly (apt-get)", () => apt.install("clang"));
    if (await findClang()) return;
  }
  log(
    "no clang with the wasm32 target, so zstd is decoded by ruzstd, at a third of the speed: install LLVM's clang",
  );
}

async function chromium() {
  if (await findChromium()) return;
  if (process.env.CHROMIUM) {
    throw new Trouble(`CHROMIUM=${process.env.CHROMIUM} is not a program: name one, or unset it`);
  }
  const attempts = [];
  if (apt.canInstall && !apt.isUbuntu) {
    await step("install Chromium, for the browser tests (apt-get)", async () => {
      attempts.push(await apt.install("chromium"));
    });
  } else {
    await step("install Chromium into .tools, for the browser tests (playwright)", async () => {
      const extra = process.getuid?.() === 0 ? ["--with-deps"] : [];
      const options = { env: { PLAYWRIGHT_BROWSERS_PATH: BROWSERS }, timeout: 600_000 };
      attempts.push(await run("playwright", ["install", "--no-shell", ...extra, "chromium"], options));
    });
  }
  if (await findChromium()) return;
  throw new Trouble(
    "the browser tests need a Chromium: install chromium or Google Chrome, or set CHROMIUM to its path",
    attempts.map(({ output }) => output).join(""),
  );
}

/** Installs Rust with its target, clang and, for `tests`, rustfmt and clippy: everything that cargo needs. */
export async function setupRust({ tests }) {
  checkNode();
  await rust.checkRust();
  await rust.addTarget();
  await clang();
  if (tests) await rust.addComponents();
}

/** Installs the npm packages, the tools that build the modules and, for `tests`, a browser. Needs `setupRust`. */
export async function setupRest({ tests }) {
  await packages();
  await separatePackages("site-packages", "site", "VitePress, for the documentation site");
  if (tests) await separatePackages("package-tools", "tests/package/tools", "the tools of tests/package");
  await rust.installTools();
  if (tests) await chromium();
}

/** Sets up this machine. Without `tests`, only for building and running. */
export async function setup({ tests }) {
  await setupRust({ tests });
  await setupRest({ tests });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await setup({ tests: true });
    log("everything is set up");
  });
}
