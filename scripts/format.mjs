// Formats everything in place.
import { run } from "./lib/run.mjs";

for (const [program, ...args] of [
  ["cargo", "fmt", "--all"],
  ["biome", "check", "--write", "."],
]) {
  const { code } = await run(program, args, { keep: false });
  process.exitCode ||= code;
}
