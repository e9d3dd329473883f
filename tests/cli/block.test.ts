/** `tagview block`: blocks made by hand, sound and damaged. */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type BlockSeries, blockFiles, chunkBytes, type Sample, xorData } from "../support/blocks";
import { scratch, tagview, write } from "../support/command-line";

const folder = scratch();

/** Writes the files of a block, replacing the previous one. */
function written(files: Record<string, Buffer>): string {
  const path = join(folder, "block");
  rmSync(path, { recursive: true, force: true });
  mkdirSync(join(path, "chunks"), { recursive: true });
  for (const [name, bytes] of Object.entries(files)) write(path, name, bytes);
  return path;
}

const blockOf = async (files: Record<string, Buffer>, ...options: string[]) => {
  const { status, stdout, stderr } = await tagview(["block", "--json", written(files), ...options]);
  return { status, stderr, ...JSON.parse(stdout) };
};

const every = (ms: number, values: number[], from = 0): Sample[] =>
  values.map((value, k) => [from + ms * k, value]);

const up = (pod: string, ...chunks: BlockSeries["chunks"]): BlockSeries => ({
  labels: { __name__: "up", pod },
  chunks,
});

const histogram = { encoding: 2, times: [0, 60] as const, data: Buffer.from("0005c0ffee", "hex") };

/** A counter that is reset within a chunk and between two, values of all kinds, and a histogram. */
const SERIES: BlockSeries[] = [
  {
    labels: { __name__: "requests_total" },
    chunks: [every(15_000, [1, 5, 2, 9]), every(15_000, [3, 4], 70_000)],
  },
  up("a", every(15_000, [Number.NaN, 1, -0, 1e300, Number.NaN, 7.25])),
  up("b", [
    [-5, 0.1],
    [0, 0.2],
    [9000, 0.3],
    [9001, 0.30000001],
    [90_000, 1],
    [900_000, 1],
    [2 ** 40, 2],
  ]),
  up("c", histogram),
  up("d", [[77, 1]]),
];

describe("a sound block", () => {
  it("is described without reading its chunks", async () => {
    const block = await blockOf(blockFiles(SERIES, { most: 2 }));
    expect(block).toMatchObject({
      status: 0,
      stderr: "",
      meta: { ulid: "01DXXFZDYD1MQW6079WK0K6EDQ", level: 1, series: 5, chunks: 6, samples: 25, labels: [] },
      index: { index_version: 2, label_names: 2, label_values: 6 },
      chunks: { series: 5, chunks: 6, min_time: -5, max_time: 2 ** 40, contents: null },
      verification: null,
      complete: true,
      error: null,
      findings: [],
    });
    expect(
      block.chunks.segments.map(({ name, chunks }: { name: string; chunks: number }) => [name, chunks]),
    ).toEqual([
      ["000001", 2],
      ["000002", 2],
      ["000003", 2],
    ]);
    expect(block.parts.map(({ name }: { name: string }) => name)).toEqual([
      ...["index", "meta.json", "tombstones", "chunks/000001", "chunks/000002", "chunks/000003"],
    ]);
  });

  it.each([1, 2, 100])("is read whole, with %i chunks a file", async (most) => {
    const block = await blockOf(blockFiles(SERIES, { most }), "--verify");
    expect(block).toMatchObject({ status: 0, stderr: "", complete: true, findings: [] });
    // 5 to 2, 9 to 3; 1e300 to 7.25, and 1 to -0.
    expect(block.chunks.contents).toMatchObject({
      samples: 25,
      decreases: 4,
      decreasing_series: 2,
      encodings: [
        { encoding: "xor", chunks: 5, samples: 20 },
        { encoding: "histogram", chunks: 1, samples: 5 },
      ],
    });
    expect(block.verification).toMatchObject({ postings_lists: 7, unused_symbols: 0 });
  });

  it("with long series and far times is decoded to the last sample", async () => {
    // Changes of the difference with every length of code, at the limits of each.
    const steps = [...[13, 16, 19].flatMap((n) => [2 ** n, 2 ** n + 1, 1 - 2 ** n, -(2 ** n)]), 0];
    let [time, difference] = [0, 2 ** 21];
    const samples = steps.flatMap((step): Sample[] => {
      const first: Sample = [time, Math.fround(step / 3)];
      time += difference;
      difference += step;
      return [first];
    });
    const longs = Array.from({ length: 300 }, (_, k) =>
      up(String(k).padStart(3, "0"), every(1 + k, new Array(120).fill(k / 7))),
    );
    const block = await blockOf(blockFiles([up("", samples), ...longs]), "--verify");
    expect([block.stderr, block.chunks.contents.samples]).toEqual(["", steps.length + 36_000]);
  });

  it("of Thanos states its labels, sources and resolution, and others are printed too", async () => {
    const parents = [{ ulid: "01A", minTime: 0, maxTime: 5 }];
    const stated = {
      compaction: {
        level: 3,
        sources: ["01B", "01C"],
        parents,
        hints: ["from-out-of-order"],
        deletable: true,
        failed: true,
      },
      thanos: { labels: { cluster: "eu" }, downsample: { resolution: 300_000 }, source: "compactor" },
    };
    const files = blockFiles(SERIES, { stated });
    const path = written(files);
    const { status, stdout } = await tagview(["block", path]);
    expect(status).toBe(0);
    for (const text of [
      ...["compaction level 3", 'labels: cluster="eu"', "made of: 01A", "sources: 01B, 01C", "compactor"],
      ...["downsampled to 300,000 ms", "deletable", "failed", "hints: from-out-of-order", "--verify checks"],
    ])
      expect(stdout).toContain(text);
    const whole = await tagview(["block", path, "--verify"]);
    expect(whole.stdout).toContain("4 values lower than the one before, in 2 series");
    expect(whole.stdout).toContain("equal to the labels of the series");
    const { stdout: lines } = await tagview(["block", path, "--tsv"]);
    expect(lines.split("\n").slice(0, 2)).toEqual([
      "#part\tbytes\tchunks",
      `index\t${files.index?.length}\t`,
    ]);
  });
});

