// `npm run reliability kill [MOMENTS] [SEED]`: kills commands that write, and looks at what they leave behind.
import { tmpdir } from "node:os";
import { kill } from "../tests/reliability/kill.mjs";
import { CLI } from "./lib/paths.mjs";
import { main, Trouble } from "./lib/step.mjs";

const COMMANDS = {
  async kill([moments = 200, seed = 1]) {
    const counts = await kill({ moments, folder: tmpdir(), cli: CLI, seed });
    process.stdout.write(`${JSON.stringify(counts, null, 2)}\n`);
    if (counts.broken.length > 0) throw new Trouble("a killed command left a broken output");
  },
};

await main(async () => {
  const [name = "", ...numbers] = process.argv.slice(2);
  if (!Object.hasOwn(COMMANDS, name)) throw new Trouble(`name one of: ${Object.keys(COMMANDS).join(", ")}`);
  await COMMANDS[name](numbers.map(Number));
});
