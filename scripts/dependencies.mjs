// `npm run dependencies`: writes docs/dependencies.md. `check` checks that it is up to date; `sbom` prints the software
// bill of materials of the package.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dependencies, findings, toCycloneDx, toMarkdown } from "./lib/dependencies.mjs";
import { ROOT } from "./lib/paths.mjs";
import { main, Trouble } from "./lib/step.mjs";

const LIST = join(ROOT, "docs", "dependencies.md");

await main(async () => {
  const all = await dependencies();
  const wrong = findings(all);
  if (wrong.length > 0) throw new Trouble("a dependency is not as it should be: see above", wrong.join("\n"));
  const command = process.argv[2] ?? "write";
  if (command === "write") writeFileSync(LIST, toMarkdown(all));
  else if (command === "sbom") process.stdout.write(`${JSON.stringify(toCycloneDx(all), null, 2)}\n`);
  else if (command !== "check") throw new Trouble("npm run dependencies [check | sbom]");
  else if (readFileSync(LIST, "utf8") !== toMarkdown(all)) {
    throw new Trouble("docs/dependencies.md is not what the lock files say: run npm run dependencies");
  }
});