describe("a damaged block", () => {
  const sound = () => blockFiles(SERIES);
  const first = "chunks/000001";
  const changed = (change: (segment: Buffer) => void): Record<string, Buffer> => {
    const files = sound();
    change(files[first] as Buffer);
    return files;
  };
  const withChunk = (...chunks: BlockSeries["chunks"]) => blockFiles([up("a", ...chunks)]);
  const raw = (encoding: number, data: Buffer, times: readonly [number, number] = [0, 9]) =>
    withChunk({ encoding, times, data });
  const series = '{"__name__"="requests_total"}';
  const a = '{"__name__"="up", "pod"="a"}';

  const CASES: [
    what: string,
    code: string,
    files: () => Record<string, Buffer>,
    sentence: string,
    slow?: true,
  ][] = [
    [
      "a wrong bit in a chunk",
      "checksum",
      () => changed((segment) => segment.writeUInt8(segment.readUInt8(14) ^ 1, 14)),
      `chunks/000001: chunk 1 of ${series}, from 0 to 45000 ms, has the checksum`,
      true,
    ],
    [
      "a last chunk whose length is behind the file",
      "bad-section",
      () => {
        const files = withChunk([[0, 1]], [[1, 1]]);
        const segment = files[first] as Buffer;
        const at = 8 + chunkBytes(1, xorData([[0, 1]])).length;
        segment.writeUInt8(99, at);
        return files;
      },
      `chunk 2 of ${a}, from 1 to 1 ms, states 99 bytes, but the file ends`,
      true,
    ],
    [
      "an unknown encoding",
      "bad-encoding",
      () => raw(77, Buffer.from("0001ff", "hex")),
      `chunk 1 of ${a}, from 0 to 9 ms, has the unknown encoding 77`,
      true,
    ],
    [
      "samples that the data do not have",
      "bad-section",
      () => raw(1, Buffer.from("0009000102", "hex")),
      "ends before its samples do",
      true,
    ],
    ["no sample", "mismatch", () => raw(1, Buffer.from("0000", "hex")), "has no sample", true],
    [
      "other times than the index states",
      "mismatch",
      () =>
        raw(
          1,
          xorData([
            [0, 1],
            [8, 1],
          ]),
        ),
      `chunk 1 of ${a}, from 0 to 9 ms, has samples from 0 to 8 ms`,
      true,
    ],
    [
      "times that do not ascend",
      "order",
      () =>
        raw(
          1,
          xorData([
            [0, 1],
            [5, 1],
            [4, 1],
            [9, 1],
          ]),
        ),
      "has times that do not ascend",
      true,
    ],
    [
      "a cut segment file",
      "truncated",
      () => {
        const files = sound();
        return { ...files, [first]: (files[first] as Buffer).subarray(0, 60) };
      },
      "but the file has 60 bytes",
    ],
    [
      "a missing segment file",
      "not-found",
      () => {
        const { "chunks/000003": _, ...files } = blockFiles(SERIES, { most: 2 });
        return files;
      },
      'of {"__name__"="up", "pod"="c"}, from 0 to 60 ms, is in segment file 000003, which does not exist',
    ],
    [
      "a gap in the numbers of segment files",
      "not-found",
      () => {
        const { "chunks/000003": last, ...files } = blockFiles(SERIES, { most: 2 });
        return { ...files, "chunks/000004": last as Buffer };
      },
      "chunks: there is 000004, but no 000003",
    ],
    [
      "a segment file of zeros",
      "bad-header",
      () => changed((segment) => segment.fill(0)),
      "chunks/000001: the file begins with zeros, as after a power failure",
    ],
    [
      "a segment file of another version",
      "bad-header",
      () => changed((segment) => segment.writeUInt8(9, 4)),
      "chunks/000001: the file has the unknown version 9",
    ],
    [
      "an index of zeros",
      "unknown-format",
      () => ({ ...sound(), index: Buffer.alloc(5000) }),
      "header: the file begins with zeros, as after a power failure",
    ],
    [
      "no index",
      "missing-file",
      () => ({ ...sound(), index: undefined as never }),
      "index: this file is missing",
    ],
    [
      "no meta.json",
      "missing-file",
      () => ({ ...sound(), "meta.json": undefined as never }),
      "meta.json: this file is missing",
    ],
    [
      "a meta.json of zeros",
      "bad-metadata",
      () => ({ ...sound(), "meta.json": Buffer.alloc(99) }),
      "meta.json: the file holds only zeros",
    ],
    [
      "half a meta.json",
      "bad-metadata",
      () => ({ ...sound(), "meta.json": Buffer.from("{") }),
      "meta.json: EOF",
    ],
    [
      "other numbers than meta.json states",
      "mismatch",
      () => blockFiles(SERIES, { stated: { stats: { numSeries: 9 } } }),
      "meta.json: it states 9 series, but the block has 5",
    ],
    [
      "other samples than meta.json states",
      "mismatch",
      () => blockFiles(SERIES, { stated: { stats: { numSamples: 9 } } }),
      "meta.json: it states 9 samples, but the block has 25",
      true,
    ],
    [
      "chunks outside its time range",
      "mismatch",
      () => blockFiles(SERIES, { stated: { maxTime: 2 ** 39 } }),
      "is outside the time range of the block",
    ],
  ];

  it.each(CASES)("with %s", async (_, code, files, sentence, slow) => {
    const present = Object.fromEntries(Object.entries(files()).filter(([, bytes]) => bytes !== undefined));
    const block = await blockOf(present, ...(slow ? ["--verify"] : []));
    expect([block.status, block.stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(block).toMatchObject({ complete: false });
    expect(block.findings.map((finding: { code: string }) => finding.code)).toContain(code);
    const { stderr } = await tagview(["block", join(folder, "block"), ...(slow ? ["--verify"] : [])]);
    expect(stderr).toContain(sentence);
    // The overview alone does not read chunks.
    if (slow) expect(await blockOf(present)).toMatchObject({ status: 0, stderr: "" });
  });

  it("is no block without its files", async () => {
    const empty = join(folder, "empty");
    mkdirSync(empty);
    const { status, stdout, stderr } = await tagview(["block", "--json", empty]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("neither meta.json nor index")]);
    expect(JSON.parse(stdout)).toMatchObject({ meta: null, complete: false, error: { code: "open-failed" } });
    const file = write(folder, "file", "");
    expect((await tagview(["block", file])).stderr).toContain(
      "this is a file, and not the folder of a block",
    );
    expect(await tagview(["block", join(folder, "nowhere")])).toMatchObject({ status: 2 });
  });
});
