/** A reader that waits before it reads gets the same bytes as a file, from every command and through any kind of pipe. */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CLI, scratch, tagview, write } from "../support/command-line";
import { withoutIndex } from "../support/frames";
import { index, numbered } from "../support/index-headers";
import { type Markers, type Photon, ptu } from "../support/other-taggers";

const isWindows = process.platform === "win32";
const folder = scratch();
const at = (name: string) => join(folder, name);

/** Capacity of a pipe in bytes: less output does not wait for a reader. */
const PIPE = 64 << 10;
/** Bytes of the buffers in which workers send their output: 20 of 512 KiB. */
const BUFFERS = 10 << 20;

/** Runs a script whose `tagview` is the program; gives its standard output. */
function sh(script: string): Promise<Buffer> {
  const tagview = `tagview() { "${process.execPath}" "${CLI}" "$@"; }`;
  const child = spawn("bash", ["-c", `set -o pipefail; ${tagview}; ${script}`], { cwd: folder });
  const out: Buffer[] = [];
  let stderr = "";
  child.stdout.on("data", (piece) => out.push(piece));
  child.stderr.on("data", (piece) => {
    stderr += piece;
  });
  return new Promise((resolve, reject) => {
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(out));
      else reject(new Error(`${script}: ${code} ${stderr}`));
    });
  });
}

async function succeeds(...args: string[]): Promise<void> {
  const { status, stderr } = await tagview([...args, "--quiet"], "", folder);
  expect([status, stderr], args.join(" ")).toEqual([0, ""]);
}

/** Names that can't be compressed, in order. */
const hashes = (n: number) =>
  Array.from({ length: n }, (_, k) =>
    createHash("shake256", { outputLength: 100 }).update(`${k}`).digest("hex"),
  ).sort();

/** A scan of 128 by 128 pixels with a photon in each line. */
function scanned(): Uint8Array {
  const lines = Array.from({ length: 128 }, (_, y): (Photon | Markers)[] => [
    { sync: 1000 * y, markers: 1 },
    [1000 * y + 50, 20, 1],
    { sync: 1000 * y + 640, markers: 2 },
  ]);
  const size = { ImgHdr_PixX: 128, ImgHdr_PixY: 128, ImgHdr_Dimensions: 3 };
  const integers = { ...size, ImgHdr_LineStart: 1, ImgHdr_LineStop: 2, ImgHdr_Frame: 3 };
  return ptu([...lines.flat(), { sync: 130_000, markers: 4 }], {
    resolution: 16e-12,
    period: 12.5e-9,
    integers,
  });
}

const digest = (bytes: Uint8Array) => [bytes.length, createHash("sha256").update(bytes).digest("hex")];

beforeAll(async () => {
  if (isWindows) return;
  // Tags enough for text of more than the buffers of workers hold.
  await succeeds("simulate", "--duration", "4s", "--level", "1", "-o", "sound");
  await succeeds("slice", "sound", "--to", "200ms", "-o", "small");
  write(folder, "scan.ptu", scanned());
  const sound = readFileSync(at("sound"));
  write(folder, "bare", withoutIndex(sound));
  write(folder, "damaged", Buffer.from(sound).fill(0xff, sound.length / 2, sound.length / 2 + 50));
  writeFileSync(at("text"), await sh("tagview cat sound"));
  writeFileSync(at("small text"), await sh("tagview cat small"));
  write(folder, "index", index({ job: numbered("job-", 100), pod: hashes(20_000) }));
  await succeeds("index-header", "--from-index", "-o", "index-header", "index");
  await succeeds("partial", "rate", "--bin", "100us", "sound", "-o", "part");
  write(folder, "offsets", `v1=${Array.from({ length: 9000 }, (_, k) => `${k}:${k * 1000}`).join(",")}`);
}, 120_000);

