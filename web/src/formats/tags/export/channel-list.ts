/** Names, roles, delays and colours of channels between the view and a file; loaded when there are some. */

import { asTagviewError, parseTick, TagviewError } from "@tagview/engine";
import {
  formatChannelList,
  type ListedChannel,
  movesOf,
  parseChannelList,
} from "@tagview/engine/channel-list";
import { engine } from "../../../app/engine";
import { notify } from "../../../app/notice";
import { sentence } from "../../../ui/sentence";
import { delayOf, isMove } from "../model/definitions";
import type { View } from "../model/view";
import { get, setView } from "../session/state";

/** Settings of channels in the view, ascending; `channels` are listed even without settings. */
export function listOf({ names, define }: View, channels: Iterable<bigint>): ListedChannel[] {
  const tick = parseTick(get().tickText);
  const delays = new Map(define.flatMap((definition) => delayOf(definition, tick) ?? []));
  const all = [...new Set([...channels, ...names.keys(), ...delays.keys()])].sort((a, b) => (a < b ? -1 : 1));
  return all.map((channel) => {
    const { name = "", role = null, colour = null } = names.get(channel) ?? {};
    return { channel, name, role, delay: delays.get(channel) ?? 0n, colour };
  });
}

/**
 * Applies a channel list to the view: its delays become definitions, before all others.
 * @throws TagviewError if a channel is already defined otherwise, or a delay is too long.
 */
export async function setChannelList(list: readonly ListedChannel[]): Promise<void> {
  const { view, tickText } = get();
  const define = [...movesOf(list), ...view.define.filter((definition) => !isMove(definition))];
  await engine.tags.check({ analyses: [], define, tick: tickText });
  const listed = list.filter(({ name, role, colour }) => name !== "" || role !== null || colour !== null);
  const names = new Map(listed.map(({ channel, name, role, colour }) => [channel, { name, role, colour }]));
  setView({ define, names });
}

/** Applies the settings of a file; errors in it are shown above the page. */
export async function takeList(text: string): Promise<void> {
  try {
    const { current, tickText } = get();
    if (!current)
      throw new TagviewError("usage", "a list of channels belongs to a recording", "open one first");
    await setChannelList(parseChannelList(text, parseTick(tickText)));
  } catch (thrown) {
    notify(sentence(asTagviewError(thrown).toObject()));
  }
}

/** The file that the command line's `--channels` and this page read. */
export function listText(list: readonly ListedChannel[]): string {
  return formatChannelList(
    list.filter(
      ({ name, role, delay, colour }) => name !== "" || role !== null || delay !== 0n || colour !== null,
    ),
  );
}
