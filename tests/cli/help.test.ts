/** Help, first steps, completions and the manual page, all from the program's own commands. */

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { table } from "../../cli/src/output/table";
import { CLI, tagview } from "../support/command-line";

const GROUPS = ["Look", "Correlate", "Write", "Formats", "Tools"];
const good = async (...args: string[]): Promise<string> => {
  const { status, stdout, stderr } = await tagview(args);
  expect([args, status, stderr]).toEqual([args, 0, ""]);
  return stdout;
};
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;

/** The commands of the long help. */
const commandsIn = (help: string) =>
  [...help.matchAll(/^ {2}([a-z][\w-]*) /gmu)].map(([, name]) => name ?? "");

describe("help", () => {
  it("lists the commands in groups", async () => {
    const help = await good("--help");
    const titles = [...help.matchAll(/^([A-Z][a-z]+):$/gmu)].map(([, title]) => title);
    expect(titles).toEqual(["Options", ...GROUPS]);
    expect(commandsIn(help)).toEqual(expect.arrayContaining(["stats", "g2", "slice", "offsets", "serve"]));
    const short = await good("-h");
    expect(short.split("\n").length).toBeLessThan(15);
    for (const name of commandsIn(help)) expect(short).toMatch(new RegExp(`[ ,]${name}(,|\\n)`, "u"));
  });

  it("has two examples of each command, whose options the command has", { timeout: 120_000 }, async () => {
    for (const name of commandsIn(await good("--help"))) {
      if (name === "help") continue;
      const help = await good(name, "--help");
      const examples = help.split("\nExamples:\n")[1] ?? "";
      const lines = examples.split("\n").filter((line) => !/^ *#|^$/u.test(line));
      expect([name, lines.length]).toEqual([name, 2]);
      for (const line of lines) {
        expect(line).toMatch(new RegExp(`tagview ${name}( |$)`, "u"));
        // The options of `partial` are those of the command that it runs.
        const known = name === "partial" ? help + (await good("g2", "--help")) : help;
        for (const [option] of line.matchAll(/ --?[a-z][\w-]*/gu))
          expect(known, line).toMatch(new RegExp(`${option}[ ,]`, "u"));
      }
    }
  });

  it("is short with -h, without the options that commands share", async () => {
    const [short, long] = [await good("g2", "-h"), await good("g2", "--help")];
    for (const text of ["--range <from..to>", "Examples:", "tagview g2 --help lists all options"])
      expect(short).toContain(text);
    for (const option of ["--json", "--channel <n>", "--force"]) {
      expect(short).not.toContain(option);
      expect(long).toContain(option);
    }
  });

  it("of an unknown command names one with a similar name", async () => {
    const { status, stdout, stderr } = await tagview(["help", "stat"]);
    expect([status, stdout, stderr]).toEqual([
      2,
      "",
      "tagview: unknown command 'stat' (Did you mean stats?): see tagview --help\n",
    ]);
  });

  it("shows what users do first, where there are no arguments", async () => {
    const { status, stdout, stderr } = await tagview([]);
    expect([status, stdout]).toEqual([2, ""]);
    expect([...stderr.matchAll(/^ {2}tagview /gmu)]).toHaveLength(3);
  });
});

describe("a table", () => {
  const columns = ["channel", "tags", "rate", "over time"].map((title) => ({
    title,
    align: "right" as const,
  }));
  const rows = [["3", "223,058", "96.3 kHz", "▇▇▇▇█▇▇█"]];

  it("leaves out columns that do not fit, and names them", () => {
    const whole = table(columns, rows, 80);
    expect(table(columns, rows)).toBe(whole);
    expect(table(columns, rows, 36)).toBe(
      "channel      tags       rate\n      3   223,058   96.3 kHz\n" +
        "... too narrow for over time: widen the terminal, or print --tsv\n",
    );
    expect(table(columns, rows, 5)).toContain("... too narrow for rate, over time:");
    expect(table(columns, rows, 5)).toContain("223,058");
  });

  it("of a thousand columns takes time in proportion to its cells", () => {
    const wide = Array.from({ length: 1000 }, (_, k) => ({ title: `${k}`, align: "left" as const }));
    const msOf = (rows: number) => {
      const cells = Array.from({ length: rows }, () => wide.map(({ title }) => title));
      const since = performance.now();
      expect(table(wide, cells, 1e6).split("\n")).toHaveLength(rows + 2);
      return performance.now() - since;
    };
    const few = msOf(50);
    expect(msOf(800)).toBeLessThan(Math.max(60 * few, 3000));
  });
});

describe("completions", () => {
  it.skipIf(!has("bash"))("complete commands, options and values in bash", async () => {
    const script = await good("completions", "bash");
    const complete = (...words: string[]) => {
      const call = `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tagview; echo "\${COMPREPLY[*]}"`;
      return spawnSync("bash", ["-c", call, "bash", "tagview", ...words], { encoding: "utf8" }).stdout.trim();
    };
    expect(complete("sta")).toBe("stats stability");
    expect(complete("g2", "--ra")).toBe("--range");
    expect(complete("export", "--format", "par")).toBe("parquet");
    expect(complete("completions", "")).toBe("");
    expect(complete("g2", "--ou")).toBe("");
  });

  it.each(["zsh", "fish"])("are valid for %s, and have every command", async (shell) => {
    const script = await good("completions", shell);
    for (const name of commandsIn(await good("--help"))) expect(script).toContain(name);
    if (has(shell)) expect(spawnSync(shell, ["-n"], { input: script }).status).toBe(0);
  });

  it("are refused for other shells", async () => {
    const { status, stderr } = await tagview(["completions", "tcsh"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("bash, zsh, fish")]);
  });
});

describe("the manual page", () => {
  const page = join(dirname(CLI), "..", "dist", "tagview.1");

  it("is built from the program, and has every command", async () => {
    expect(existsSync(page)).toBe(true);
    const text = readFileSync(page, "utf8");
    expect(text).toBe(await good("manual"));
    const helps: Record<string, string> = JSON.parse(await good("manual", "--help-texts"));
    expect(helps.g2).toBe(await good("g2", "--help"));
    expect(helps[""]).toContain("\nLook:\n");
    for (const name of commandsIn(await good("--help")))
      expect(text).toContain(`.SS ${name.replaceAll("-", "\\-")} `);
  });

  it.skipIf(!has("groff"))("is sound roff", () => {
    const { status, stderr } = spawnSync("groff", ["-man", "-Tutf8", "-ww", "-z", page], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
  });
});
