// Kills writing commands at random moments, and checks the files they leave behind: `npm run reliability kill`.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** Number of tags: several frames, so that a command can be killed in the middle of one. */
const TAGS = 150_000;

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

const digest = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

/**
 * Kills each command in turn, `moments` times. Returns how many outputs were the old file, the new one and none, and a
 * line for each other outcome.
 */
export async function kill({ moments, folder: parent, cli, seed }) {
  const folder = mkdtempSync(join(parent, "killed-"));
  const run = (...args) => spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: "utf8" });
  const text = Array.from({ length: TAGS }, (_, k) => `${(k * 7) % 16}\t${k * 13}\n`).join("");
  writeFileSync(join(folder, "text"), text);
  const frames = ["--frame-tags", "20000"];
  run("pack", "text", ...frames, "-o", "sound");
  writeFileSync(join(folder, "damaged"), readFileSync(join(folder, "sound")).fill(0xff, 5000, 5100));
  const commands = {
    pack: ["pack", "text", ...frames],
    slice: ["slice", "sound", "--from", "5", ...frames],
    merge: ["merge", "sound", "sound", ...frames],
    repair: ["repair", "damaged"],
  };
  if (!/^ {2}repair /m.test(run("--help").stdout)) delete commands.repair;

  const counts = { moments: 0, old: 0, new: 0, none: 0, broken: [] };
  /** The complete output of each command, and its duration. */
  const whole = {};
  for (const [name, args] of Object.entries(commands)) {
    const since = performance.now();
    const { stderr } = run(...args, "-o", name);
    whole[name] = { ms: performance.now() - since, bytes: digest(join(folder, name)), stderr };
  }
  const number = random(seed);
  mkdirSync(join(folder, "out"));
  const names = Object.keys(commands);
  for (; counts.moments < moments; counts.moments += 1) {
    const name = names[counts.moments % names.length];
    const output = join(folder, "out", name);
    const hasOld = number() < 0.5;
    rmSync(output, { force: true });
    if (hasOld) writeFileSync(output, "the old one");
    const child = spawn(process.execPath, [cli, ...commands[name], "--force", "-o", output], {
      cwd: folder,
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.on("exit", resolve));
    const ms = number() * 1.1 * whole[name].ms;
    const timer = setTimeout(() => child.kill("SIGKILL"), ms);
    await ended;
    clearTimeout(timer);
    if (!existsSync(output)) {
      counts.none += 1;
      if (hasOld) counts.broken.push(`${name} after ${ms} ms: the old file is gone`);
    } else if (hasOld && readFileSync(output, "latin1") === "the old one") counts.old += 1;
    else if (digest(output) === whole[name].bytes) counts.new += 1;
    else counts.broken.push(`${name} after ${ms} ms: it is neither the old file nor the new one`);
  }
  counts.drafts = readdirSync(join(folder, "out")).filter((name) => name.endsWith(".part")).length;
  rmSync(folder, { recursive: true });
  return counts;
}
