/** `tagview icechunk` on repositories of version 1 with a history, references or names that are not usual. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { scratch, tagview } from "../support/command-line";
import {
  id,
  idText,
  metadataFile,
  NONE,
  repositoryFiles,
  SNAPSHOT,
  type Table,
  TIME,
  writeFiles,
} from "../support/icechunk";

const folder = scratch();
const here = (...args: string[]) => tagview(["icechunk", ...args], "", folder);
const name = (n: number) => idText(id(n));
const MANIFEST_ID = name(0x40);

/** A snapshot of version 1 that lists `manifest`, a manifest of `bytes` bytes, if one is given. */
function snapshotFile(
  n: number,
  parent: number | null,
  manifest: { n: number; bytes: number } | null = null,
) {
  const numbers = new Uint8Array(BigUint64Array.of(BigInt(manifest?.bytes ?? 0), 3n).buffer);
  const listed = manifest && Buffer.concat([id(manifest.n), new Uint8Array(4), numbers]);
  const root: Table = {
    0: { struct: id(n) },
    2: { tables: [] },
    3: { u64: TIME + BigInt(n) },
    4: { text: `write ${n}` },
    5: { tables: [] },
    6: listed ? { structs: 1, of: listed } : NONE,
  };
  if (parent !== null) root[1] = { struct: id(parent) };
  return { [`snapshots/${name(n)}`]: metadataFile(SNAPSHOT, root, { spec: 1 }) };
}

const branch = (of: string, n: number) => ({
  [`refs/branch.${of}/ref.json`]: Buffer.from(JSON.stringify({ snapshot: name(n) })),
});

describe("the history", () => {
  const CHUNK_PATH = `chunks/${name(0x50)}`;
  const { [`manifests/${MANIFEST_ID}`]: references = new Uint8Array(0) } = repositoryFiles();
  const manifest = { n: 0x40, bytes: references.length };

  it("that no branch leads to may lack what was collected", async () => {
    // As after expiry and garbage collection: the parent, the manifest and so the chunk of snapshot 3 are gone.
    writeFiles(join(folder, "collected"), {
      ...snapshotFile(1, null),
      ...snapshotFile(2, 1),
      ...snapshotFile(3, 9, manifest),
      ...branch("main", 2),
    });
    const { status, stdout, stderr } = await here("--json", "collected", "--check");
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout).check).toMatchObject({ unreachable: 1, manifests: 0, chunks: 0, findings: [] });
    const text = await here("collected", "--check");
    expect(text.stdout).toContain("not checked, because no branch or tag reaches them: 1 snapshot\n");
  });

  it.each([
    ["a parent", { ...snapshotFile(2, 1), ...branch("main", 2) }, `snapshots/${name(1)}`],
    [
      "a chunk of an ancestor",
      {
        ...snapshotFile(1, null, manifest),
        ...snapshotFile(2, 1),
        [`manifests/${MANIFEST_ID}`]: references,
        ...branch("main", 2),
      },
      CHUNK_PATH,
    ],
    ["the branches' folder", snapshotFile(1, null), "refs"],
  ])("that lacks %s fails a check", async (what, files, path) => {
    writeFiles(join(folder, what), files);
    const { status, stdout } = await here("--json", what, "--check");
    expect([status, JSON.parse(stdout).check.findings]).toMatchObject([1, [{ path, severity: "error" }]]);
  });

  it("is printed and checked where a branch leads to a missing snapshot", async () => {
    writeFiles(join(folder, "led astray"), {
      ...snapshotFile(1, null),
      ...snapshotFile(2, 1),
      ...branch("main", 7),
      ...branch("dev", 2),
    });
    const text = await here("led astray", "--check");
    expect(text.status).toBe(1);
    for (const n of [1, 2]) expect(text.stdout).toContain(`* ${name(n)}`);
    expect(text.stdout).toContain(
      `main leads to the snapshot ${name(7)}, whose file is missing or damaged\n`,
    );
    expect(text.stdout).toMatch(/ checked: 1 finding\n/u);
    expect(text.stderr).toContain("the branch main refers to a missing snapshot");
    const { status, stdout } = await here("--json", "led astray", "--check");
    const read = JSON.parse(stdout);
    expect([status, read.snapshots.length]).toEqual([1, 2]);
    expect(read.check.findings).toMatchObject([{ code: "missing-file", path: `snapshots/${name(7)}` }]);
  });

  it("that no branch leads to may be damaged: it is reported, and the check continues", async () => {
    const sound = { ...snapshotFile(1, null), ...snapshotFile(2, 1), ...branch("main", 2) };
    const cut = snapshotFile(3, 1)[`snapshots/${name(3)}`]?.subarray(0, 100) as Uint8Array;
    for (const [place, damaged] of Object.entries({ "of zeros": new Uint8Array(50), "cut off": cut })) {
      writeFiles(join(folder, place), { ...sound, ...snapshotFile(4, 9), [`snapshots/${name(3)}`]: damaged });
      const text = await here(place, "--check");
      expect([text.status, text.stderr]).toEqual([1, expect.stringContaining(`snapshots/${name(3)}: `)]);
      expect(text.stdout).toContain("0 manifests and 0 native chunks checked: all are there\n");
      expect(text.stdout).toContain(`no branch or tag reaches them: 2 snapshots (damaged: ${name(3)})\n`);
      const { status, stdout } = await here("--json", place, "--check");
      const { complete, check } = JSON.parse(stdout);
      expect([status, complete, check.findings]).toEqual([1, false, []]);
      expect(check).toMatchObject({ unreachable: 2, unreachable_damaged: [name(3)] });
    }
    // A branch leads to it, or to its child.
    for (const [place, head] of [
      ["damaged head", 3],
      ["damaged parent", 4],
    ] as const) {
      writeFiles(join(folder, place), {
        ...{ ...snapshotFile(1, null), ...snapshotFile(4, 3), ...branch("main", head) },
        [`snapshots/${name(3)}`]: cut,
      });
      expect(JSON.parse((await here("--json", place, "--check")).stdout)).toMatchObject({
        complete: false,
        check: { unreachable_damaged: [] },
      });
    }
  });

  const REAL = fileURLToPath(
    new URL("../../../shared/data/cases/icechunk-unreachable-snapshot", import.meta.url),
  );

  it.skipIf(!existsSync(REAL))("of a repository that the official package collected is sound", async () => {
    const { status, stdout, stderr } = await here("--json", join(REAL, "repo"), "--check");
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout).check).toMatchObject({ unreachable: 1, findings: [] });
  });

  it("that runs in a circle fails a check, whether a branch leads there or not", async () => {
    const circle = { ...snapshotFile(1, 3), ...snapshotFile(2, 1), ...snapshotFile(3, 2) };
    writeFiles(join(folder, "circle"), { ...circle, ...branch("main", 2) });
    writeFiles(join(folder, "aside"), {
      ...circle,
      ...snapshotFile(4, 4),
      ...snapshotFile(5, null),
      ...branch("main", 5),
    });
    const wrong = async (place: string) => {
      const { status, stdout } = await here("--json", place, "--check");
      expect(status).toBe(1);
      return JSON.parse(stdout).check.findings;
    };
    expect(await wrong("circle")).toMatchObject([
      { code: "mismatch", message: "the snapshot is its own ancestor" },
    ]);
    expect(await wrong("aside")).toHaveLength(2);
    expect((await here("circle")).stdout).toContain(name(1));
  });
});

