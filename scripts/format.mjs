// Formats everything in place.
import { run } from "./lib/run.mjs";
import { analyses } from "./lint.mjs";

for (const [program, ...args] of [
  ["cargo", "fmt", "--all"],
  ["rustfmt", "--edition", "2024", ...analyses()],
  ["biome", "check", "--write", "."],
]) {
  const { code } = await run(program, args, { keep: false });
  process.exitCode ||= code;
}
