import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, TOOLS } from "./paths.mjs";
import { run } from "./run.mjs";
import { must, step, Trouble } from "./step.mjs";

const TARGET = "wasm32-unknown-unknown";
const OLDEST = 88;

/** Checks for Rust and a linker. Set-up installs neither; an error describes how to. */
export async function checkRust() {
  const rustup = await run("rustup", ["show", "active-toolchain"]);
  if (rustup.code === 127) {
    throw new Trouble("Rust is missing: install rustup from https://rustup.rs, then run this again");
  }
  if (rustup.code !== 0) {
    await step("install Rust (rustup default stable)", async () =>
      must(await run("rustup", ["default", "stable"]), "rustup could not install Rust: see above"),
    );
  }
  const { output } = await run("rustc", ["--version"]);
  const [, minor] = /rustc 1\.(\d+)/.exec(output) ?? [];
  if (minor === undefined || Number(minor) < OLDEST) {
    throw new Trouble(`Rust 1.${OLDEST} or newer is needed: run rustup update`, output);
  }
  if ((await run("cc", ["--version"])).code !== 0) {
    throw new Trouble("no C compiler (cc): install gcc, for example with apt-get install gcc libc6-dev");
  }
}

export async function addTarget() {
  const { output } = await run("rustc", ["--print", "target-libdir", "--target", TARGET]);
  if (existsSync(output.trim())) return;
  await step(`add Rust's target ${TARGET}`, async () =>
    must(await run("rustup", ["target", "add", TARGET]), `rustup could not add ${TARGET}: see above`),
  );
}

/** Installs rustfmt and clippy, which only the tests need. */
export async function addComponents() {
  for (const [component, args] of [
    ["rustfmt", ["fmt", "--version"]],
    ["clippy", ["clippy", "--version"]],
  ]) {
    if ((await run("cargo", args)).code === 0) continue;
    await step(`add Rust's ${component}`, async () =>
      must(
        await run("rustup", ["component", "add", component]),
        `rustup could not add ${component}: see above`,
      ),
    );
  }
}

/** wasm-bindgen's program must have exactly the version of the crate. */
function bindgenVersion() {
  const lock = readFileSync(join(ROOT, "Cargo.lock"), "utf8");
  return /name = "wasm-bindgen"\r?\nversion = "([^"]+)"/.exec(lock)[1];
}

/** Builds wasm-bindgen and wasm-pack from source into the repository's tools. */
export async function installTools() {
  const tools = [
    [
      "wasm-bindgen",
      "wasm-bindgen-cli",
      bindgenVersion(),
      ["--no-default-features", "--bin", "wasm-bindgen"],
    ],
    ["wasm-pack", "wasm-pack", "0.15.1", []],
  ];
  const target = join(TOOLS, "target");
  for (const [program, crate, version, extra] of tools) {
    const { code, output } = await run(join(TOOLS, "bin", program), ["--version"]);
    if (code === 0 && output.includes(` ${version}`)) continue;
    // Builds three times faster without optimisation, a quarter faster without debug information, and is fast enough.
    const args = ["install", crate, `--version=${version}`, "--locked", "--debug", "--force", ...extra];
    await step(`build ${program} ${version} into .tools (about a minute)`, async () =>
      must(
        await run("cargo", [...args, "--root", TOOLS], {
          env: { CARGO_TARGET_DIR: target, CARGO_PROFILE_DEV_DEBUG: "0" },
        }),
        `${program} could not be built: see above`,
      ),
    );
  }
  rmSync(target, { recursive: true, force: true });
}
