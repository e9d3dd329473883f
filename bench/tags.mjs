// Whole commands on recordings, beside the programs of others, in times of `zstd -dc FILE > /dev/null`.
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { CLI } from "../scripts/lib/paths.mjs";
import { Trouble } from "../scripts/lib/step.mjs";
import { answer } from "./lib/command.mjs";
import { FOLDER, recordings } from "./lib/inputs.mjs";
import { findPeers } from "./lib/peers.mjs";
import { inTurn, median } from "./lib/rounds.mjs";
import { table } from "./lib/table.mjs";

const PAIR = ["--a", "3", "--b", "15"];
const OUTPUT = join(FOLDER, "output");

const tagview = (...args) => [process.execPath, CLI, ...args];

/** Commands on a recording; `goal` is the largest ratio, and `peer` is compared with `ours`. */
function onRecording({ stats, g2, cat }, file, peers) {
  const rows = [
    { name: "tagview stats", argv: tagview("stats", file), goal: stats },
    { name: "python counts", of: peers.pythonCounts, ours: "tagview stats" },
    { name: "tagview g2", argv: tagview("g2", ...PAIR, "--range", "-64..64", file), goal: g2 },
    { name: "python g2", of: peers.pythonG2, ours: "tagview g2" },
    { name: "coincidence_histogram", of: peers.coincidenceHistogram, ours: "tagview g2" },
    { name: "tagview delay", argv: tagview("delay", ...PAIR, file) },
    { name: "tagview rate", argv: tagview("rate", "--bin", "10ms", file) },
    { name: "tagview gaps", argv: tagview("gaps", "--log", "10", file) },
    { name: "tagview cat", argv: tagview("cat", file), goal: cat },
    { name: "tcat", of: peers.tcat, ours: "tagview cat" },
  ];
  return rows.map(({ of, ...row }) => ({ ...row, argv: row.argv ?? of?.(file) }));
}

/** Text to recordings; the baseline decodes the output. */
function fromText({ files }, peers) {
  const { text } = files;
  const ours = `${OUTPUT}-tagview.tags.zst`;
  const theirs = `${OUTPUT}-txt2tags.tags.zst`;
  return [
    { name: "tagview pack", argv: tagview("pack", "--level", "3", text, "-o", ours, "--force"), goal: 4.5 },
    { name: "txt2tags", argv: peers.txt2tags?.(text), output: theirs, ours: "tagview pack" },
  ];
}

/** Parquet, beside pyarrow writing the same table, which it has in memory. */
function toParquet({ label, files }, peers) {
  if (peers.pyarrow === null) return [];
  const table = `${OUTPUT}.arrow`;
  return [
    {
      title: `Parquet of ${label} tags`,
      prepare: () => answer(tagview("export", files.indexed, "-o", table, "--force")),
      baseline: { name: "pyarrow write_table", argv: peers.pyarrow(table, `${OUTPUT}-pyarrow.parquet`) },
      commands: [
        {
          name: "tagview export",
          argv: tagview("export", files.indexed, "-o", `${OUTPUT}-tagview.parquet`, "--force"),
          goal: 2,
        },
      ],
    },
  ];
}

/** One per cent of the time, from the middle. */
function onRange({ label, seconds, files }) {
  const range = ["--from", `${seconds / 2}s`, "--to", `${seconds * 0.51}s`];
  return ["stats", "cat"].map((command) => ({
    title: `${command} of a range, ${label} tags, indexed`,
    baseline: { name: `tagview ${command}`, argv: tagview(command, files.indexed) },
    commands: [{ name: "1 % of the time", argv: tagview(command, ...range, files.indexed), goal: 0.05 }],
  }));
}

/** Commands by their inputs. */
function groups(full, small, ten, peers) {
  const zstd = (file) => ({ name: "zstd -dc", argv: peers.zstd(file) });
  const all = [
    {
      title: "starting",
      baseline: { name: "node -e 0", argv: [process.execPath, "-e", "0"] },
      commands: [
        { name: "tagview --version", argv: tagview("--version"), goalOver: 60 },
        { name: "tagview stats, 1M tags", argv: tagview("stats", small.files.many) },
      ],
      // It lasts a tenth of a second.
      often: 4,
    },
    ...onRange(full),
    ...toParquet(full, peers),
  ];
  if (peers.zstd === null) return all;
  const kinds = [["many", "34 frames", { stats: 1, g2: 1.2, cat: 2.5 }]];
  // The small bench asks whether everything runs: once is enough.
  if (full !== small) kinds.push(["one", "one frame", { stats: 1.6, g2: 1.7, cat: 2.5 }]);
  for (const [file, frames, goals] of kinds) {
    const path = full.files[file];
    all.push({
      title: `${full.label} tags, ${frames}`,
      baseline: zstd(path),
      commands: onRecording(goals, path, peers),
    });
  }
  all.push({
    title: `text of ${full.label} tags`,
    baseline: zstd(full.files.indexed),
    commands: fromText(full, peers),
  });
  // `capnp convert` takes minutes for more.
  const few = small.files.many;
  all.push({
    title: "text from 1M tags",
    baseline: zstd(few),
    commands: [
      { name: "tagview cat", argv: tagview("cat", few) },
      { name: "zstd -dc | capnp convert", argv: peers.capnp?.(few), ours: "tagview cat" },
    ],
  });
  if (ten !== undefined) {
    all.push({
      title: `${ten.label} tags, 334 frames`,
      baseline: zstd(ten.files.many),
      // The others would need ten times their gigabyte.
      commands: onRecording({ stats: 1, g2: 1.2, cat: 2.5 }, ten.files.many, {}).filter(({ argv }) => argv),
    });
    all.push(...onRange(ten));
  }
  return all;
}