describe("a file of a repository that is not what it should be", () => {
  it.each(["null", "[]", "5", '"text"', "{}", '{"snapshot":5}', "{", ""])(
    "is a finding where ref.json is %s",
    async (text) => {
      const place = `ref ${text.replace(/\W/g, "_")} ${text.length}`;
      writeFiles(join(folder, place), {
        ...snapshotFile(1, null),
        ...branch("main", 1),
        "refs/branch.odd/ref.json": Buffer.from(text),
      });
      const { status, stdout } = await here("--json", place, "--check");
      const read = JSON.parse(stdout);
      expect([status, read.branches, read.complete]).toEqual([1, { main: name(1), odd: null }, false]);
      expect(read.findings).toMatchObject([{ code: "bad-metadata", path: "refs/branch.odd/ref.json" }]);
      expect(read.check.findings).toEqual([]);
    },
  );

  it("is a finding where config.yaml can't be read", async () => {
    writeFiles(join(folder, "config"), {
      ...snapshotFile(1, null),
      ...branch("main", 1),
      "config.yaml": Buffer.alloc((1 << 20) + 1, "#"),
    });
    const { status, stdout, stderr } = await here("--json", "config");
    expect([status, JSON.parse(stdout)]).toMatchObject([
      1,
      { branches: { main: name(1) }, config_yaml: null, error: { code: "too-large" } },
    ]);
    expect(stderr).toMatch(/config\.yaml/);
  });
});

describe("names that a file chooses", () => {
  it("are all kept, in the order of the file", async () => {
    const user = `{"b":0,"10":1,"2":2,"__proto__":{"a":3}}`;
    const group = {
      0: { struct: id(0x21, 8) },
      1: { text: "/" },
      2: { bytes: Buffer.from(user) },
      3: { u8: 2 },
      4: { table: {} },
    };
    const metadata = { 0: { text: "__proto__" }, 1: { bytes: Uint8Array.of(0xa2, 0x6d, 0x65) } };
    const root = {
      ...{ 0: { struct: id(1) }, 2: { tables: [group] }, 3: { u64: TIME }, 4: { text: "first" } },
      ...{ 5: { tables: [metadata] }, 6: NONE },
    };
    writeFiles(join(folder, "names"), {
      [`snapshots/${name(1)}`]: metadataFile(SNAPSHOT, root, { spec: 1 }),
      ...{ ...branch("__proto__", 1), ...branch("main", 1), ...branch("2", 1), ...branch("10", 1) },
    });
    const { stdout } = await here("--json", "names");
    expect(stdout).toContain(`"user_data":${user}`);
    expect(stdout).toContain('"metadata":{"__proto__":"me"}');
    const sorted = ["10", "2", "__proto__", "main"].map((branch) => `"${branch}":"${name(1)}"`);
    expect(stdout).toContain(`"branches":{${sorted.join(",")}}`);
    const text = await here("names", "--at", "__proto__");
    expect(text.stdout).toContain(`* ${name(1)} (10, 2, __proto__, main)`);
  });
});
