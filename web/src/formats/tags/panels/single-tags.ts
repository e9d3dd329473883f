import "./single-tags.css";
import { count } from "@tagview/charts";
import { type Listing, TagviewError } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { h, setAttribute, setText, showText } from "../../../ui/dom";
import { explanation } from "../../../ui/explanation";
import { type Field, field } from "../../../ui/field";
import { derived } from "../../../ui/signals";
import { readTime } from "../model/typed-time";
import { countAgain } from "../session/counting";
import { errorText } from "../session/error-text";
import { askLater } from "../session/later-queries";
import { lengthOf } from "../session/reading";
import type { Recording } from "../session/recording";
import { refusalOf, wholeOf } from "../session/results";
import { isPending, scopeLabel } from "../session/scope-label";
import { get, type State, setView } from "../session/state";
import { boxed, boxOf } from "../session/time";
import { entriesOf } from "./figure-parts";
import { SingleTagsTable } from "./single-tags-table";

/** Maximum number of tags in the table, and the number of them before the requested time. */
const MOST = 10_000n;
const EARLIER = 2000n;

/** The tags of the recording, or of the chosen range, one by one. */
export function singleTagsBody(isOpen: () => boolean): Panel<State> {
  const table = new SingleTagsTable();
  const goTo = goToField();
  const total = h("output", { class: "faint" });
  const chip = h("span", { class: "chip", hidden: true });
  /** Lists the tags around one at an end of the table. */
  const goOn = (end: 0 | -1): void => {
    const time = table.listing?.times.at(end);
    if (time !== undefined) setView({ at: time - table.origin });
  };
  const earlier = button("Earlier", "List the tags before these", () => goOn(0));
  const later = button("Later", "List the tags after these", () => goOn(-1));
  const again = button("Count again", "List what was stopped", countAgain);
  const refused = h("p", { class: "refused", role: "alert", hidden: true });
  const explained = explanation("Single tags", entriesOf("tags"));
  const root = h(
    "div",
    { class: "single-tags-body" },
    h("div", { class: "panel-fields" }, goTo.root, earlier, later, total, chip, again, explained),
    refused,
    table.root,
  );

  askLater((recording, state) => (isOpen() ? query(recording, state) : null));
  /** Inputs of the last listing: after a change, the table is scrolled to its beginning. */
  let last: unknown[] = [];
  function list(data: Listing | null, { current, view }: State): void {
    const now = [current, view.at, data?.times[0], data?.skipped];
    const isOther = now.some((part, k) => part !== last[k]);
    last = now;
    if (data === null) table.clear();
    else if (!isOther) table.redraw(data);
    else {
      table.show(data, view.at === null ? null : table.origin + view.at);
      if (root.contains(document.activeElement)) table.bringIntoSight();
    }
  }
  const dataNow = (): Listing | null =>
    (get().current?.queries.answer("tags")?.analyses?.listing as Listing | undefined) ?? null;
  /** The rows, without the part of the recording that they cover: a focused row remains. */
  const listed = derived(() => {
    table.origin = wholeOf(get().current, "summary")?.first ?? 0n;
    list(dataNow(), get());
  });
  return {
    root,
    render: (state) => {
      const { current, view } = state;
      goTo.render(view.at === null ? "" : boxed(view.at, "s"), "0 s");
      const refusal = refusalOf(current, "tags");
      showText(refused, refusal && errorText(refusal));
      const data = dataNow();
      const label = data ? scopeLabel(state, "tags") : null;
      setAttribute(root, "aria-busy", String(current !== null && isPending(state, "tags")));
      again.hidden = current?.queries.stopped("tags") !== true;
      showText(chip, label);
      const awaited =
        current && query(current, state) === null ? "Every channel is switched off." : "Counting …";
      setText(total, data ? tally(data, view.range !== null) : refusal ? "" : awaited);
      earlier.hidden = later.hidden = data === null || data.times.length === data.tags;
      earlier.disabled = data?.skipped === 0;
      later.disabled = data !== null && data.skipped + data.times.length === data.tags;
      listed();
    },
  };
}

function button(text: string, title: string, act: () => void): HTMLButtonElement {
  return h("button", { class: "small", title, onclick: act }, text);
}

function goToField(): Field {
  return field({
    label: "go to",
    name: "Go to time",
    title: "Time after the first tag, such as 0.5 s or 64 ticks; empty for the beginning",
    size: 12,
    apply: (text, shown) => {
      if (text === "") {
        setView({ at: null });
        return null;
      }
      const { value, rounded } = readTime(text, boxOf(shown));
      checkPlace(value);
      setView({ at: value });
      return rounded;
    },
  });
}

/** The query; null if there is nothing to list. */
function query(recording: Recording, { view, tickText }: State) {
  const summary = wholeOf(recording, "summary");
  if (summary?.first == null) return null;
  const { at, range, hidden, define } = view;
  const shown = summary.channels.map(({ channel }) => channel).filter((channel) => !hidden.has(channel));
  if (shown.length === 0) return null;
  const channels = hidden.size > 0 ? { channels: shown } : {};
  const around = at === null ? {} : { from: summary.first + at, earlier: EARLIER };
  return {
    topic: "tags" as const,
    request: {
      analyses: [
        { name: "listing" as const, id: "listing", most: at === null ? MOST : MOST - EARLIER, ...around },
      ],
      ...(range || hidden.size > 0 ? { selection: { ...range, ...channels } } : {}),
      ...(define.length > 0 ? { define: [...define], tick: tickText } : {}),
    },
  };
}

/** "first 10,000 of 1,234,567 tags in the range": which of them are listed. */
function tally({ tags, skipped, times }: Listing, inRange: boolean): string {
  const all = `${count(tags)} ${tags === 1 ? "tag" : "tags"}${inRange ? " in the range" : ""}`;
  if (times.length === tags) return all;
  if (skipped === 0) return `first ${count(times.length)} of ${all}`;
  return `${count(skipped + 1)} to ${count(skipped + times.length)} of ${all}`;
}

/**
 * @throws TagviewError if a time is outside the recording.
 */
function checkPlace(at: bigint): void {
  const length = lengthOf(wholeOf(get().current, "summary"));
  if (at < 0n) throw new TagviewError("usage", "the recording begins after this time", "write 0 or more");
  if (length !== null && at > length)
    throw new TagviewError(
      "usage",
      "the recording ends before this time",
      `write ${count(length)} ticks or less`,
    );
}
