/** Processes that run `tagview` commands one after another: see `command-host.mjs`. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

const SCRIPT = fileURLToPath(new URL("command-host.mjs", import.meta.url));
/** Maximum number of commands of a process, because commands leave open files and memory to the end of their process. */
const MAX_COMMANDS = 50;

interface Host {
  child: ChildProcess;
  /** Descriptors of the removed files that its standard output and standard error are. */
  out: number;
  err: number;
  commands: number;
}

interface Reply {
  status: number;
  /** Whether the command has used standard input, which can be read once. */
  isSpent: boolean;
}

const idle: Host[] = [];

afterAll(async () => {
  await Promise.all(idle.splice(0).map(stop));
});

/** Runs `cli ...args` with an empty standard input; a command that ends its process returns the status of the process. */
export async function runInHost(cli: string, args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  const host = idle.pop() ?? start(cli);
  const { child, out, err } = host;
  const { status, isSpent } = await new Promise<Reply>((resolve, reject) => {
    child.once("error", reject);
    child.once("message", resolve);
    child.once("exit", (code, signal) =>
      resolve({ status: code ?? (signal === "SIGKILL" ? 137 : 128), isSpent: true }),
    );
    child.send({ args, cwd, env });
  });
  child.removeAllListeners();
  const ran = { status, stdout: take(out), stderr: take(err) };
  host.commands += 1;
  if (isSpent || host.commands >= MAX_COMMANDS) await stop(host);
  else idle.push(host);
  return ran;
}

function start(cli: string): Host {
  const folder = mkdtempSync(join(tmpdir(), "tagview-host-"));
  const out = openSync(join(folder, "out"), "a+");
  const err = openSync(join(folder, "err"), "a+");
  rmSync(folder, { recursive: true });
  const child = fork(SCRIPT, [cli], { execArgv: [], stdio: ["pipe", out, err, "ipc"] });
  child.stdin?.end();
  return { child, out, err, commands: 0 };
}

async function stop({ child, out, err }: Host): Promise<void> {
  closeSync(out);
  closeSync(err);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.disconnect();
  await once(child, "exit");
}

/** Returns the content of a file, and empties the file. */
function take(fd: number): string {
  const bytes = Buffer.alloc(fstatSync(fd).size);
  readSync(fd, bytes, 0, bytes.length, 0);
  ftruncateSync(fd);
  return bytes.toString("utf8");
}