/** Commands that write a file, without `-o`, and the minimum size of the file in bytes. */
const WRITERS: [least: number, command: string][] = [
  [PIPE, "simulate --seed 7"],
  [PIPE, "pack text --frame-tags 200000"],
  [PIPE, "pack 'small text' --channel 3 --level -7"],
  [PIPE, "convert text"],
  [PIPE, "slice sound --from 1s"],
  [PIPE, "slice sound --frame-tags 4000000 --level 1"],
  [PIPE, "merge sound small --frame-tags 100000"],
  [PIPE, "repair damaged || [ $? = 1 ]"],
  [PIPE, "index bare"],
  [BUFFERS, "export sound --format csv"],
  [BUFFERS, "export sound --format arrow"],
  [PIPE, "export sound --format parquet --group-tags 100000"],
  [PIPE, "export small --format csv"],
  [PIPE, "partial rate --bin 100us sound"],
  [PIPE, "combine part"],
  [PIPE, "index-header --from-index index"],
  [PIPE, "index-header --sparse index-header"],
  [BUFFERS, "merge sound sound sound --level -7"],
  [PIPE, "image scan.ptu"],
];

/** The command with `-o OUT` inserted after its name. */
const writing = (command: string, out: string) =>
  `tagview ${command.replace(/ \|\|.*|$/, (rest) => ` --quiet -o ${out}${rest}`)}`;

/** Commands that print more than a pipe holds. */
const PRINTERS: [least: number, command: string][] = [
  [BUFFERS, "cat sound"],
  [PIPE, "cat small"],
  [PIPE, "cat small --define 100=3+15"],
  [PIPE, "rate --bin 100us --json sound"],
  [PIPE, "rate --bin 100us --tsv sound"],
  [PIPE, "g2 --a 3 --b 15 --bin 1 --range -9000..9000 --json small"],
  [PIPE, "offsets --json @offsets"],
  [PIPE, "offsets --tsv @offsets"],
  [PIPE, "index-header --label pod --json index-header"],
  [PIPE, "index-header --label pod --tsv index-header"],
  [PIPE, "index-header --symbols index-header"],
  [PIPE, "cat --json small"],
  [PIPE, "offsets @offsets --diff @offsets --json"],
];

describe.skipIf(isWindows)("a slow reader gets every byte", () => {
  it.each(WRITERS)("of at least %i that are written by %s", async (least, command) => {
    const name = `file-${command.replace(/\W+/g, "-")}`;
    // An export contains its command line, so this is the same one.
    await sh(`{ ${writing(command, "-")}; } > ${name}`);
    const file = readFileSync(at(name));
    expect(file.length).toBeGreaterThan(least);
    const piped = await sh(`{ ${writing(command, "-")}; } | { sleep 0.2; cat; }`);
    expect(digest(piped)).toEqual(digest(file));
    // A reader that ends early is no error.
    const status = await sh(`{ ${writing(command, "-")}; } | head -c 1 > first; echo \${PIPESTATUS[0]}`);
    expect(status.toString()).toBe("0\n");
  });

  it.each(PRINTERS)("of at least %i that are printed by %s", async (least, command) => {
    await sh(`tagview ${command} > printed`);
    const file = readFileSync(at("printed"));
    expect(file.length).toBeGreaterThan(least);
    expect(digest(await sh(`tagview ${command} | { sleep 0.2; cat; }`))).toEqual(digest(file));
  });

  it.each(["export sound --format csv", "pack text", "index-header --from-index index"])(
    "through a named pipe, /dev/stdout and another descriptor: %s",
    async (command) => {
      const expected = digest(await sh(writing(command, "-")));
      const named = `rm -f pipe; mkfifo pipe; ${writing(command, "pipe")} & { sleep 0.2; cat; } < pipe; wait $!`;
      expect(digest(await sh(named))).toEqual(expected);
      const reader = "| { sleep 0.2; cat; }";
      expect(digest(await sh(`${writing(command, "/dev/stdout")} ${reader}`))).toEqual(expected);
      expect(digest(await sh(`{ ${writing(command, "/dev/fd/3")} 3>&1 >&2; } ${reader}`))).toEqual(expected);
    },
  );

  it("through standard output and descriptors that are files, after their content", async () => {
    const expected = await sh(writing("pack text", "-"));
    for (const [out, to] of [
      ["/dev/stdout", ">>"],
      ["/dev/fd/3", "3>>"],
    ]) {
      await sh(`printf before > appended; ${writing("pack text", `${out}`)} ${to} appended`);
      expect(digest(readFileSync(at("appended")))).toEqual(
        digest(Buffer.concat([Buffer.from("before"), expected])),
      );
    }
  });
});
