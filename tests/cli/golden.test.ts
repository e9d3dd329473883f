/** The output of commands, byte for byte: every case in `tests/golden/`, see its README. */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { scratch, tagview } from "../support/command-line";

const GOLDEN = fileURLToPath(new URL("../golden", import.meta.url));
const UPDATE = process.env.UPDATE_GOLDEN === "1";

const formats = readdirSync(GOLDEN, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe.each(formats.map(({ name }) => name))("%s", (format) => {
  const folder = join(GOLDEN, format);
  const place = join(scratch(), format);

  beforeAll(async () => {
    mkdirSync(place);
    const inputs = readdirSync(join(folder, "inputs")).sort();
    for (const name of inputs) cpSync(join(folder, "inputs", name), join(place, name), { recursive: true });
    for (const name of inputs.filter((input) => input.endsWith(".args"))) {
      expect(await tagview(argumentsIn(join(place, name)), "", place)).toMatchObject({
        status: 0,
        stderr: "",
      });
    }
  }, 60_000);

  it.each(casesIn(folder))("%s", async (name) => {
    const path = (ending: string) => join(folder, `${name}.${ending}`);
    const drawn = join(place, `${name}.svg`);
    const { status, stdout, stderr } = await tagview(
      argumentsIn(path("args")),
      contentOf(path("in"), ""),
      place,
    );
    const actual = {
      out: stdout,
      err: stderr,
      status: `${status}\n`,
      svg: contentOf(drawn, ""),
    };
    if (UPDATE) {
      for (const [ending, content] of Object.entries(actual)) update(path(ending), content, ABSENT[ending]);
    }
    for (const [ending, content] of Object.entries(actual)) {
      expect(content, `${name}.${ending}`).toBe(contentOf(path(ending), ABSENT[ending] ?? "no such file"));
    }
  });

  it("has no file that belongs to no case", () => {
    const cases = new Set(casesIn(folder));
    const left = readdirSync(folder).filter(
      (file) => file !== "inputs" && !cases.has(file.replace(/\.\w+$/, "")),
    );
    expect(left).toEqual([]);
  });
});

/** The content assumed for a missing file. */
const ABSENT: Record<string, string> = { err: "", status: "0\n", svg: "" };

function casesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".args"))
    .map((name) => name.slice(0, -".args".length))
    .sort();
}

function argumentsIn(path: string): string[] {
  return readFileSync(path, "utf8").split("\n").slice(0, -1);
}

function contentOf(path: string, absent: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : absent;
}

function update(path: string, content: string, absent: string | undefined): void {
  if (content === absent) rmSync(path, { force: true });
  else writeFileSync(path, content);
}
