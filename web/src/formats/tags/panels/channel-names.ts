import "./channel-names.css";
import { COLOUR_NAMES } from "@tagview/charts";
import { asTagviewError, parseTick } from "@tagview/engine";
import type { ListedChannel } from "@tagview/engine/channel-list";
import type { Panel } from "../../../app/panel";
import { h, replaceKeepingFocus, showText } from "../../../ui/dom";
import { filePicker } from "../../../ui/file-picker";
import { saveText } from "../../../ui/save";
import { sentence } from "../../../ui/sentence";
import { derived, drawing } from "../../../ui/signals";
import { listOf, listText, setChannelList, takeList } from "../export/channel-list";
import { readTime, type Typed } from "../model/typed-time";
import { LONGEST_CHANNEL_NAME, ROLES } from "../model/view";
import { channelsNow } from "../session/results";
import { get, type State } from "../session/state";

/** Names, roles, delays and colours of channels, one row each, and buttons to load and save them. */
export function channelNamesBody(): Panel<State> {
  const note = h("p", { class: "faint", id: "channel-names-note", role: "alert", hidden: true });
  const body = h("tbody");
  const file = filePicker(
    { accept: ".csv,text/csv", hidden: true },
    ([list]) => void list?.text().then(takeList),
  );
  let list: ListedChannel[] = [];

  /** The previous changes: each change applies to the result of the previous one. */
  let before: Promise<void> = Promise.resolve();

  function change(channel: bigint, changed: Changed): void {
    before = before.then(() => make(channel, changed));
  }

  /** Reports a change of one channel; an invalid one is an error, and the boxes keep it. */
  async function make(channel: bigint, changed: Changed): Promise<void> {
    try {
      const { rounded = null, ...next } = changed();
      const channels = list.map((one) => one.channel);
      await setChannelList(
        listOf(get().view, channels).map((one) => (one.channel === channel ? { ...one, ...next } : one)),
      );
      showText(note, rounded);
    } catch (thrown) {
      showText(note, sentence(asTagviewError(thrown).toObject()));
    }
  }

  const save = () => {
    const { current } = get();
    if (current) saveText(listText(list), `${current.name}.channels.csv`, "text/csv");
  };
  const titles = ["channel", "name", "role", "delay", "colour"].map((title) =>
    h("th", { scope: "col" }, title),
  );
  const channels = derived(
    () => channelsNow(get()),
    (a, b) => a.join() === b.join(),
  );
  const drawn = drawing(() => {
    list = listOf(get().view, channels());
    replaceKeepingFocus(body, ...list.map((channel) => row(channel, note.id, change)));
  });
  return {
    root: h(
      "div",
      { class: "channel-names-body" },
      h("table", {}, h("thead", {}, h("tr", {}, ...titles)), body),
      note,
      h(
        "div",
        { class: "names-tools" },
        h("button", { class: "small", onclick: () => file.click() }, "Open a list"),
        h("button", { class: "small", onclick: save }, "Save the list"),
        file,
      ),
    ),
    render: () => drawn(),
  };
}

/** The changed settings of a channel, and the value in use if it differs from the typed one. */
type Changed = () => Partial<ListedChannel> & { rounded?: string | null };

/** Changes one channel; `changed` throws if the typed value is invalid. */
type Change = (channel: bigint, changed: Changed) => void;

/** The row of a channel; `note` is the id of the element with the error. */
function row(
  { channel, name, role, delay, colour }: ListedChannel,
  note: string,
  change: Change,
): HTMLElement {
  const nameBox = h("input", {
    type: "text",
    maxlength: LONGEST_CHANNEL_NAME,
    autocomplete: "off",
    value: name,
    "aria-label": `Name of channel ${channel}`,
    onchange: () => change(channel, () => ({ name: nameBox.value.trim() })),
  });
  const roleBox = choice(`Role of channel ${channel}`, ROLES, role, (chosen) =>
    change(channel, () => ({ role: chosen })),
  );
  const delayBox = h("input", {
    type: "text",
    autocomplete: "off",
    value: delay === 0n ? "" : String(delay),
    placeholder: "0",
    title: "Delay of the channel, in ticks or as 4 ns; it is subtracted from its times",
    "aria-label": `Channel ${channel} is late by`,
    "aria-describedby": note,
    onchange: () =>
      change(channel, () => {
        const { value, rounded } = typedDelay(delayBox.value);
        // The box has the delay in force.
        delayBox.value = value === 0n ? "" : String(value);
        return { delay: value, rounded };
      }),
  });
  const colourBox = choice(`Colour of channel ${channel}`, COLOUR_NAMES, colour, (chosen) =>
    change(channel, () => ({ colour: chosen })),
  );
  const cells = [nameBox, roleBox, delayBox, colourBox].map((box) => h("td", {}, box));
  return h("tr", {}, h("th", { scope: "row" }, String(channel)), ...cells);
}

/** A box with several words, or none of them. */
function choice<W extends string>(
  label: string,
  words: readonly W[],
  now: W | null,
  choose: (word: W | null) => void,
): HTMLElement {
  const box = h(
    "select",
    { "aria-label": label, onchange: () => choose(words.find((one) => one === box.value) ?? null) },
    ...["", ...words].map((one) => h("option", { value: one, selected: one === (now ?? "") }, one)),
  );
  return box;
}

function typedDelay(text: string): Typed<bigint> {
  if (text.trim() === "") return { value: 0n, rounded: null };
  return readTime(text, { shown: "0", tick: parseTick(get().tickText) });
}
