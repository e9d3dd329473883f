// `npm run bench [names] [-- OPTIONS]`: runs bench/NAME.mjs, all of them unless named.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { PACKAGE, ROOT } from "../scripts/lib/paths.mjs";
import { main, Trouble } from "../scripts/lib/step.mjs";
import { machine } from "./lib/machine.mjs";

const FOLDER = join(ROOT, "bench");
const all = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".mjs") && file !== "run.mjs")
  .map((file) => file.slice(0, -".mjs".length));

await main(async () => {
  const { values, positionals } = parseArgs({
    options: {
      json: { type: "boolean", default: false },
      small: { type: "boolean", default: false },
      ten: { type: "boolean", default: false },
      "with-python": { type: "boolean", default: false },
      rounds: { type: "string" },
      only: { type: "string" },
    },
    allowPositionals: true,
  });
  const { json, small, ten, "with-python": withPython } = values;
  const rounds = Number(values.rounds ?? (small ? 1 : 5));
  if (!(Number.isInteger(rounds) && rounds > 0)) throw new Trouble("--rounds is a number, 1 or greater");
  const unknown = positionals.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Trouble(`there is no bench ${unknown}; there are ${all.join(", ")}`);
  if (!existsSync(join(PACKAGE, "tagview_main_bg.wasm"))) {
    throw new Trouble("there is no wasm module to measure: run npm run build first");
  }
  for (const name of positionals.length > 0 ? positionals : all) {
    const { bench } = await import(pathToFileURL(join(FOLDER, `${name}.mjs`)).href);
    const { result, text } = await bench({ small, ten, withPython, rounds, only: values.only });
    const about = { bench: name, date: new Date().toISOString(), machine: machine() };
    process.stdout.write(json ? `${JSON.stringify({ ...about, ...result })}\n` : `${text}\n`);
  }
});
