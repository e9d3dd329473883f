import { spawn } from "node:child_process";
import { constants } from "node:os";
import { ENV, ROOT } from "./paths.mjs";

// Interrupted: the running program is told and waited for, and nothing is started after it.
const children = new Set();
let interrupted = 0;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    interrupted = 128 + constants.signals[signal];
    if (children.size === 0) process.exit(interrupted);
    for (const child of children) if (child.pid) killGroup(child.pid, signal);
  });
}

// A group of its own for each program, so that what it has started (cargo under wasm-pack) ends too.
function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It ended in this very moment.
  }
}

/**
 * Runs a program to its end and never throws: `{ code, output }`, where `code` is the exit status
 * (127: not found, 128 + n: killed by signal n). `echo` passes its output on as it comes;
 * `keep: false` gives it our terminal instead, and then there is no `output`.
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

/** npm itself, as the one that started us. */
export function npm(args, options) {
  const self = process.env.npm_execpath;
  return self ? run(process.execPath, [self, ...args], options) : run("npm", args, options);
}
