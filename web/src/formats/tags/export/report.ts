/** A report of the displayed panels: charts, numbers and command lines on one page. Loaded with the first save. */

import { channelName, count } from "@tagview/charts";
import { type ReportSection, reportPage, SEE } from "@tagview/charts/report";
import type { Coincidence, Hint, SummaryChannel } from "@tagview/engine";
import { engine } from "../../../app/engine";
import { announce } from "../../../ui/announce";
import type { Exportable } from "../../../ui/exported";
import { bytes } from "../../../ui/numbers";
import { saveText } from "../../../ui/save";
import { sentence } from "../../../ui/sentence";
import { namesIn } from "../model/names";
import { correlationHints } from "../panels/correlation-text";
import { hintText } from "../panels/hints";
import { assumedTick } from "../session/own-tick";
import { patternTexts } from "../session/pattern-texts";
import { errorOf, snapshotOf } from "../session/reading";
import { type Recording, syncOf, syncRateOf } from "../session/recording";
import { coincidenceOf, wholeAnswer, wholeOf } from "../session/results";
import { readCaption, readPart } from "../session/scope-label";
import { shownIn } from "../session/shown";
import { get, type State } from "../session/state";
import { verdictOf } from "../session/verdict";
import type { PanelId } from "./panel-id";
import { figures } from "./panels";
import { recordingFileName } from "./subject";

/** Titles of sections in order, each with advice on how to read it. */
const SECTIONS: readonly [panel: PanelId, title: string, see: string][] = [
  ["rate", "Rate over time", SEE.rate],
  ["gaps", "Gaps between tags of one channel", SEE.gaps],
  ["stability", "Stability of the rates", SEE.stability],
  ["matrix", "Pairs of channels", SEE.pairs],
  ["g2", "Correlation", SEE.g2],
  ["coincidences", "Coincidences", SEE.coincidences],
  ["lifetime", "Lifetime", SEE.lifetime],
];

/** Largest file whose hash is computed: the browser takes all of its bytes at once. */
const MOST_HASHED = 512 * 2 ** 20;

/** Saves the report, and announces that. */
export async function saveReport(): Promise<void> {
  const state = get();
  const { current } = state;
  if (!current) return;
  const name = `${recordingFileName(state)}-report.html`;
  saveText(await pageOf(current, state), name, "text/html");
  announce(`Saved as ${name}.`);
}

/** The page; panels without a counted chart are omitted and listed. */
async function pageOf(current: Recording, state: State): Promise<string> {
  // Everything is taken from the page before the first wait, because the page changes meanwhile.
  const drawn = SECTIONS.map((section) => {
    const [id] = section;
    const figure = figures.get(id);
    const numbers = id === "coincidences" ? coincidenceLines(coincidenceOf(current), state) : [];
    const lines = [...numbers, ...hintsOf(id, state).map((hint) => `hint: ${hintText(hint)}`)];
    return { section, lines, state: figure?.state(), chart: figure?.exportable() ?? null };
  });
  const verdict = verdictOf(current) ?? { isSound: false, message: "Check this: no tags were counted." };
  const table = channels(state);
  const facts = provenance(current, state);
  const missing = drawn.flatMap(({ section: [, title], state }) => (state === "counting" ? [title] : []));
  const sections: ReportSection[] = [];
  for (const { section, lines, chart } of drawn)
    if (chart !== null) sections.push(await sectionOf(section, chart, lines));
  return reportPage({
    title: `Report on ${current.name}`,
    verdict,
    provenance: [
      ...(await facts),
      ...(missing.length > 0 ? [["not counted yet", missing.join(", ")] as [string, string]] : []),
    ],
    sections: [table, ...sections],
  });
}

function hintsOf(panel: PanelId, state: State): Hint[] {
  if (panel === "g2") return correlationHints(state);
  const results = Object.values(shownIn(panel, state)?.current.results ?? {}) as ({
    hints?: Hint[];
  } | null)[];
  return results.flatMap((result) => result?.hints ?? []);
}