export async function bench({ small: onlySmall, ten: withTen, withPython, rounds, only = "" }) {
  const peers = await findPeers({ withPython });
  const small = await recordings("small");
  const full = onlySmall ? small : await recordings("full");
  const ten = withTen ? await recordings("ten") : undefined;
  if (only === "") agree(full.files, peers);
  const measured = [];
  for (const { title, prepare, baseline, commands: all, often } of groups(full, small, ten, peers)) {
    const commands = all.filter(({ name }) => `${title}: ${name}`.includes(only));
    if (commands.length === 0) continue;
    const there = commands.filter(({ argv }) => argv !== undefined);
    const missing = commands.filter(({ argv }) => argv === undefined).map(({ name }) => name);
    process.stderr.write(`tagview: measure ${title}\n`);
    prepare?.();
    const figures = await inTurn(baseline, there, onlySmall ? rounds : rounds * (often ?? 1));
    measured.push({ title, missing, ...rowsOf(baseline, there, figures, !onlySmall) });
  }
  if (measured.length === 0) throw new Trouble(`no command of the bench has ${only} in its name`);
  const sizes = only === "" ? measureSizes(full.files, peers) : {};
  for (const who of ["tagview", "txt2tags"]) rmSync(`${OUTPUT}-${who}.tags.zst`, { force: true });
  for (const end of [".arrow", "-pyarrow.parquet", "-tagview.parquet"]) rmSync(OUTPUT + end, { force: true });
  const result = { recording: full.label, rounds, peers: peers.versions, groups: measured, sizes };
  return { result, text: report(result) };
}

/** Goals are for 35 million tags: a small file is all start-up. */
function rowsOf(baseline, commands, figures, withGoals) {
  const rows = commands.map(({ name, goal = null, goalOver = null, ours }, index) => {
    const { ms, least, bytes, ratios, over } = figures.commands[index];
    // Ours over theirs, in the same round.
    const mine = figures.commands[commands.findIndex((command) => command.name === ours)];
    const against =
      mine === undefined ? null : median(mine.ratios.map((ratio, round) => ratio / ratios[round]));
    const goals = withGoals ? { goal, goalOver } : { goal: null, goalOver: null };
    const row = { name, ms, least, bytes, ratio: median(ratios), over, ...goals };
    return mine === undefined ? row : { ...row, ours, ours_over_this: against };
  });
  return { baseline: { name: baseline.name, ...figures.baseline }, rows };
}

/** The measured programs must give the same results. */
function agree({ many }, { pythonCounts, pythonG2 }) {
  if (pythonCounts === null) return;
  const [stats, g2] = [
    tagview("stats", "--json", many),
    tagview("g2", ...PAIR, "--bin", "1", "--range", "-64..64", "--json", many),
  ].map((argv) => JSON.parse(answer(argv)));
  const [counts, histogram] = [pythonCounts(many), pythonG2(many)].map((argv) => JSON.parse(answer(argv)));
  const ours = Object.fromEntries(stats.channels.map(({ channel, tags }) => [channel, tags]));
  if (
    JSON.stringify(ours) !== JSON.stringify(counts) ||
    JSON.stringify(g2.counts) !== JSON.stringify(histogram)
  ) {
    throw new Trouble(`tagview and Python find different counts in ${many}`);
  }
}

/** Sizes of the same tags at level 3, by the program that wrote them. */
function measureSizes({ indexed, many, one }, { zstd, txt2tags }) {
  const size = (path) => statSync(path).size;
  const sizes = { "tagview pack, with index": size(indexed), "without index": size(many) };
  if (zstd !== null) {
    const again = ["sh", "-c", 'zstd -dc "$0" | zstd -3 | wc -c', one];
    sizes["zstd -3 of one message"] = Number(answer(again));
  }
  if (txt2tags !== null) sizes.txt2tags = size(`${OUTPUT}-txt2tags.tags.zst`);
  return sizes;
}

const ms = (value) => Math.round(value).toLocaleString("en-US");
const signed = (value) => (value < 0 ? ms(value) : `+${ms(value)}`);
const times = (value) => value.toFixed(2);
const mb = (bytes) => (bytes === null ? "n/a" : (bytes / 1e6).toFixed(0));

function report({ peers, groups, sizes }) {
  const there = Object.entries(peers).map(([name, version]) => `${name}: ${version ?? "not found"}`);
  const tables = groups.map(({ title, baseline, rows, missing }) => {
    const body = rows.map((row) => [
      row.name,
      ms(row.ms),
      times(row.ratio),
      row.goal ?? (row.goalOver === null ? "" : `+${row.goalOver} ms`),
      signed(row.over),
      mb(row.bytes),
      row.ours === undefined ? "" : `${times(row.ours_over_this)} (${row.ours})`,
    ]);
    const head = [title, "ms", `x ${baseline.name}`, "goal", "ms more", "MB", "ours over this"];
    const first = [baseline.name, ms(baseline.ms), "", "", "", mb(baseline.bytes), ""];
    const note = missing.length > 0 ? `not there: ${missing.join(", ")}\n` : "";
    return `${table(head, [first, ...body])}\n${note}`;
  });
  const bytes = Object.entries(sizes).map(([name, n]) => [name, n.toLocaleString("en-US")]);
  const disk = bytes.length > 0 ? [table(["bytes on disk", ""], bytes)] : [];
  return [...there, "", ...tables, ...disk].join("\n");
}
