// Examples in documents: ```console blocks with `$ command` lines, each followed by its output.
import { spawn } from "node:child_process";

/** Reads the examples of a page of Markdown, in order: `{command, output}`; `output` has no newline at its end. */
export function examplesIn(markdown) {
  return [...markdown.matchAll(/^```console\n(.*?)^```/gms)].flatMap(([, block]) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        // Lines that begin with `> ` continue the command, as in a shell.
        const [first] = /^.*(?:\n> .*)*/.exec(text);
        return { command: first.replaceAll("\n> ", "\n"), output: text.slice(first.length).trim() };
      }),
  );
}

/** Runs a command in a shell; resolves to its output and errors, as a terminal shows them, without the last newline. */
export function runExample(command, { folder, env = process.env }) {
  const child = spawn("sh", ["-c", `exec 2>&1\n${command}`], {
    cwd: folder,
    env: { ...env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const pieces = [];
  child.stdout.on("data", (piece) => pieces.push(piece));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve(withoutTrailingBlanks(Buffer.concat(pieces).toString("utf8"))));
  });
}

/** Editors and formatters remove blanks at the ends of lines. */
const withoutTrailingBlanks = (text) => text.replaceAll(/[ \t]+$/gm, "").trim();

/** Whether an output is the expected one; a line `...` in the expected output stands for any lines. */
export function isExpected(output, expected) {
  const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const parts = withoutTrailingBlanks(expected)
    .split(/^\.\.\.$/m)
    .map(escaped);
  return new RegExp(`^${parts.join("[^]*")}$`).test(output);
}
