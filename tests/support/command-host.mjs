/**
 * Runs `tagview` commands one after another in this process. Each command loads fresh modules, so it finds no state of
 * an earlier command; only compiled code is kept. Standard input is empty.
 */

import Module, { createRequire } from "node:module";
import { dirname } from "node:path";
import { constants, Script } from "node:vm";
import threads from "node:worker_threads";

const [, , cli] = process.argv;
const require = createRequire(cli);

/** Compiled code by the path of its file. */
const scripts = new Map();

Module.prototype._compile = function (content, path) {
  if (!scripts.has(path)) {
    const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
    scripts.set(
      path,
      new Script(Module.wrap(content.replace(/^#!.*/u, "")), { filename: path, importModuleDynamically }),
    );
  }
  const load = scripts.get(path).runInThisContext();
  load.call(this.exports, this.exports, createRequireOf(this), this, path, dirname(path));
};

const createRequireOf = (module) => Object.assign((id) => module.require(id), { cache: require.cache });

/** Compiled WebAssembly modules by their length in bytes. */
const modules = new Map();
const { compile } = WebAssembly;

WebAssembly.compile = (bytes) => {
  if (!modules.has(bytes.length)) modules.set(bytes.length, compile(bytes));
  return modules.get(bytes.length);
};

/** The threads of the current command, which would end with its process. */
const started = new Set();

threads.Worker = class extends threads.Worker {
  constructor(...args) {
    super(...args);
    started.add(this);
  }
};

const input = Object.getOwnPropertyDescriptor(process, "stdin");
let isRunning = false;
/** Whether the command has used standard input, which can be read once. */
let isSpent = false;

Object.defineProperty(process, "stdin", {
  get: () => {
    isSpent = true;
    return input.get.call(process);
  },
});

process.on("message", ({ args, cwd, env }) => {
  isRunning = true;
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, cli, ...args];
  // The process of a command ends when nothing is left to do, not when it closes this channel.
  process.channel.unref();
  require(cli);
});

process.on("beforeExit", (status) => {
  if (!isRunning) return;
  isRunning = false;
  void finish(status);
});

/** Reports the end of the command, and prepares for the next one. */
async function finish(status) {
  process.channel.ref();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal);
  for (const path of Object.keys(require.cache)) delete require.cache[path];
  await Promise.all([...started].map((thread) => thread.terminate()));
  started.clear();
  process.exitCode = undefined;
  process.send({ status, isSpent });
}

process.on("disconnect", () => process.exit());
