/** Runs the built command line as a user would, and makes small recordings for it. */

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { runInHost } from "./command-hosts";

export const CLI = fileURLToPath(new URL("../../cli/bin/tagview.js", import.meta.url));

export interface Ran {
  /** The exit status, `$?` in a shell. */
  status: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs `tagview ...args` with `input` piped in; `node` are options of Node. Without both, the process may have run other
 * commands, because the start of a process takes most of a short command's time.
 */
export function tagview(
  args: string[],
  input: string | Uint8Array = "",
  cwd?: string,
  node: string[] = [],
): Promise<Ran> {
  const env = { ...process.env, NO_COLOR: "1" };
  if (input.length + node.length === 0 && !process.env.TAGVIEW_OWN_PROCESSES)
    return runInHost(CLI, args, cwd ?? process.cwd(), env);
  const child = spawn(process.execPath, [...node, CLI, ...args], { cwd, env });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (piece) => out.push(piece));
  child.stderr.on("data", (piece) => err.push(piece));
  // The command may stop reading early.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) =>
      resolve({
        status: code ?? (signal === "SIGKILL" ? 137 : 128),
        stdout: Buffer.concat(out).toString("utf8"),
        stderr: Buffer.concat(err).toString("utf8"),
      }),
    );
  });
}

/**
 * Reports the peak memory of the process at its end, KiB. Linux's `maxRSS` starts with the memory of the parent
 * process, here the tests.
 */
const REPORT = `
import { readFileSync } from "node:fs";
const own = () => /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1];
const peak = () => (process.platform === "linux" ? own() : process.resourceUsage().maxRSS);
process.on("exit", () => process.stderr.write("\\n" + peak()));
`;

/** Maximum megabytes of live JavaScript objects in {@link memoryOf}. */
const HEAP = 160;

/**
 * Runs a `tagview` command; `memory` is its peak memory in bytes. The amount of garbage depends on the load of the
 * machine, so Node's heap is limited: a command with more than {@link HEAP} MB of live objects dies.
 */
export async function memoryOf(args: string[], cwd?: string): Promise<Ran & { memory: number }> {
  const report = `data:text/javascript,${encodeURIComponent(REPORT)}`;
  const node = [`--max-old-space-size=${HEAP}`, "--import", report];
  const ran = await tagview(args, "", cwd, node);
  const at = ran.stderr.lastIndexOf("\n");
  return { ...ran, stderr: ran.stderr.slice(0, at), memory: 1024 * Number(ran.stderr.slice(at)) };
}

/** A folder that is removed after the tests of this file. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "tagview-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a recording of `[channel, time]` with `pack`. */
export async function record(path: string, tags: [number, bigint][], ...options: string[]): Promise<void> {
  const text = tags.map(([channel, time]) => `${channel}\t${time}\n`).join("");
  const { status, stderr } = await tagview(["pack", "-", "--force", "-o", path, ...options], text);
  if (status !== 0) throw new Error(stderr);
}

/** Writes a text file and returns its path. */
export function write(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The folder of real recordings, or a reason for its absence. */
export function realData(): string | undefined {
  const folder = fileURLToPath(new URL("../../../shared/data/tags", import.meta.url));
  if (existsSync(folder)) return folder;
  console.log(`skipped: there are no real recordings in ${folder}`);
  return undefined;
}
