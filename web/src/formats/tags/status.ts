import { count, si } from "@tagview/charts";
import type { Progress } from "../../app/viewer";
import { some } from "../../ui/numbers";
import { progressOf, type Reading, snapshotOf } from "./reading";
import { budgetSetting } from "./settings";
import type { State } from "./state";

type Begun = Exclude<Reading, { phase: "unread" }>;

/** How far the recording on the page is, or the one beside it, as long as only that one is being read. */
export function progressLine({ current, compared }: State): Progress {
  const own = current?.reading;
  const other = compared?.reading;
  const isOther = other?.phase === "running" && own?.phase !== "running";
  const reading = isOther ? other : own;
  if (!reading || reading.phase === "unread") return { state: "ended", done: null, text: "", held: "" };
  return {
    state: reading.phase === "running" ? "reading" : "ended",
    done: progressOf(reading),
    text: sentence(reading, isOther ? compared?.name : undefined),
    held: heldSentence(reading),
  };
}

/** What does not fit into the memory for tags, and what follows from that. */
function heldSentence(reading: Begun): string {
  const { held, tags } = snapshotOf(reading) ?? {};
  if (!held || held.tags >= (tags ?? 0)) return "";
  return `${count(held.tags)} tags are kept in memory (${budgetSetting.load()} MB); questions decode the others again.`;
}

function sentence(reading: Begun, name: string | undefined): string {
  const { snapshot, began } = reading;
  const read = snapshot?.bytes ?? 0;
  const ended = reading.phase === "running" ? performance.now() : reading.ended;
  const seconds = (ended - began) / 1000;
  const speed = seconds > 0.05 && read > 0 ? si(read / seconds, "B/s") : null;
  const parts: (string | null | undefined)[] = [];
  if (reading.phase === "running") {
    const done = progressOf(reading);
    const left = done !== null && done > 0.01 && seconds > 0.2 ? (seconds / done) * (1 - done) : null;
    parts.push(
      name,
      done === null ? null : `${Math.floor(done * 100)}\u00a0%`,
      speed,
      left === null ? null : `${left < 10 ? left.toFixed(1) : Math.round(left)}\u00a0s left`,
      some(snapshot?.tags ?? 0, "tag"),
    );
  } else {
    const end = { done: "read in", stopped: "stopped after", failed: "failed after" }[reading.phase];
    parts.push(`${end} ${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(0)}\u00a0s`, speed);
  }
  return parts.filter(Boolean).join(" · ");
}
