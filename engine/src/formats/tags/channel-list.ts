/**
 * A list of channels as a file: comma-separated values with the columns `channel`, `name`, `role`, `delay` and `colour`.
 * See docs/channels.md.
 */

import { csvFormatRows, csvParseRows } from "d3-dsv";
import { TagviewError } from "../../errors.ts";
import { parseTime, type Tick } from "../../units.ts";

/** What a channel is for. */
export type ChannelRole = "clock" | "herald" | "signal";

/** Colours that channels may have in charts, in the order in which they get them where none is chosen. */
export const CHANNEL_COLOURS = [
  "blue",
  "vermilion",
  "green",
  "pink",
  "orange",
  "sky",
  "brown",
  "grey",
] as const;

export type ChannelColour = (typeof CHANNEL_COLOURS)[number];

/** What people say of a channel. */
export interface ListedChannel {
  channel: bigint;
  /** Empty where there is none. */
  name: string;
  role: ChannelRole | null;
  /** Ticks by which its tags are late; they are taken off its times. */
  delay: bigint;
  /** Null where charts choose. */
  colour: ChannelColour | null;
}

const ROLES: readonly string[] = ["clock", "herald", "signal"] satisfies ChannelRole[];
const COLUMNS = ["channel", "name", "role", "delay", "colour"] as const;
type Column = (typeof COLUMNS)[number];

/** Characters of a file at most. */
const LONGEST_FILE = 100_000;
/** Characters of a name at most. */
const LONGEST_NAME = 40;

/**
 * The channels of such a file, in its order.
 * @throws TagviewError `usage` with the line that is wrong.
 */
export function parseChannelList(text: string, tick: Tick): ListedChannel[] {
  if (text.length > LONGEST_FILE) {
    throw new TagviewError("usage", "this is too long for a list of channels", "choose another file");
  }
  let columns: Column[] | null = null;
  const channels: ListedChannel[] = [];
  for (const [index, row] of csvParseRows(text.replace(/^\ufeff/u, "")).entries()) {
    const line = index + 1;
    const cells = row.map((cell) => cell.trim());
    if (cells.every((cell) => cell === "") || cells[0]?.startsWith("#")) continue;
    const broken = cells.find((cell) => /\p{Cc}/u.test(cell));
    if (broken !== undefined) {
      throw wrong(line, "a field has a line break or a tab", "close its quotes on the same line");
    }
    if (columns === null) {
      columns = columnsOf(cells, line);
      continue;
    }
    const channel = listed(columns, cells, line, tick);
    refuseTwice(channel, channels, line);
    channels.push(channel);
  }
  if (columns === null) throw wrong(1, "there are no columns", "begin with the line channel,name,role,delay");
  return channels;
}

/** Such a file of these channels, with delays in ticks; with colours where one has one. */
export function formatChannelList(channels: readonly ListedChannel[]): string {
  const rows = channels.map(({ channel, name, role, delay, colour }) => [
    String(channel),
    name,
    role ?? "",
    delay === 0n ? "" : String(delay),
    colour ?? "",
  ]);
  const columns = channels.some(({ colour }) => colour !== null) ? COLUMNS.length : COLUMNS.length - 1;
  return `${csvFormatRows([[...COLUMNS], ...rows].map((row) => row.slice(0, columns)))}\n`;
}

/** The definitions that take the channels' delays off their times. */
export function movesOf(channels: readonly Pick<ListedChannel, "channel" | "delay">[]): string[] {
  return channels
    .filter(({ delay }) => delay !== 0n)
    .map(
      ({ channel, delay }) => `${channel}=${channel}@${delay > 0n ? "-" : "+"}${delay > 0n ? delay : -delay}`,
    );
}

function wrong(line: number, message: string, remedy: string): TagviewError {
  return new TagviewError("usage", `line ${line}: ${message}`, remedy);
}

function columnsOf(cells: readonly string[], line: number): Column[] {
  const columns = cells.map((cell) => {
    const column = COLUMNS.find((one) => one === cell);
    if (column === undefined) {
      throw wrong(line, `"${cell}" is no column`, `name columns of ${COLUMNS.join(", ")}`);
    }
    return column;
  });
  if (new Set(columns).size < columns.length) {
    throw wrong(line, "a column stands here twice", "leave one of them out");
  }
  if (!columns.includes("channel"))
    throw wrong(line, "the column channel is missing", "add the channels' numbers");
  return columns;
}

function listed(
  columns: readonly Column[],
  cells: readonly string[],
  line: number,
  tick: Tick,
): ListedChannel {
  if (cells.length > columns.length) {
    const message = `${cells.length} fields for ${columns.length} columns`;
    throw wrong(line, message, 'put a name with a comma into quotes, as in "a, b"');
  }
  const cell = (column: Column): string => cells[columns.indexOf(column)] ?? "";
  const number = cell("channel");
  if (!/^\d{1,20}$/u.test(number) || BigInt(number) >= 2n ** 64n) {
    throw wrong(line, `"${number}" is not a channel`, "write its number, 0 or greater");
  }
  const name = cell("name");
  if (name.length > LONGEST_NAME) {
    throw wrong(line, `the name has ${name.length} characters`, `write at most ${LONGEST_NAME}`);
  }
  const role = cell("role");
  if (role !== "" && !isRole(role)) {
    throw wrong(line, `"${role}" is no role`, `write one of ${ROLES.join(", ")}, or nothing`);
  }
  const colour = cell("colour");
  if (colour !== "" && !isColour(colour)) {
    throw wrong(line, `"${colour}" is no colour`, `write one of ${CHANNEL_COLOURS.join(", ")}, or nothing`);
  }
  return {
    channel: BigInt(number),
    name,
    role: role === "" ? null : role,
    delay: delayOf(cell("delay"), line, tick),
    colour: colour === "" ? null : colour,
  };
}

function isColour(text: string): text is ChannelColour {
  return CHANNEL_COLOURS.some((one) => one === text);
}

function isRole(text: string): text is ChannelRole {
  return ROLES.includes(text);
}

function delayOf(text: string, line: number, tick: Tick): bigint {
  if (text === "") return 0n;
  try {
    return parseTime(text, tick);
  } catch (thrown) {
    if (!(thrown instanceof TagviewError)) throw thrown;
    throw wrong(line, thrown.message, thrown.remedy);
  }
}

function refuseTwice({ channel, name }: ListedChannel, before: readonly ListedChannel[], line: number): void {
  if (before.some((other) => other.channel === channel)) {
    throw wrong(line, `channel ${channel} stands here a second time`, "leave one of its lines out");
  }
  const same = name === "" ? undefined : before.find((other) => other.name === name);
  if (same)
    throw wrong(line, `"${name}" is the name of channel ${same.channel} already`, "choose another name");
}