async function sectionOf(
  [, title, see]: (typeof SECTIONS)[number],
  { chart, headline, exported }: Exportable,
  more: readonly string[],
): Promise<ReportSection> {
  const { caption, copies } = await exported();
  const lines = [
    ...(headline === "" ? [] : [headline, ""]),
    ...caption.map(([name, value]) => `${name.padEnd(18)}${value}`),
    ...more,
  ];
  return {
    title,
    see,
    line: copies.get("command line")?.() ?? "",
    text: lines.join("\n"),
    notes: [],
    chart: new XMLSerializer().serializeToString(chart),
  };
}

/** The numbers of each pattern, rounded to their errors as on the page. */
function coincidenceLines(data: Coincidence | null, { current, view }: State): string[] {
  const names = namesIn(view);
  return (data?.patterns ?? []).flatMap((pattern) => {
    const texts = patternTexts(pattern, data, current);
    const called = pattern.channels.map((channel) => channelName(channel, { names })).join(" + ");
    const lines: [name: string, value: string][] = [
      ["pattern", [called, texts.note].filter(Boolean).join(", ")],
      ["coincidences", texts.counts],
      ["accidentals, measured", texts.accidentalsMeasured],
      ["accidentals, rates", texts.accidentalsRates],
      ["CAR", texts.car],
      ...texts.efficiencies.map(([channel, text]): [string, string] => [`efficiency of ${channel}`, text]),
    ];
    return ["", ...lines.map(([name, value]) => `${name.padEnd(24)}${value}`)];
  });
}

/** Tags and rates of each channel. */
function channels({ current, tick, view }: State): ReportSection {
  const answer = wholeAnswer(current, "summary");
  const summary = wholeOf(current, "summary");
  const part = current && readPart(answer, current, readCaption);
  const error = current === null ? null : errorOf(current.reading);
  const span = Number(summary?.span ?? 0n) * tick;
  const sync = syncOf(current);
  const stated = syncRateOf(current);
  const rateOf = ({ channel, tags }: SummaryChannel): number | null =>
    (channel === sync ? stated : null) ?? (span > 0 ? tags / span : null);
  const labelOf = (channel: bigint): string => {
    const { name = "" } = view.names.get(channel) ?? {};
    const header = channel === sync && stated !== null ? "  (in the header)" : "";
    return `${header}${name && `  ${name}`}`;
  };
  const rows = (summary?.channels ?? []).map(
    (one) =>
      `${String(one.channel).padStart(8)}${count(one.tags).padStart(16)}${(rateOf(one)?.toFixed(1) ?? "–").padStart(16)}${labelOf(one.channel)}`,
  );
  return {
    title: "Channels",
    see: SEE.channels,
    line: "",
    text: [
      ...(part === null ? [] : [`counted: ${part}`, ""]),
      `${"channel".padStart(8)}${"tags".padStart(16)}${"rate (Hz)".padStart(16)}`,
      ...rows,
    ].join("\n"),
    notes: error === null ? [] : [sentence(error)],
    chart: null,
  };
}

async function provenance(current: Recording, { tickText }: State): Promise<[string, string][]> {
  const size = snapshotOf(current.reading)?.total ?? current.size;
  // The address of `tagview serve` has the secret that opens it.
  const view = location.protocol === "https:" ? location.href : location.hash;
  const { version } = await engine.version();
  return [
    ["file", current.name],
    ["size", size === null ? "unknown" : `${bytes(size)} (${count(size)} bytes)`],
    ["SHA-256", await sha256(current)],
    ["tick", assumedTick(current, tickText) ?? tickText],
    [
      "made by",
      `tagview ${version}, in a browser, on ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
    ],
    ["view", view],
  ];
}

async function sha256({ source }: Recording): Promise<string> {
  if (source.kind !== "blob") return "not computed: the recording is not a file of this computer";
  if (source.blob.size > MOST_HASHED) return `not computed: the file is larger than ${bytes(MOST_HASHED)}`;
  // Only pages from https, localhost or a disk have it.
  if (globalThis.crypto?.subtle === undefined) return "not computed: this address is not secure";
  const hash = await crypto.subtle.digest("SHA-256", await source.blob.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
