/** Atomic writes: output files are complete or absent, at the requested path. */

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kill } from "../reliability/kill.mjs";
import { CLI, scratch, tagview, write } from "../support/command-line";
import { index } from "../support/index-headers";

const isWindows = process.platform === "win32";
const folder = scratch();
const text = write(folder, "text", "1\t1\n2\t5\n");
const pack = (output: string, ...options: string[]) =>
  tagview(["pack", text, "-o", output, ...options], "", folder);
const isRecording = (path: string) => readFileSync(path).readUInt32LE(0) >= 0x184d2a50;

describe("a written file", () => {
  it("is not kept from being written by a draft that a killed program left behind", () => {
    // The shell's process number is that of the program, so files left behind have the name that it would use.
    const script = `for name in out out.tags.zst; do touch ".$name.$$.part"; done; exec "$1" "$2" pack "$3" -o out`;
    const { status, stderr } = spawnSync("sh", ["-c", script, "sh", process.execPath, CLI, text], {
      cwd: folder,
    });
    expect([status, stderr.toString()]).toEqual([0, ""]);
    expect(isRecording(join(folder, "out"))).toBe(true);
  });

  it.each([245, 250, 255])("may have a name of %i bytes", async (length) => {
    const name = join(folder, "n".repeat(length));
    expect(await pack(name)).toMatchObject({ status: 0, stderr: "" });
    expect(isRecording(name)).toBe(true);
  });

  it.skipIf(isWindows)("keeps the mode of the one that it replaces", async () => {
    const path = write(folder, "private", "");
    for (const mode of [0o600, 0o664, 0o755]) {
      chmodSync(path, mode);
      expect((await pack(path, "--force")).status).toBe(0);
      expect(statSync(path).mode & 0o7777).toBe(mode);
    }
  });

  it.skipIf(isWindows)("is where a symbolic link leads, also where nothing is there yet", async () => {
    mkdirSync(join(folder, "far"));
    symlinkSync("far/there", join(folder, "link"));
    symlinkSync(join(folder, "link"), join(folder, "link to link"));
    expect(await pack("link to link")).toMatchObject({ status: 0, stderr: "" });
    for (const link of ["link", "link to link"])
      expect(lstatSync(join(folder, link)).isSymbolicLink()).toBe(true);
    expect(isRecording(join(folder, "far", "there"))).toBe(true);

    symlinkSync("nowhere/there", join(folder, "astray"));
    const { status, stderr } = await pack("astray");
    expect([status, stderr]).toEqual([2, expect.stringContaining("(ENOENT): make its folder first")]);
    expect(lstatSync(join(folder, "astray")).isSymbolicLink()).toBe(true);
  });

  it("is never the input, under any name", async () => {
    const own = write(folder, "own.tsv", "1\t1\n2\t5\n");
    const sound = join(folder, "own.tags.zst");
    expect((await tagview(["pack", own, "-o", sound])).status).toBe(0);
    const before = [readFileSync(own), readFileSync(sound)];
    const names = [sound, join(folder, ".", "own.tags.zst")];
    if (!isWindows) {
      symlinkSync("own.tags.zst", join(folder, "another name"));
      linkSync(sound, join(folder, "a second name"));
      names.push(join(folder, "another name"), join(folder, "a second name"));
    }
    const calls = names.flatMap((name) => [
      ["slice", sound, "-o", name],
      ["repair", sound, "-o", name],
      ["convert", sound, "-o", name],
      ["merge", text, sound, "-o", name],
      ["export", sound, "--format", "csv", "--force", "-o", name],
      ["partial", "-o", name, "stats", sound],
    ]);
    for (const call of [["pack", own, "-o", own], ...calls]) {
      const { status, stderr } = await tagview(call);
      expect([status, stderr], call.join(" ")).toEqual([
        2,
        expect.stringMatching(/is the input.*: name another one with -o/),
      ]);
    }
    expect([readFileSync(own), readFileSync(sound)]).toEqual(before);
  });

  it("never is one that is read, where results or a chart are written into it", async () => {
    const recording = write(folder, "read.csv", "time,channel\n1000,3\n2000,15\n3000,3\n4000,15\n");
    const header = write(folder, "header.json", "v1=0:5,1:7");
    const later = write(folder, "later.json", "v1=0:6,1:7");
    const channels = write(folder, "channels.csv", "channel,name\n3,a\n");
    const whole = write(folder, "read.index", index({ job: ["api"] }));
    const part = join(folder, "one.part");
    const tick = ["--tick", "1ps"];
    const made = await tagview(["partial", "-o", part, "stats", ...tick, recording]);
    expect(made).toMatchObject({ status: 0, stderr: "" });
    const drawing = join(folder, "drawing.svg");
    if (!isWindows) symlinkSync("read.csv", drawing);
    const svg = write(folder, "own.svg", readFileSync(recording));
    const calls = [
      [["stats", ...tick, recording, "--table", recording, "--force"], "--table"],
      [["rate", ...tick, recording, "--table", join(folder, ".", "read.csv"), "--force"], "--table"],
      [[recording, "--table", recording, "--force"], "--table"],
      [["stats", ...tick, "--channels", channels, recording, "--table", channels, "--force"], "--table"],
      [["offsets", `@${header}`, "--table", header, "--force"], "--table"],
      [["offsets", `@${header}`, "--diff", `@${later}`, "--table", later, "--force"], "--table"],
      [["rate", ...tick, svg, "--plot", svg], "--plot"],
      [["rate", ...tick, svg, recording, "--plot", join(folder, "{}.svg")], "--plot"],
      [["compare", ...tick, svg, "--plot", svg].filter((word) => !tick.includes(word)), "--plot"],
      ...(isWindows ? [] : [[["rate", ...tick, recording, "--plot", drawing], "--plot"] as const]),
      [["combine", part, "-o", part], "-o"],
      [["index-header", whole, "--sparse", "-o", whole], "-o"],
      [["index-header", whole, "--from-index", "-o", whole], "-o"],
    ] as const;
    const files = [recording, header, later, channels, whole, part, svg];
    const before = files.map((file) => readFileSync(file));
    for (const [call, option] of calls) {
      const { status, stderr } = await tagview([...call]);
      expect([status, stderr], call.join(" ")).toEqual([
        2,
        expect.stringMatching(new RegExp(`is the input.*: name another one with ${option}`)),
      ]);
      expect(files.map((file) => readFileSync(file))).toEqual(before);
    }
  });

  it("is refused if a folder has its name, before anything is done", async () => {
    const { status, stderr } = await tagview(["pack", join(folder, "no such text"), "-o", folder]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("(EISDIR)")]);
  });
});

