/** `tagview icechunk`: a repository made by hand, and damaged ones. */

import { existsSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { scratch, tagview } from "../support/command-line";
import { CHUNK, id, idText, MANIFEST, metadataFile, repositoryFiles, writeFiles } from "../support/icechunk";

const folder = scratch();
const here = (...args: string[]) => tagview(["icechunk", ...args], "", folder);
const json = async (...args: string[]) => JSON.parse((await here("--json", ...args)).stdout);

const name = (n: number, length?: number) => idText(id(n, length));
const [FIRST, SECOND, THIRD] = [name(1), name(2), name(3)];
const MANIFEST_ID = name(0x40);
const ARRAY = name(0x22, 8);

/** A repository in a folder of its own. */
const repository = (place: string): string => writeFiles(join(folder, place), repositoryFiles());

beforeAll(() => {
  repository("sound");
});

describe("a repository", () => {
  it("is recognised where no command is named; of another folder it reports what to do", async () => {
    const named = await tagview(["sound"], "", folder);
    expect(named).toEqual(await here("sound"));
    expect(named.stdout).toContain("repository of version 2");
    const other = await tagview(["sound/chunks"], "", folder);
    expect(other).toMatchObject({ status: 2, stdout: "" });
    expect(other.stderr).toBe(
      "tagview: sound/chunks: this is a folder, and not an Icechunk repository: name a file in it\n",
    );
    const both = await tagview(["--json", "sound", "sound/chunks"], "", folder);
    expect(
      both.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).error?.code),
    ).toEqual([undefined, "open-failed"]);
  });

  it("has branches, tags, history, nodes, manifests and what each commit changed", async () => {
    const read = await json("sound");
    expect(read).toMatchObject({
      file: "sound",
      type: "repository",
      spec_version: 2,
      branches: { dev: THIRD, main: SECOND },
      tags: { v1: SECOND },
      deleted_tags: ["gone"],
      complete: true,
      error: null,
      check: null,
    });
    expect(read.snapshots.map(({ id, parent }: { id: string; parent: string }) => [id, parent])).toEqual([
      [THIRD, FIRST],
      [SECOND, FIRST],
      [FIRST, null],
    ]);
    const [, second] = read.snapshots;
    expect(second).toMatchObject({
      message: "add temperature",
      flushed_at: "2026-11-21T02:23:00.000000Z",
      metadata: { author: "me" },
      manifests: [{ id: MANIFEST_ID, refs: 3 }],
      nodes: [
        { path: "/", type: "group", user_data: { attributes: { title: "by hand" } } },
        { path: "/temperature", type: "array", dimension_names: ["y", null] },
      ],
      changes: { new_arrays: [ARRAY], updated_chunks: [{ node: ARRAY, chunks: 2 }] },
    });
    expect(read.manifests).toMatchObject([
      { id: MANIFEST_ID, arrays: [{ node: ARRAY, refs: 3, native: 1, virtual: 1, inline: 1 }] },
    ]);
    expect(read.repo.latest_updates[0]).toMatchObject({ type: "NewCommit", name: "dev", snapshot: THIRD });
  });

  it("is drawn as a graph with a line for each branch", async () => {
    const { stdout, stderr, status } = await here("sound");
    expect([status, stderr]).toEqual([0, ""]);
    const lines = stdout.split("\n");
    expect(lines.some((line) => line.startsWith(`* ${THIRD} (dev)`))).toBe(true);
    expect(lines.some((line) => line.startsWith(`| * ${SECOND} (main, v1)`))).toBe(true);
    expect(lines).toContain("|/");
    expect(stdout).toMatch(/\/temperature +array +y 20, 20 in 2 × 2 chunks/);
  });

  it("has arrays with a chunk grid and references", async () => {
    expect(await json("sound", "--array", "/temperature")).toMatchObject({
      type: "array",
      snapshot: SECOND,
      node: ARRAY,
      grid: 4,
      refs: 3,
      missing: 1,
      manifests: [
        {
          id: MANIFEST_ID,
          extents: [
            [0, 2],
            [0, 2],
          ],
          refs: 3,
        },
      ],
    });
    const { stdout } = await here("--json", "sound", "--array", "/temperature", "--at", "v1", "--chunks");
    const references = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const none = {
      offset: null,
      chunk_id: null,
      location: null,
      compressed_bytes: null,
      etag: null,
      last_modified: null,
      inline: null,
    };
    expect(references).toEqual([
      { node: ARRAY, index: [0, 0], kind: "inline", length: 3, ...none, inline: "616263" },
      { node: ARRAY, index: [0, 1], kind: "native", length: 10, ...none, offset: 0, chunk_id: name(0x50) },
      {
        ...{ node: ARRAY, index: [1, 0], kind: "virtual", length: 2 ** 33, ...none, offset: 2 ** 40 },
        ...{ location: "s3://bucket/ü.nc", etag: '"etag"', last_modified: 1714979289 },
      },
    ]);
    const table = (await here("sound", "--array", "/temperature", "--chunks")).stdout.split("\n");
    expect(table[0]).toMatch(/^#node\tindex\tkind\toffset\tlength/);
    expect(table[2]).toBe(`${ARRAY}\t0/1\tnative\t0\t10\t${name(0x50)}\t\t\t\t\t`);
  });

  it("reports which array and which snapshot there is not", async () => {
    for (const args of [
      ["--array", "/none"],
      ["--array", "/"],
      ["--array", "/temperature", "--at", "nowhere"],
    ]) {
      const { status, stdout, stderr } = await here("sound", ...args);
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/name /);
    }
    expect((await here("sound", "--chunks")).status).toBe(2);
  });

  it("passes a check where everything is there", async () => {
    const read = await json("sound", "--check");
    expect(read).toMatchObject({
      complete: true,
      check: { manifests: 1, chunks: 1, findings: [] },
    });
    expect(read.check.storage).toEqual({ native_bytes: 10, virtual_bytes: 2 ** 33, inline_bytes: 3 });
    expect(await here("sound", "--check")).toMatchObject({ status: 0, stderr: "" });
  });

  it.each<[string, (place: string) => void, string]>([
    ["a chunk is gone", (place) => rmSync(join(place, `chunks/${name(0x50)}`)), "missing-file"],
    [
      "a chunk is cut",
      (place) => truncateSync(join(place, `chunks/${name(0x50)}`), CHUNK.length - 1),
      "wrong-size",
    ],
    [
      "a chunk is too long",
      (place) => truncateSync(join(place, `chunks/${name(0x50)}`), CHUNK.length + 1),
      "wrong-size",
    ],
    ["a manifest is gone", (place) => rmSync(join(place, `manifests/${MANIFEST_ID}`)), "missing-file"],
    ["a snapshot is gone", (place) => rmSync(join(place, `snapshots/${SECOND}`)), "missing-file"],
  ])("fails a check where %s", async (what, damage, code) => {
    const place = repository(what);
    damage(place);
    const { status, stdout, stderr } = await here("--json", what, "--check");
    const { check, complete, error } = JSON.parse(stdout);
    expect([status, complete, error.code]).toEqual([1, false, code]);
    expect(check.findings[0]).toMatchObject({ code, severity: "error" });
    expect(stderr).toContain(what);
  });

  it("names a missing chunk by its array and its position in the grid", async () => {
    const place = repository("a named chunk is gone");
    rmSync(join(place, `chunks/${name(0x50)}`));
    const { check } = JSON.parse((await here("--json", "a named chunk is gone", "--check")).stdout);
    expect(check.findings[0].message).toMatch(/^chunk 0\/1 of \/\w+ is missing$/u);
  });

  it("reads the rest where a file is damaged", async () => {
    const place = repository("cut");
    truncateSync(join(place, `snapshots/${SECOND}`), 100);
    const { status, stdout, stderr } = await here("--json", "cut");
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      complete: false,
      error: { code: "bad-table" },
      snapshots: [{ id: THIRD }, { id: FIRST }],
    });
    expect(stderr).toContain(`snapshots/${SECOND}`);
  });

  it("is distinguished from other folders", async () => {
    writeFiles(join(folder, "other"), { "a.txt": Buffer.from("text") });
    const { status, stdout } = await here("--json", "other");
    expect([status, JSON.parse(stdout)]).toMatchObject([
      1,
      { type: null, error: { code: "unknown-format" } },
    ]);
  });
});

