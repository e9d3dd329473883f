/** The calls of commands whose `--json` is compared with its schema: together they print every alternative. */

import { id, idText } from "./icechunk";
import { oddFolders } from "./icechunk-odd";
import { oddBlocks } from "./odd-blocks";
import { HEADERS, SERIES, SERIES_V2, V1, V2 } from "./offset-headers";

const OUT = ["--force", "-o", "out.tags.zst"];
const RECORDINGS = [
  ...["sound", "steady", "cut", "flipped", "disorder", "broken", "none", "one"].map(
    (name) => `${name}.tags.zst`,
  ),
  ...["letter", "nothing", "nowhere"],
];
/** Peaks 40 ticks apart: with many and few pairs in the middle, and with a period longer than the range. */
const PULSED = ["40", "1000"].map((period) => [
  ...["--a", "3", "--b", "15", "--range", "-100..100", "--bin", "1", "--period", period],
  ...["bright.tags.zst", "dim.tags.zst"],
]);
const BLOCKS = ["block.index", "block.index-header", "cut.index-header", "letter", "nothing", "nowhere"];

/** Headers that state everything, little, and no resolution. */
const PTUS = ["full.ptu", "little.ptu", "no-markers.ptu", "no-resolution.ptu"];

/** Folders of Icechunk files. */
export const ICECHUNK = oddFolders();

