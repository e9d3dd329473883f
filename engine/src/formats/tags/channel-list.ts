/**
 * A list of channels as a file: comma-separated values with the columns `channel`, `name`, `role`, `delay` and `colour`, or
 * JSON with these as keys. See docs/channels.md.
 */

import { csvFormatRows, csvParseRows } from "d3-dsv";
import { TagviewError } from "../../errors.ts";
import { parseTime, type Tick } from "../../units.ts";

/** Role of a channel. */
export type ChannelRole = "clock" | "herald" | "signal";

/** Colours of channels in charts, in their default order. */
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

/** User settings of a channel. */
export interface ListedChannel {
  channel: bigint;
  /** Empty without a name. */
  name: string;
  role: ChannelRole | null;
  /** Ticks by which its tags are late; subtracted from its times. */
  delay: bigint;
  /** Null if charts choose. */
  colour: ChannelColour | null;
}

/** Roles of channels. */
export const CHANNEL_ROLES = ["clock", "herald", "signal"] as const satisfies ChannelRole[];
const COLUMNS = ["channel", "name", "role", "delay", "colour"] as const;
type Column = (typeof COLUMNS)[number];

/** Maximum characters of a file. */
const LONGEST_FILE = 100_000;
/** Maximum characters of a name. */
export const MAX_NAME_LENGTH = 40;

/**
 * Parses the channels of such a file, in its order.
 * @throws TagviewError `usage` with the wrong line.
 */