describe("a repository of version 1", () => {
  it("has branches and tags in files", async () => {
    const { repo, ...files } = repositoryFiles();
    const ref = (snapshot: string) => Buffer.from(JSON.stringify({ snapshot }));
    writeFiles(join(folder, "one"), {
      ...files,
      "refs/branch.main/ref.json": ref(SECOND),
      "refs/branch.a/b/ref.json": ref(FIRST),
      "refs/tag.v1/ref.json": ref(SECOND),
      "refs/tag.gone/ref.json": ref(FIRST),
      "refs/tag.gone/ref.json.deleted": Buffer.from(""),
      "refs/tag.odd/ref.json": Buffer.from("{"),
      "config.yaml": Buffer.from("storage: null\n"),
    });
    expect(await json("one")).toMatchObject({
      branches: { main: SECOND, "a/b": FIRST },
      tags: { v1: SECOND, odd: null },
      deleted_tags: ["gone"],
      config_yaml: "storage: null\n",
      error: { code: "bad-metadata" },
    });
  });
});

describe("a file", () => {
  it("is recognised by its content", async () => {
    const path = `sound/manifests/${MANIFEST_ID}`;
    const bare = await tagview(["--json", path], "", folder);
    expect(bare.stdout).toBe((await here("--json", path)).stdout);
    expect(JSON.parse(bare.stdout)).toMatchObject({
      file: path,
      type: "manifest",
      id: MANIFEST_ID,
      spec_version: 2,
    });
  });

  it("may come by a pipe", async () => {
    const bytes = repositoryFiles()[`snapshots/${SECOND}`] as Uint8Array;
    const { stdout } = await tagview(["icechunk", "--json", "-"], bytes);
    expect(JSON.parse(stdout)).toMatchObject({
      file: "-",
      type: "snapshot",
      id: SECOND,
      file_bytes: bytes.length,
    });
  });

  it("has a table for programs, whatever its type", async () => {
    for (const [path, header, rows] of [
      [`sound/manifests/${MANIFEST_ID}`, "#node\trefs", 1],
      [`sound/snapshots/${SECOND}`, "#id\tpath", 2],
      [`sound/transactions/${SECOND}`, "#change\tnode", 2],
      ["sound/repo", "#id\tparent", 3],
      ["sound", "#id\tparent", 3],
    ] as const) {
      const lines = (await here("--tsv", path)).stdout.trimEnd().split("\n");
      expect(lines[0]?.startsWith(header), lines[0]).toBe(true);
      expect(lines).toHaveLength(rows + 1);
    }
  });

  it("lists the updated chunks of a transaction log", async () => {
    const { stdout } = await here("--json", "--chunks", `sound/transactions/${SECOND}`);
    expect(stdout).toBe(`{"node":"${ARRAY}","index":[0,0]}\n{"node":"${ARRAY}","index":[1,0]}\n`);
  });

  it("that is damaged reports what it is, and where", async () => {
    writeFiles(folder, { damaged: metadataFile(MANIFEST, {}), short: Buffer.from("ICE🧊CHUNK") });
    const damaged = await here("--json", "damaged");
    expect([damaged.status, JSON.parse(damaged.stdout)]).toMatchObject([
      1,
      { type: "manifest", id: null, complete: false, error: { code: "bad-table" } },
    ]);
    const short = await here("--json", "short");
    expect([short.status, JSON.parse(short.stdout)]).toMatchObject([
      1,
      { type: null, error: { code: "truncated" } },
    ]);
    expect(short.stderr).toMatch(/^tagview: short: the file ends in its header.* \(at byte 12\): /);
  });
});

describe("--plot", () => {
  it("draws how many chunks of an array have which size", async () => {
    const { branches, snapshots } = await json("sound");
    const { nodes } = snapshots.find(({ id }: { id: string }) => id === branches.main);
    const [array] = nodes.filter(({ type }: { type: string }) => type === "array");
    const { status, stderr } = await here("sound", "--array", array.path, "--plot", "sizes.svg");
    expect([status, stderr]).toEqual([0, ""]);
    const references = (await here("sound", "--array", array.path, "--chunks", "--json")).stdout
      .trim()
      .split("\n");
    const chart = readFileSync(join(folder, "sizes.svg"), "utf8");
    expect(chart).toContain(`Sizes of chunks of ${array.path}`);
    expect(chart).toMatch(new RegExp(`>${references.length} chunks? of `, "u"));
  });

  it("wants one array", async () => {
    const { status, stderr } = await here("sound", "--plot", "none.svg");
    expect([status, stderr]).toEqual([
      2,
      "tagview: sound: --plot draws the chunks of one array: name it with --array\n",
    ]);
    expect(existsSync(join(folder, "none.svg"))).toBe(false);
  });
});
