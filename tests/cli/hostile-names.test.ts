/** Untrusted names and strings in printed and drawn output. */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { CLI, record, scratch, tagview, write } from "../support/command-line";

const folder = scratch();
const isLinux = process.platform === "linux";
/** Escape sequences of 7 and 8 bits, a tab, a line's end, and a mark that turns text around. */
const HOSTILE = "a\u001b[31m\u009b2J\tb\nc\u202ed<&>\"'.tags.zst";
const hostile = join(folder, HOSTILE);

beforeAll(async () => {
  await record(
    join(folder, "sound.tags.zst"),
    Array.from({ length: 100 }, (_, k) => [k % 2, BigInt(k * k)]),
  );
  if (isLinux) writeFileSync(hostile, readFileSync(join(folder, "sound.tags.zst")));
}, 60_000);

/** Characters that a terminal acts upon. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ACTS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

describe.skipIf(!isLinux)("a hostile name", () => {
  it.each(["stats", "stats --tsv", "stats --json", "verify", ""])(
    "is harmless in what `tagview %s` prints",
    async (command) => {
      const args = command.split(" ").filter(Boolean);
      for (const name of [hostile, `${hostile}.not-there`]) {
        const { stdout, stderr } = await tagview([...args, name]);
        expect(stdout + stderr).not.toMatch(ACTS);
        expect(stdout.split("\n").length).toBeLessThan(12);
        if (args.includes("--json")) expect(JSON.parse(stdout).file).toBe(name);
      }
    },
    60_000,
  );

  it("is text in a chart", async () => {
    const svg = join(folder, "x.svg");
    expect(await tagview(["stats", "--quiet", "--plot", svg, hostile])).toMatchObject({
      status: 0,
      stderr: "",
    });
    const text = readFileSync(svg, "utf8");
    expect(text).not.toMatch(ACTS);
    expect(text.replace(/&(amp|lt|gt|quot|#\d+);/g, "")).not.toMatch(/&|<(?![/a-z])/i);
    expect(text).toContain("d&lt;&amp;&gt;");
    const png = join(folder, "x.png");
    expect(await tagview(["stats", "--quiet", "--plot", png, hostile])).toMatchObject({
      status: 0,
      stderr: "",
    });
    expect(readFileSync(png).subarray(1, 4).toString()).toBe("PNG");
  }, 60_000);
});

describe.skipIf(!isLinux)("a name that is not UTF-8", () => {
  it("is refused, and not taken for another one", () => {
    // The name that Node would make of it may be that of another file.
    const other = join(folder, "\ufffd.tags.zst");
    writeFileSync(other, readFileSync(join(folder, "sound.tags.zst")));
    const script = `"$1" "$2" stats "$(printf '\\377').tags.zst"`;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", script, "bash", process.execPath, CLI], {
      cwd: folder,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("argument 2 is not UTF-8");
    expect(spawnSync(process.execPath, [CLI, "stats", other]).status).toBe(0);
  }, 60_000);
});

describe("a mark of the byte order in front of a text", () => {
  it("is skipped", async () => {
    for (const lines of ["1\t5\n2\t7\n", "#channel\ttime\n1\t5\n2\t7\n"]) {
      const text = write(folder, "marked", `\ufeff${lines}`);
      const packed = join(folder, "marked.tags.zst");
      expect(await tagview(["pack", "--force", text, "-o", packed])).toMatchObject({ status: 0, stderr: "" });
      expect((await tagview(["cat", packed])).stdout).toBe("1\t5\n2\t7\n");
    }
    const header = write(folder, "header", "\ufeffv1=0:5,1:7");
    const { status, stdout } = await tagview(["offsets", "--tsv", `@${header}`]);
    expect([status, stdout]).toEqual([0, "#partition\toffset\n0\t5\n1\t7\n"]);
  }, 60_000);
});
