import { spawn } from "node:child_process";
import { constants } from "node:os";
import { ENV, ROOT } from "./paths.mjs";

// On an interrupt, the running program is interrupted and awaited, and no other starts.
const children = new Set();
let interrupted = 0;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    interrupted = 128 + constants.signals[signal];
    if (children.size === 0) process.exit(interrupted);
    for (const child of children) if (child.pid) killGroup(child.pid, signal);
  });
}

// Each program has its own process group, so that its children (cargo under wasm-pack) end too.
function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has just ended.
  }
}

/**
 * Runs a program to its end and never throws: `{ code, output }`, where `code` is the exit status
 * (127: not found, 128 + n: killed by signal n). `echo` forwards its output as it arrives.
 * `keep: false` gives it this terminal instead, and then there is no `output`.
 */
export function run(program, args, { env = {}, echo = false, keep = true, input, timeout } = {}) {
  return new Promise((resolve) => {
    const out = keep ? "pipe" : "inherit";
    const stdio = [input === undefined ? "ignore" : "pipe", out, out];
    const plain = keep ? { NO_COLOR: "1" } : {};
    const options = { cwd: ROOT, env: { ...ENV, ...plain, ...env }, stdio, timeout, detached: true };
    const child = spawn(program, args, options);
    children.add(child);
    const pieces = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (piece) => {
        pieces.push(piece);
        if (echo) process.stdout.write(piece);
      });
    }
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
    const end = (code, extra = "") => {
      children.delete(child);
      if (interrupted) process.exit(code || interrupted);
      resolve({ code, output: Buffer.concat(pieces).toString() + extra });
    };
    child.on("error", (error) => end(127, `${error.message}\n`));
    child.on("close", (code, signal) => end(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** The npm that started this script. */
export function npm(args, options) {
  const self = process.env.npm_execpath;
  return self ? run(process.execPath, [self, ...args], options) : run("npm", args, options);
}
