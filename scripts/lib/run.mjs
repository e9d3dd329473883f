import { spawn } from "node:child_process";
import { constants } from "node:os";
import { ENV, ROOT } from "./paths.mjs";

const children = new Set();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    process.exitCode = 128 + constants.signals[signal];
    for (const child of children) child.kill(signal);
  });
}

/**
 * Runs a program to its end and never throws: `{ code, output }`, where `code` is the exit status
 * (127: not found, 128 + n: killed by signal n). `echo` passes its output on as it comes, with
 * colours as far as the terminal has them if nothing needs to be kept (`keep: false`).
 */
export function run(program, args, { env = {}, echo = false, keep = true, input, timeout } = {}) {
  return new Promise((resolve) => {
    const out = keep ? "pipe" : "inherit";
    const stdio = [input === undefined ? "ignore" : "pipe", out, out];
    const child = spawn(program, args, { cwd: ROOT, env: { ...ENV, ...env }, stdio, timeout });
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