export function parseChannelList(text: string, tick: Tick): ListedChannel[] {
  if (text.length > LONGEST_FILE) {
    throw new TagviewError("usage", "this is too long for a list of channels", "choose another file");
  }
  const bare = text.replace(/^\ufeff/u, "");
  return /^\s*[[{]/u.test(bare) ? parseJson(bare, tick) : parseCsv(bare, tick);
}

function parseCsv(text: string, tick: Tick): ListedChannel[] {
  let columns: Column[] | null = null;
  const channels: ListedChannel[] = [];
  for (const [index, row] of csvParseRows(text).entries()) {
    const place = `line ${index + 1}`;
    const cells = row.map((cell) => cell.trim());
    if (cells.every((cell) => cell === "") || cells[0]?.startsWith("#")) continue;
    const broken = cells.find((cell) => /\p{Cc}/u.test(cell));
    if (broken !== undefined) {
      throw wrong(place, "a field has a line break or a tab", "close its quotes on the same line");
    }
    if (columns === null) {
      columns = columnsOf(cells, place);
      continue;
    }
    const channel = listed(columns, cells, place, tick);
    refuseTwice(channel, channels, place);
    channels.push(channel);
  }
  if (columns === null)
    throw wrong("line 1", "there are no columns", "begin with the line channel,name,role,delay");
  return channels;
}

/** Parses an object by channel, `{"3": {"name": "pump", "delay": "1.5ns"}}`, or a list of objects with `channel`. */
function parseJson(text: string, tick: Tick): ListedChannel[] {
  const content = readJson(text);
  const entries = Array.isArray(content)
    ? content.map((entry: unknown, k): [string, unknown] => [`entry ${k + 1}`, entry])
    : Object.entries(content as object).map(([channel, entry]): [string, unknown] => [
        `channel ${channel}`,
        isObject(entry) ? { channel, ...entry } : entry,
      ]);
  const channels: ListedChannel[] = [];
  for (const [place, entry] of entries) {
    if (!isObject(entry))
      throw wrong(place, "this is not an object", 'write {"name": "pump", "delay": "1.5ns"}');
    const values = Object.entries(entry).filter(([, value]) => value !== null);
    const columns = columnsOf(
      values.map(([key]) => key),
      place,
    );
    const cells = values.map(([key, value]) => cellOf(key, value, place));
    const channel = listed(columns, cells, place, tick);
    refuseTwice(channel, channels, place);
    channels.push(channel);
  }
  return channels;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new TagviewError("usage", `this is not JSON: ${reason}`, "check it with an editor for JSON");
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Converts a value to a field of the other kind of file. */
function cellOf(key: string, value: unknown, place: string): string {
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== "string") throw wrong(place, `${key} is not a string`, "write it in quotes");
  if (/\p{Cc}/u.test(value)) throw wrong(place, `${key} has a control character`, "write it in one line");
  return value.trim();
}

/** Writes these channels as a file, with delays in ticks; with colours if any channel has one. */
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

/** Definitions that subtract the channels' delays from their times. */
export function movesOf(channels: readonly Pick<ListedChannel, "channel" | "delay">[]): string[] {
  return channels
    .filter(({ delay }) => delay !== 0n)
    .map(
      ({ channel, delay }) => `${channel}=${channel}@${delay > 0n ? "-" : "+"}${delay > 0n ? delay : -delay}`,
    );
}

/** Error at `place` in the file: a line, or an entry of JSON. */
function wrong(place: string, message: string, remedy: string): TagviewError {
  return new TagviewError("usage", `${place}: ${message}`, remedy);
}

function columnsOf(cells: readonly string[], place: string): Column[] {
  const columns = cells.map((cell) => {
    const column = COLUMNS.find((one) => one === cell);
    if (column === undefined) {
      throw wrong(place, `"${cell}" is not a column`, `name columns of ${COLUMNS.join(", ")}`);
    }
    return column;
  });
  if (new Set(columns).size < columns.length) {
    throw wrong(place, "a column occurs twice", "remove one of the two");
  }
  if (!columns.includes("channel"))
    throw wrong(place, "the column channel is missing", "add the channels' numbers");
  return columns;
}

function listed(
  columns: readonly Column[],
  cells: readonly string[],
  place: string,
  tick: Tick,
): ListedChannel {
  if (cells.length > columns.length) {
    const message = `${cells.length} fields for ${columns.length} columns`;
    throw wrong(place, message, 'put a name with a comma into quotes, as in "a, b"');
  }
  const cell = (column: Column): string => cells[columns.indexOf(column)] ?? "";
  const number = cell("channel");
  if (!/^\d{1,20}$/u.test(number) || BigInt(number) >= 2n ** 64n) {
    throw wrong(place, `"${number}" is not a channel`, "write its number, 0 or greater");
  }
  const name = cell("name");
  if (name.length > MAX_NAME_LENGTH) {
    throw wrong(place, `the name has ${name.length} characters`, `write at most ${MAX_NAME_LENGTH}`);
  }
  const role = cell("role");
  if (role !== "" && !isRole(role)) {
    throw wrong(place, `"${role}" is not a role`, `write one of ${CHANNEL_ROLES.join(", ")}, or nothing`);
  }
  const colour = cell("colour");
  if (colour !== "" && !isColour(colour)) {
    throw wrong(
      place,
      `"${colour}" is not a colour`,
      `write one of ${CHANNEL_COLOURS.join(", ")}, or nothing`,
    );
  }
  return {
    channel: BigInt(number),
    name,
    role: role === "" ? null : role,
    delay: delayOf(cell("delay"), place, tick),
    colour: colour === "" ? null : colour,
  };
}

function isColour(text: string): text is ChannelColour {
  return CHANNEL_COLOURS.some((one) => one === text);
}

function isRole(text: string): text is ChannelRole {
  return CHANNEL_ROLES.some((one) => one === text);
}

function delayOf(text: string, place: string, tick: Tick): bigint {
  if (text === "") return 0n;
  try {
    return parseTime(text, tick);
  } catch (thrown) {
    if (!(thrown instanceof TagviewError)) throw thrown;
    throw wrong(place, thrown.message, thrown.remedy);
  }
}

function refuseTwice(
  { channel, name }: ListedChannel,
  before: readonly ListedChannel[],
  place: string,
): void {
  if (before.some((other) => other.channel === channel)) {
    throw wrong(place, `channel ${channel} occurs a second time`, "remove one of the two");
  }
  const same = name === "" ? undefined : before.find((other) => other.name === name);
  if (same)
    throw wrong(place, `"${name}" is already the name of channel ${same.channel}`, "choose another name");
}
