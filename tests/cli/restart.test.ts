/** Recordings whose times begin again, as when files are joined. */

import { describe, expect, it } from "vitest";
import { scratch, tagview, write } from "../support/command-line";

const folder = scratch();
const part = Array.from({ length: 500 }, (_, k) => `1\t${k * 100_000}\n`).join("");
write(folder, "once.tsv", part);
write(folder, "twice.tsv", part + part);

describe.each([[["rate"]], [["rate", "--json"]], [["rate", "--tsv"]], [["stability", "--tsv"]]])(
  "%s",
  (args) => {
    it("a note says that the numbers of both parts are added", async () => {
      const { status, stderr } = await tagview([...args, "--tick", "1ns", "twice.tsv"], "", folder);
      expect(status).toBe(0);
      expect(stderr).toContain(
        "note: twice.tsv: times go back after 49.900 ms: the recording is damaged there",
      );
      expect(stderr).toContain("--to 49900000 leaves out later times");
      expect(stderr).toContain("the numbers add what was recorded at the same times");
      for (const quiet of [["once.tsv"], ["--to", "49900000", "once.tsv"], ["-q", "twice.tsv"]])
        expect((await tagview([...args, "--tick", "1ns", ...quiet], "", folder)).stderr).toBe("");
    });
  },
);
