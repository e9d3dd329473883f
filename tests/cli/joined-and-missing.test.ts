/** Recordings joined to one file by their bytes, with frames missing, doubled or replaced. */

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { record, scratch, tagview, write } from "../support/command-line";
import { framesOf } from "../support/frames";

const folder = scratch();
const at = (name: string): string => join(folder, name);

// Ten frames of 100 tags.
const steady = Array.from({ length: 1000 }, (_, i): [number, bigint] => [
  i % 2 ? 15 : 3,
  1000n + 10n * BigInt(i),
]);

beforeAll(async () => {
  await record(at("steady.tags.zst"), steady, "--frame-tags", "100");
});

describe("recordings joined to one file, with frames missing or doubled", () => {
  /**
   * The bytes of `steady` from one of its ten frames up to another; frame 0 includes the bytes before it, 10 is the
   * index.
   */
  const some = (from: number, to = 11, name = "steady.tags.zst"): Buffer => {
    const file = readFileSync(at(name));
    const borders = [0, ...framesOf(file).slice(1)];
    const end = file.lastIndexOf(Buffer.from("542a4d18", "hex"));
    return file.subarray(from > 9 ? end : borders[from], to > 10 ? file.length : to > 9 ? end : borders[to]);
  };
  const whole = (): Buffer => some(0);

  it.each([
    ["bad-index", "lists 10 frames, but the recording has 11", () => [some(0, 4), some(3)]],
    ["bad-index", "lists 10 frames, but the recording has 11", () => [whole(), some(0, 4), some(3)]],
    ["bad-index", "lists 10 frames, but the recording has 9", () => [whole(), some(0, 4), some(5)]],
    ["bad-index", "lists 10 frames, but the recording has 9", () => [some(0, 4), some(5), whole()]],
    [
      "bad-index",
      "does not describe its frames",
      () => [whole(), some(0, 4), some(5, 6), some(4, 5), some(6)],
    ],
    ["truncated", "another recording begins here", () => [some(0, 4), whole()]],
  ] as const)("are reported as damaged: %s, %s", async (code, sentence, parts) => {
    const bytes = Buffer.concat(parts());
    write(folder, "parts.tags.zst", bytes);
    const error = { code, message: expect.stringContaining(sentence) };
    for (const question of [
      ["stats"],
      ["rate", "--bin", "1us"],
      ["g2", "--a", "3", "--b", "15"],
      ["repair", "--force", "-o", "repaired.tags.zst"],
      ["export", "--force", "-o", "exported.csv"],
    ]) {
      const { status, stdout } = await tagview([...question, "--json", "parts.tags.zst"], "", folder);
      expect([question[0], status, JSON.parse(stdout)]).toMatchObject([
        question[0],
        1,
        { complete: false, error },
      ]);
      expect(stdout).not.toContain("not affected");
    }
    const { findings } = JSON.parse(
      (await tagview(["verify", "--json", "parts.tags.zst"], "", folder)).stdout,
    );
    // The other finding is that tags are not in order of time.
    expect(findings.filter((finding: { code: string }) => finding.code !== "order")).toMatchObject([error]);
    const cat = await tagview(["cat", "parts.tags.zst"], "", folder);
    expect([cat.status, cat.stderr]).toEqual([1, expect.stringContaining(sentence)]);
    const piped = await tagview(["stats", "-", "--json"], bytes, folder);
    expect([piped.status, JSON.parse(piped.stdout)]).toMatchObject([1, { complete: false, error }]);
    const repaired = await tagview(
      ["repair", "parts.tags.zst", "--force", "-o", "repaired.tags.zst"],
      "",
      folder,
    );
    expect(repaired.stdout).not.toContain("nothing is lost");
  });

  it("are reported by all workers alike, of a file that is read in parts", async () => {
    const many = Array.from({ length: 600_000 }, (_, k): [number, bigint] => [
      3 + 12 * (k % 2),
      BigInt(k * 1000 + ((k * k * 7919) % 997)),
    ]);
    await record(at("much.tags.zst"), many, "--frame-tags", "60000", "--level", "1");
    const part = (from: number, to?: number): Buffer => some(from, to, "much.tags.zst");
    for (const parts of [
      [part(0), part(0, 4), part(5), part(0)],
      [part(0, 4), part(5), part(0), part(0)],
      [part(0), part(0), part(0, 4), part(3)],
    ]) {
      write(folder, "much-joined.tags.zst", Buffer.concat(parts));
      expect(statSync(at("much-joined.tags.zst")).size).toBeGreaterThan(3 << 20);
      const stats = await tagview(["stats", "--json", "much-joined.tags.zst"], "", folder);
      const cat = await tagview(["cat", "much-joined.tags.zst"], "", folder);
      const piped = await tagview(["stats", "--json", "-"], Buffer.concat(parts), folder);
      expect([stats.status, cat.status]).toEqual([1, 1]);
      const { error } = JSON.parse(piped.stdout);
      expect(error.code).toBe("bad-index");
      expect(JSON.parse(stats.stdout).error).toEqual(error);
      expect(cat.stderr).toContain(error.message);
    }
    write(folder, "much-joined.tags.zst", Buffer.concat([part(0), part(0), part(0)]));
    expect((await tagview(["stats", "-q", "much-joined.tags.zst"], "", folder)).status).toBe(0);
    expect((await tagview(["cat", "much-joined.tags.zst"], "", folder)).status).toBe(0);
  });
});