/** Every call whose lines are checked, by its command. */
export const CALLS: Record<string, string[][]> = {
  stats: [
    RECORDINGS,
    ["told.tags.zst", "columns.txt", ...PTUS],
    ["--channels", "list.csv", "sound.tags.zst"],
    ["--dead-time", "50ns", "--dead-time", "3=1s", "steady.tags.zst"],
  ],
  rate: [RECORDINGS, ["--bin", "1ms", ...RECORDINGS]],
  gaps: [
    [...RECORDINGS, "clock.tags.zst"],
    ["--log", "3", ...RECORDINGS, "clock.tags.zst"],
  ],
  g2: [
    ["--a", "3", "--b", "15", ...RECORDINGS],
    ["--a", "3", "--b", "15", "--log", "3", ...RECORDINGS],
    ["--a", "3", "--b", "15", "--fit", "two-level", ...RECORDINGS, "bright.tags.zst"],
    ["--a", "3", "--b", "15", "--fit", "two-level", "dip.tags.zst"],
    ["--a", "3", "--b", "15", "--fit", "diffusion", "thermal.tags.zst"],
    ["--a", "3", "--b", "15", "--log", "9", "--fit", "gaussian", "steady.tags.zst"],
    ["--a", "3", "--b", "15", "--blocks", "8", "steady.tags.zst"],
    ["--a", "3", "--b", "15", "--log", "9", "--blocks", "8", "steady.tags.zst"],
    ["--a", "3", "--b", "3", "--log", "9", "--fit", "gaussian", "steady.tags.zst"],
    [
      ...["--a", "3", "--b", "15", "--log", "5", "--range", "20ns..50us"],
      ...["--fit", "exponential", "--blocks", "4", "thermal.tags.zst"],
    ],
    ...PULSED,
  ],
  coincidences: [
    ["--window", "5", "--delay", "15=3", ...RECORDINGS],
    ["--window", "5", "--pattern", "3,15,16", ...RECORDINGS],
    ["--window", "5", "--delay", "15=3", "--by", "file", ...RECORDINGS],
    ["--window", "5", "--pattern", "3,15,16", "--by", "file", ...RECORDINGS],
    ["--window", "5", "--pattern", "3,15", "--by", "1us", "sound.tags.zst"],
    ["--window", "5", "--pattern", "3,15", "--by", "10us", "gap.tags.zst"],
    ["--window", "5", "--period", "40", "--accidentals", "rates", ...RECORDINGS, "bright.tags.zst"],
    ["--window", "5", "--pattern", "3,15", "--period", "40", "--by", "file", "bright.tags.zst"],
    ["--window", "0", "--pattern", "3,15", "--by", "file", "short.tags.zst"],
  ],
  delay: [
    ["--a", "3", "--b", "15", ...RECORDINGS],
    ...PULSED,
    // The dip of a single emitter, and of dead times, shared and of single channels, whose depth is null.
    ["--a", "3", "--b", "15", "single.tags.zst"],
    ["--a", "3", "--b", "15", "--range", "-5000..5000", "router.tags.zst"],
    ...["3", "15"].map((channel) => ["--a", channel, "--b", channel, "steady.tags.zst"]),
    ["--a", "3", "--b", "15", "--by", "file", ...RECORDINGS],
    ["--a", "3", "--b", "15", "--by", "200ms", "steady.tags.zst"],
    // Delays on no straight line.
    ["--a", "3", "--b", "15", "--by", "50000", "--range", "-200..200", "--bin", "1", "jump.tags.zst"],
  ],
  pairs: [
    RECORDINGS,
    ["single.tags.zst"],
    ["--range", "-5000..5000", "router.tags.zst"],
    ["--range", "-100..100", "--bin", "1", "--period", "40", "bright.tags.zst"],
    ["--range", "-10..10", "--period", "40", "bright.tags.zst"],
  ],
  heralded: [["--herald", "3", "--a", "15", "--b", "16", "--window", "9", "--delay", "3=1", ...RECORDINGS]],
  bursts: [["--donor", "3", "--acceptor", "15", "--within", "9us", "--least", "3", ...RECORDINGS]],
  settings: [
    ["--a", "3", "--b", "15", "--window", "9", "--by", "100ms", "steady.tags.zst"],
    [
      "--a",
      "3",
      "--b",
      "15",
      "--window",
      "9",
      "sound.tags.zst",
      "disorder.tags.zst",
      "sound.tags.zst",
      "cut.tags.zst",
    ],
    ["--a", "3", "--b", "15", "--window", "9", "none.tags.zst", "none.tags.zst", "none.tags.zst", "nowhere"],
    [
      ...["--a", "3", "--b", "15", "--window", "5", "--period", "40", "--accidentals", "rates"],
      ...Array(16).fill("bright.tags.zst"),
    ],
  ],
  hom: [
    ["--a", "3", "--b", "15", "--window", "9", "sound.tags.zst", "disorder.tags.zst"],
    ["--a", "3", "--b", "15", "--window", "9", "--by", "9", "scan.tags.zst"],
    // All tags are in pairs: the singles follow the fringe, too, and the time does not.
    ...["singles", "time"].map((exposure) => [
      ...["--a", "3", "--b", "15", "--window", "9", "--by", "9", "--shape", "fringe"],
      ...["--exposure", exposure, "scan.tags.zst"],
    ]),
  ],
  lifetime: [
    ["--sync", "7", "--channel", "3", "--response", "response.tags.zst", "pulsed.tags.zst"],
    ["--sync", "7", "--channel", "3", "--decays", "2", "pulsed.tags.zst"],
    ["--sync", "7", "--channel", "3", "--pile-up", "pulsed.tags.zst"],
    ["--sync", "3", "--channel", "15", ...RECORDINGS],
    ["--period", "12.5ns", "--channel", "15", ...RECORDINGS],
  ],
  image: [
    ["lines.ptu"],
    ["--channel", "1", "--sine", "80", "lines.ptu"],
    ["--size", "2x2", "--markers", "1,-,-", "no-resolution.ptu"],
    ["--size", "2x2", "--markers", "1,-,-", "broken.tags.zst"],
    ["--size", "2x2", "--markers", "1,2,3", "nowhere"],
  ],
  stability: [["sparse.tags.zst"], RECORDINGS, ["--bin", "1ms", ...RECORDINGS]],
  cat: [RECORDINGS, ["--channel", "3", "--from", "1us", "sound.tags.zst"]],
  pack: ["lines.txt", "letter", "nowhere"].map((name) => [...OUT, name]),
  convert: ["columns.txt", "told.tags.zst", "cut.tags.zst", "nowhere"].map((name) => [...OUT, name]),
  slice: RECORDINGS.map((name) => [...OUT, name]),
  merge: RECORDINGS.map((name) => [...OUT, "--offset", "2=5", "sound.tags.zst", name]),
  export: RECORDINGS.map((name) => ["-o", "out.parquet", "--force", "--channels", "list.csv", name]),
  verify: [RECORDINGS],
  header: [["told.tags.zst", "letter", "nowhere", ...PTUS]],
  repair: [...RECORDINGS.map((name) => [...OUT, name]), ["--keep-doubtful", ...OUT, "broken-off.tags.zst"]],
  index: [[...OUT, "bare.tags.zst"], ...RECORDINGS.map((name) => [...OUT, name])],
  partial: [...RECORDINGS, "nowhere"].map((name) => ["stats", name, ...OUT]),
  simulate: [
    [...OUT, "--duration", "1ms"],
    ["--duration", "1ms", "-o", "nowhere/out.tags.zst"],
  ],
  histogram: [
    ["full.phd", "wrong.phd", "bins.txt", "letter", "nothing", "nowhere"],
    ["--lifetime", "full.phd"],
  ],
  compare: [["sound.tags.zst", "cut.tags.zst", "none.tags.zst", "letter", "nowhere", "references"]],
  offsets: [
    ...HEADERS.map((header) => [header]),
    ["--decode", "text", V1],
    ["--lookup", "1", "v1=0:5, 1:7"],
    ["v1=0:5,1:7", "--diff", "v1=0:5,1:6"],
    ...[V1, V2, `${V1},0:6`, "v1=0:5,x:y", ""].flatMap((header) => [
      ["--sizes", header],
      ["--lookup", "0", header],
      ["--lookup", "7", "--compartment", "3", header],
      ["--encode", "text", header],
    ]),
    ["--diff", "v1=0:9,7:1", V1],
    ["--diff", "v1=0:9,7:1", "v1=0:5,x:y"],
    ["--diff", "v1=0:9", ""],
    ["--diff", V2, "v2=0/7:4,3/7:5;9,4/7:1,5/1:1;2"],
    ["--diff", "v2=4/7:1,5/1:1;2", V2],
    ...[[], ["--every", "15s"], ["--diff", "v1=0:9,1:9,3:9,5:9"], ["--diff", "v2=0/7:9,3/7:9;9"]].flatMap(
      (options) =>
        [SERIES, SERIES_V2, V1, ...[SERIES, SERIES_V2].map((headers) => headers.replace(/^\S+ /gmu, ""))].map(
          (headers) => ["--over-time", ...options, headers],
        ),
    ),
  ],
  "index-header": [
    ["pods.index", "bytes.index", "disturbed.index"],
    ["--verify", "pods.index", "disturbed.index", "wrong-lists"],
    ["--drop", "pod", "--drop", "none", "--metric", "up", "pods.index", "disturbed.index"],
    ["--drop", "\\xfe", "--metric", "\\xff", "bytes.index"],
    ["--pairs", "pods.index", "bytes.index"],
    ["--label", "pod", "--by", "series", "--top", "3", "pods.index"],
    ["pods.index", "--diff", "bytes.index"],
    ...["__name__", "\\xfe"].map((name) => ["--label", name, "bytes.index", "--diff", "more.index"]),
    ["--hash", ...BLOCKS, "bytes.index-header", "empty-label"],
    ["--sparse", "-o", "sparse-index-header", "block.index-header"],
    ["--from-index", "-o", "made.index-header", "block.index"],
    ["--from-index", "-o", "none.index-header", "letter"],
    [...BLOCKS, "sparse-index-header"],
    ...BLOCKS.map((name) => ["--symbols", name]),
    ...["job", "\u00b5", "bin", "nowhere"].map((name) => ["--label", name, "block.index-header"]),
    ...["job=api", "job=none"].map((value) => ["--lookup", value, "block.index-header"]),
    ["--label", "\\xfe", "bytes.index-header"],
    ["--lookup", "\\xfe=\\xff", "bytes.index-header"],
    ["--label", "\\xfe", "bytes.index-header", "--diff", "later.index-header"],
    ...["job", "bin"].flatMap((name) => [
      ["--label", name, "block.index-header", "--diff", "later.index-header"],
      ["--label", name, "later.index-header", "--diff", "block.index-header"],
    ]),
    ["block.index-header", "--diff", "later.index-header"],
    ["block.index-header", "--diff", "bytes.index-header"],
    ["later.index-header", "--diff", "cut.index-header"],
    ["sparse-index-header", "--diff", "later.index-header"],
    ["later.index-header", "--diff", "sparse-index-header"],
  ],
  block: [[], ["--verify"]].map((options) => [...options, "nowhere", ...Object.keys(oddBlocks())]),
  icechunk: [
    [...Object.keys(ICECHUNK), "nowhere"],
    ["--check", "--hash", ...Object.keys(ICECHUNK)],
    Object.entries(ICECHUNK).flatMap(([name, files]) =>
      Object.keys(files).flatMap((path) => (/^(chunks|refs)|yaml$/.test(path) ? [] : [`${name}/${path}`])),
    ),
    ...["stored", "one"].flatMap((name) => {
      const array = ["--array", name === "one" ? "/old" : "/temperature", name];
      return [array, ["--chunks", ...array]];
    }),
    ["--chunks", `stored/transactions/${idText(id(2))}`],
    ["changed", "--diff", "v1", "main"],
    ["broken", "--diff", "v1", "main"],
  ],
  // It does not end: tests/cli/serve.test.ts reads what it prints.
  serve: [],
};
