// `npm run properties [SECONDS]`: repeats the property tests of Rust and TypeScript, each time with new inputs.
// `npm run properties SECONDS SEED` begins with the inputs that failed.
import { randomInt } from "node:crypto";
import { run } from "./lib/run.mjs";
import { seeded } from "./lib/seed.mjs";
import { log, main, must, Trouble } from "./lib/step.mjs";

const PROGRAMS = [
  ["cargo", ["test", "--quiet", "--locked", "-p", "tagview-core"]],
  ["vitest", ["run", "--config", "tests/vitest.config.ts", "tests/engine", "tests/charts"]],
];

await main(async () => {
  const [seconds = 600, first] = process.argv.slice(2).map(Number);
  if (![seconds, first ?? 0].every((number) => Number.isInteger(number) && number >= 0))
    throw new Trouble("npm run properties [SECONDS [SEED]]");
  const end = performance.now() + 1000 * seconds;
  let seed = first ?? randomInt(2 ** 31);
  do {
    log(`seed ${seed}`);
    for (const [program, args] of PROGRAMS) {
      must(await run(program, args, { env: seeded(seed) }), `${program} failed with the seed ${seed}`);
    }
    seed = randomInt(2 ** 31);
  } while (performance.now() < end);
});