describe("an input without a sound tag", () => {
  const unreadable = write(folder, "unreadable", "no time tags\u0001\u0002");
  const WRITERS: [command: string, name: string, ...options: string[]][] = [
    ...["convert", "slice", "merge", "repair", "pack", "index"].map((one): [string, string] => [one, "made"]),
    ...["csv", "npy", "parquet", "arrow", "h5"].map((one): [string, string] => ["export", `made.${one}`]),
    ["rate", "made.svg", "--plot"],
  ];

  it.each(WRITERS)("leaves nothing behind of %s in %s", async (command, name, option = "-o") => {
    const path = join(folder, name);
    const first = await tagview([command, unreadable, option, path]);
    expect([first.status, existsSync(path)], first.stderr).toEqual([1, false]);
    writeFileSync(path, "mine");
    const second = await tagview([command, unreadable, option, path, "--force"]);
    expect([second.status, readFileSync(path, "utf8")], second.stderr).toEqual([1, "mine"]);
    rmSync(path);
  });

  it.each([
    ...["convert", "slice", "merge", "repair"].map((one) => [one]),
    ...["csv", "parquet", "arrow"].map((format) => ["export", "--format", format]),
    ["index"],
  ])("prints nothing by %s %s %s", async (...command) => {
    const empty = write(folder, "empty", "");
    for (const input of [unreadable, empty]) {
      const { status, stdout, stderr } = await tagview([...command, input, "-o", "-"]);
      expect([status, stdout], stderr).toEqual([1, ""]);
    }
  });

  it.each([
    ["stats"],
    ["rate", "--bin", "1"],
    ["g2", "--a", "1", "--b", "2"],
    ["coincidences", "--window", "5", "--by", "1ms"],
    ["compare"],
    ["index-header"],
  ])("has no table in a file of %s", async (...command) => {
    const path = join(folder, "table.csv");
    const first = await tagview([...command, unreadable, "--table", path]);
    expect([first.status, existsSync(path)], first.stderr).toEqual([1, false]);
    writeFileSync(path, "mine");
    const second = await tagview([...command, unreadable, "--table", path, "--force"]);
    expect([second.status, readFileSync(path, "utf8")], second.stderr).toEqual([1, "mine"]);
    rmSync(path);
  });

  it("has its findings in a file, and the tables of the others", async () => {
    const path = join(folder, "findings.csv");
    expect((await tagview(["verify", unreadable, "--table", path])).status).toBe(1);
    expect(readFileSync(path, "utf8")).toContain("unknown-format");
    const sound = join(folder, "beside.tags.zst");
    expect((await pack(sound)).status).toBe(0);
    expect((await tagview(["stats", unreadable, sound, "--table", path, "--force"])).status).toBe(1);
    const table = readFileSync(path, "utf8");
    expect(table).toContain("beside.tags.zst,1,1,");
    expect(table).not.toContain("unreadable");
  });

  it("does not appear as a recording in the JSON of the command", async () => {
    const out = join(folder, "none.tags.zst");
    for (const call of [["convert"], ["slice"], ["merge"], ["export", "--format", "csv"]]) {
      const { status, stdout } = await tagview([...call, unreadable, "-o", out, "--json"]);
      expect([status, JSON.parse(stdout)]).toEqual([
        1,
        expect.objectContaining({ tags: null, bytes: null, complete: false, error: expect.anything() }),
      ]);
    }
  });

  it("does not keep the tags of the others from being merged, nor a selection of no tag from being written", async () => {
    const out = join(folder, "merged.tags.zst");
    const merged = await tagview(["merge", text, unreadable, "-o", out]);
    expect([merged.status, isRecording(out)]).toEqual([1, true]);
    const none = join(folder, "no-tag.tags.zst");
    const { status, stderr } = await tagview(["slice", out, "--channel", "2", "--to", "1", "-o", none]);
    expect([status, isRecording(none)], stderr).toEqual([0, true]);
  });
});

