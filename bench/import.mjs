// Other taggers' recordings: `tagview stats` of PTU files in T2 and T3, beside Python packages that read them.
import { existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { CLI } from "../scripts/lib/paths.mjs";
import { step } from "../scripts/lib/step.mjs";
import { answer } from "./lib/command.mjs";
import { FOLDER } from "./lib/inputs.mjs";
import { findPeers } from "./lib/peers.mjs";
import { recordsIn, writePtu } from "./lib/ptu.mjs";
import { inTurn, median } from "./lib/rounds.mjs";
import { table } from "./lib/table.mjs";

/** Records a second, of the whole command. */
const GOAL = 100e6;

export async function bench({ small, rounds, withPython }) {
  const peers = await findPeers({ withPython });
  const photons = small ? 100_000 : 100_000_000;
  const groups = [];
  for (const kind of ["t2", "t3"]) groups.push(await measure(kind, photons, rounds, peers));
  const versions = { ptufile: peers.versions.ptufile, tttrlib: peers.versions.tttrlib };
  const result = { photons, rounds, peers: versions, goal: small ? null : GOAL, groups };
  return { result, text: report(result) };
}

async function measure(kind, photons, rounds, peers) {
  const file = join(FOLDER, `${photons}-${kind}.ptu`);
  if (!existsSync(file)) {
    mkdirSync(FOLDER, { recursive: true });
    await step(`simulate ${file} for the bench`, async () => writePtu(file, kind, photons));
  }
  const records = recordsIn(statSync(file).size);
  const there = ["ptufile", "tttrlib"].filter((name) => peers[name] !== null);
  const commands = there.map((name) => ({ argv: peers[name](file), timed: itself }));
  const ours = { argv: [process.execPath, CLI, "stats", "--quiet", file] };
  const { baseline, commands: theirs } = await inTurn(ours, commands, rounds);
  const all = [
    { name: "tagview stats", ...baseline, ratios: [1] },
    ...there.map((name, index) => ({ name, ...theirs[index] })),
  ];
  const rows = all.map(({ name, ms, least, bytes, ratios }) => {
    return { name, ms, least, bytes, ratio: median(ratios), records_per_second: (records / ms) * 1e3 };
  });
  return { kind: kind.toUpperCase(), records, rows };
}

/** Milliseconds that a package reports, without its start. */
function itself(argv) {
  return Number(answer(argv).trimEnd().split("\n").at(-1)) * 1e3;
}

function report({ peers, goal, groups }) {
  const there = Object.entries(peers).map(([name, version]) => `${name}: ${version ?? "not found"}`);
  const tables = groups.map(({ kind, records, rows }) => {
    const title = `${kind}, ${records.toLocaleString("en-US")} records`;
    const body = rows.map(({ name, ms, bytes, ratio, records_per_second: rate }, index) => [
      name,
      Math.round(ms).toLocaleString("en-US"),
      (rate / 1e6).toFixed(1),
      index === 0 && goal !== null ? goal / 1e6 : "",
      ratio.toFixed(2),
      bytes === null ? "n/a" : (bytes / 1e6).toFixed(0),
    ]);
    return `${table([title, "ms", "million a second", "goal", "x tagview stats", "MB"], body)}\n`;
  });
  return [...there, "", ...tables].join("\n");
}
