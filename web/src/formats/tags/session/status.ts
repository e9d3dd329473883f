import { count, si } from "@tagview/charts";
import type { Progress } from "../../../app/viewer";
import { bytes, some } from "../../../ui/numbers";
import { damageBegins, soundPart } from "./damage";
import type { Topic, Waiting } from "./live-queries";
import { progressOf, type Reading, snapshotOf, summaryOf } from "./reading";
import { countedResponse } from "./response";
import type { State } from "./state";

type Begun = Exclude<Reading, { phase: "unread" }>;

/** Progress of the displayed recording, or of the compared one if only that is being read. */
export function progressLine({ current, compared }: State): Progress {
  const own = current?.reading;
  const other = compared?.reading;
  const isOther = other?.phase === "running" && own?.phase !== "running";
  const reading = isOther ? other : own;
  if (!reading || reading.phase === "unread") return { state: "ended", done: null, text: "", held: "" };
  const waiting =
    reading.phase === "running" ? null : (current?.queries.waiting() ?? compared?.queries.waiting());
  if (waiting)
    return {
      state: "counting",
      done: waiting.done,
      text: countingSentence(waiting),
      held: heldSentence(reading),
    };
  const response = reading.phase === "running" || !current ? null : countedResponse(current);
  if (response !== null) {
    const text = `counting the response ${response.name}`;
    return { state: "counting", done: null, text, held: heldSentence(reading) };
  }
  return {
    state: reading.phase === "running" ? "reading" : "ended",
    done: progressOf(reading),
    text: sentence(reading, isOther ? compared?.name : undefined),
    held: heldSentence(reading),
  };
}

/** The tags that do not fit into memory, and the consequence. */
function heldSentence(reading: Begun): string {
  const { held, tags } = snapshotOf(reading) ?? {};
  if (!held || held.tags >= (tags ?? 0)) return "";
  return `${count(held.tags)} tags are in memory (${bytes(held.bytes)}); each query decodes the remaining tags again.`;
}

const TOPICS: Record<Topic, string> = {
  correlation: "the correlation",
  delay: "the delay",
  coincidences: "coincidences",
  range: "the range",
  "range pairs": "pairs in the range",
  pairs: "pairs",
  virtual: "virtual channels",
  stability: "the stability",
  image: "the image",
  lifetime: "the lifetime",
  rate: "the rate",
  tags: "single tags",
  ticks: "tags in view",
};

/** `counting coincidences · 45 % · 3.1 s left` */
function countingSentence({ topics, done, began }: Waiting): string {
  const seconds = (performance.now() - began) / 1000;
  const left = done > 0.01 && done < 1 ? secondsLeft((seconds / done) * (1 - done)) : null;
  const what = topics.map((topic) => TOPICS[topic]).join(", ");
  return [`counting ${what}`, `${Math.floor(done * 100)}\u00a0%`, left].filter(Boolean).join(" · ");
}

function secondsLeft(seconds: number): string {
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)}\u00a0s left`;
}

function sentence(reading: Begun, name: string | undefined): string {
  const { snapshot, began } = reading;
  const read = snapshot?.bytes ?? 0;
  const ended = reading.phase === "running" ? performance.now() : reading.ended;
  const seconds = (ended - began) / 1000;
  const speed = seconds > 0.05 && read > 0 ? si(read / seconds, "B/s") : null;
  const parts: (string | null | undefined)[] = [];
  if (reading.phase === "running" && snapshot?.follow) {
    parts.push(name, "following", some(snapshot.tags, "tag"));
  } else if (reading.phase === "running") {
    const done = progressOf(reading);
    const left = done !== null && done > 0.01 && seconds > 0.2 ? (seconds / done) * (1 - done) : null;
    parts.push(
      name,
      done === null ? null : `${Math.floor(done * 100)}\u00a0%`,
      speed,
      left === null ? null : secondsLeft(left),
      some(snapshot?.tags ?? 0, "tag"),
    );
  } else {
    const end = { done: "read in", stopped: "stopped after", failed: "failed after" }[reading.phase];
    parts.push(`${end} ${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(0)}\u00a0s`, speed);
    parts.push(...flaws(reading));
  }
  return parts.filter(Boolean).join(" · ");
}

/** The flaws found in a recording, a few words each; empty if it is sound. */
export function flaws(reading: Begun): string[] {
  const { snapshot } = reading;
  const sound = soundPart(summaryOf(reading));
  const findings = snapshot?.findings.length ?? 0;
  return [
    ...(reading.phase === "done" && snapshot?.complete === false ? ["incomplete"] : []),
    ...(findings > 0 ? [findings === 1 ? "1 finding" : `${count(findings)} findings`] : []),
    ...(sound ? [damageBegins(sound)] : []),
  ];
}
