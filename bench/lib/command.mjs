// A whole command from start to end: its time and memory.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { ROOT } from "../../scripts/lib/paths.mjs";
import { Trouble } from "../../scripts/lib/step.mjs";

const POLL_MS = 2;

/** The error message of a failed command. */
const failed = ([program, ...args], why, stderr = "") =>
  new Trouble(`${program} ${args.join(" ")} failed (${why})`, `${stderr}`);

/** Calls `work` with where standard output goes: a file, or nowhere. */
function into(output, work) {
  if (output === undefined) return work("ignore");
  const file = openSync(output, "w");
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

/** Milliseconds that `argv` takes; its standard output goes to the file `output`, or nowhere. */
export function time(argv, output) {
  const [program, ...args] = argv;
  return into(output, (out) => {
    const since = performance.now();
    const { status, error, stderr } = spawnSync(program, args, { cwd: ROOT, stdio: ["ignore", out, "pipe"] });
    const ms = performance.now() - since;
    if (status !== 0) throw failed(argv, error?.message ?? `status ${status}`, stderr);
    return ms;
  });
}

/** The output of `argv`. */
export function answer(argv) {
  const [program, ...args] = argv;
  const { status, error, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, maxBuffer: 2 ** 28 });
  if (status !== 0) throw failed(argv, error?.message ?? `status ${status}`, stderr);
  return stdout.toString();
}

/**
 * The most memory in bytes that was resident, by all processes of `argv` together; null where there is
 * no /proc. Asks every few milliseconds, which a run that is timed should not have to bear.
 */
export function memory(argv, output) {
  const [program, ...args] = argv;
  return into(output, (out) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: ["ignore", out, "ignore"] });
    const peaks = new Map();
    const poll = setInterval(() => note(child.pid, peaks), POLL_MS);
    return new Promise((resolve, reject) => {
      child.on("error", (error) => reject(failed(argv, error.message)));
      child.on("close", (status) => {
        if (status !== 0) return reject(failed(argv, `status ${status}`));
        const all = [...peaks.values()].reduce((sum, kib) => sum + kib, 0);
        resolve(all === 0 ? null : all * 1024);
      });
    }).finally(() => clearInterval(poll));
  });
}

/** The peak so far, as the system counts it, of a process and what it has started. */
function note(pid, peaks) {
  try {
    const kib = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    if (kib !== null) peaks.set(pid, Number(kib[1]));
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    for (const child of children.split(" ").filter(Boolean)) note(child, peaks);
  } catch {
    // It ended in this very moment.
  }
}
