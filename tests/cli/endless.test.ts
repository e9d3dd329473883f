/** Inputs that are not regular files: endless devices, and pipes. */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CLI, record, scratch, tagview, write } from "../support/command-line";
import { spc } from "../support/other-taggers";

const folder = scratch();
const sound = join(folder, "sound.tags.zst");

describe.skipIf(process.platform !== "linux")("an input that is no regular file", () => {
  it.each([
    ["icechunk", "/dev/zero"],
    ["index-header", "/dev/zero"],
    ["stats", "/dev/urandom"],
    ["combine", "/dev/zero"],
    ["pack", "/dev/zero", "-o", join(folder, "packed")],
    ["/dev/zero"],
  ])("is refused where it never ends (%s %s)", async (...args: string[]) => {
    const { status, stdout, stderr } = await tagview(args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^tagview: \/dev\/\w+:? .*device, which may never end: name a file\n$/);
  });

  it("is rejected as a list of channels, also if a partial result names it", async () => {
    await record(sound, [
      [3, 0n],
      [15, 10n],
    ]);
    const listed = await tagview(["stats", "--channels", "/dev/zero", sound]);
    expect([listed.status, listed.stderr]).toEqual([
      2,
      "tagview: /dev/zero is a device, which may never end: name a file\n",
    ]);
    const list = write(folder, "list.json", "{}");
    const partial = join(folder, "partial");
    expect((await tagview(["partial", "stats", "--channels", list, sound, "-o", partial])).status).toBe(0);
    execFileSync("rm", [list]);
    execFileSync("ln", ["-s", "/dev/zero", list]);
    const combined = await tagview(["combine", partial]);
    expect([combined.status, combined.stdout]).toEqual([2, ""]);
    expect(combined.stderr).toContain("is a device, which may never end");
  });

  it("is read up to the last byte that matters if it is a pipe", async () => {
    const partial = join(folder, "other");
    const [endless, pipe] = [join(folder, "endless"), join(folder, "pipe")];
    execFileSync("mkfifo", [endless, pipe]);
    expect((await tagview(["partial", "stats", sound, "-o", partial])).status).toBe(0);
    const whole = spawn("sh", ["-c", `exec cat ${partial} > ${pipe}`], { stdio: "ignore" });
    const written = once(whole, "close");
    expect((await tagview(["combine", pipe])).stdout).toBe((await tagview(["combine", partial])).stdout);
    await written;
    const writer = spawn("sh", ["-c", `exec cat /dev/zero > ${endless}`], { stdio: "ignore" });
    const refused = await tagview(["combine", endless]);
    writer.kill();
    const other = spawn("sh", ["-c", `exec cat /dev/zero > ${endless}`], { stdio: "ignore" });
    const { status, stderr } = await tagview(["icechunk", endless]);
    other.kill();
    expect([status, stderr]).toEqual([
      1,
      `tagview: ${endless}: this is not Icechunk metadata: its first bytes differ (at byte 0): name a file of a repository's metadata\n`,
    ]);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      `tagview: ${endless} is not a partial result: name a file written by tagview partial\n`,
    ]);
  });

  it("is not opened if it stands in the place of the settings beside a recording", async () => {
    const photons = Array.from({ length: 100 }, (_, n) => [40 * n, 0, 300] as const);
    const path = write(folder, "run.spc", spc(photons));
    execFileSync("mkfifo", [join(folder, "run.set")]);
    // A program that waits for the other end of the pipe does not end by SIGTERM.
    const ending = { timeout: 20_000, killSignal: "SIGKILL" } as const;
    const child = spawn(process.execPath, [CLI, "verify", path], { stdio: "ignore", ...ending });
    expect(await once(child, "close")).toEqual([0, null]);
  });

  it("ends by a signal while a pipe is waited for", async () => {
    const pipe = join(folder, "unwritten");
    execFileSync("mkfifo", [pipe]);
    for (const args of [
      ["combine", pipe],
      ["stats", "--channels", pipe, sound],
    ]) {
      const child = spawn(process.execPath, [CLI, ...args], { stdio: "ignore" });
      // Without waiting, its other end can be opened only once the command has opened its own.
      const opened = () => {
        try {
          return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
        } catch {
          return -1;
        }
      };
      let writing = -1;
      await expect.poll(() => (writing = opened()), { timeout: 20_000 }).toBeGreaterThan(0);
      child.kill("SIGINT");
      const [code, by] = await once(child, "close");
      closeSync(writing);
      expect(code === 130 || by === "SIGINT").toBe(true);
    }
  });
});