describe("a program that is killed", () => {
  it.skipIf(isWindows)(
    "leaves the old file or the new one, never half of one",
    async () => {
      const counts = await kill({ moments: 6, folder, cli: CLI, seed: 1 });
      expect(counts.moments).toBe(6);
      expect(counts.broken).toEqual([]);
    },
    120_000,
  );
});

const SMALL = "/dev/shm";
const canMount =
  process.platform === "linux" &&
  existsSync(SMALL) &&
  spawnSync("unshare", ["--mount", "sh", "-c", `mount -t tmpfs -o size=64k none ${SMALL}`]).status === 0;
if (!canMount) console.log("skipped: a full file system; this machine mounts none");

describe.skipIf(!canMount)("a full file system", () => {
  it("is reported, and keeps nothing but what was there", () => {
    const lines = Array.from({ length: 50_000 }, (_, k) => `${k % 7}\t${k * k}\n`).join("");
    writeFileSync(join(folder, "many"), lines);
    const sound = join(folder, "many.tags.zst");
    expect(spawnSync(process.execPath, [CLI, "pack", join(folder, "many"), "-o", sound]).status).toBe(0);
    for (const args of [
      ["pack", join(folder, "many")],
      ["slice", sound],
      ["merge", sound, sound],
    ]) {
      const script = `mount -t tmpfs -o size=64k none ${SMALL}; cd ${SMALL}; echo before > x; "$@" --force -o x; echo "$?"; ls -A; cat x`;
      const { stdout, stderr } = spawnSync("unshare", [
        ...["--mount", "sh", "-c", script, "sh", process.execPath, CLI, ...args],
      ]);
      expect(stderr.toString()).toContain("x can't be written (ENOSPC): make room on its disk");
      expect(stdout.toString()).toBe("2\nx\nbefore\n");
    }
  }, 60_000);
});

describe("drafts", () => {
  it("are all gone", () => {
    // Files left behind by `kill` are in a separate folder.
    expect(readdirSync(folder).filter((name) => /^\.tagview-.*\.part$/.test(name))).toEqual([]);
  });
});
