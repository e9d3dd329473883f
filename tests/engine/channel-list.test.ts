import { COLOUR_NAMES } from "@tagview/charts";
import {
  CHANNEL_COLOURS,
  formatChannelList,
  type ListedChannel,
  movesOf,
  parseChannelList,
} from "@tagview/engine/channel-list";
import { parseTick } from "@tagview/engine/units";
import { expect, it } from "vitest";

const TICK = parseTick("1ps");
const CHANNELS: ListedChannel[] = [
  { channel: 3n, name: "pump", role: "herald", delay: 0n, colour: "green" },
  {
    channel: 2n ** 64n - 1n,
    name: 'left, "upper"',
    role: null,
    delay: -9_007_199_254_740_993n,
    colour: null,
  },
  { channel: 15n, name: "", role: "clock", delay: 26n, colour: null },
];

it("what is written is read again, exactly", () => {
  expect(parseChannelList(formatChannelList(CHANNELS), TICK)).toEqual(CHANNELS);
});

it("columns come in any order, and spreadsheets' line ends and marks are no matter", () => {
  const text = "\ufeffdelay,channel\r\n1.5ns,3\r\n,15\r\n";
  expect(parseChannelList(text, TICK).map(({ channel, delay }) => [channel, delay])).toEqual([
    [3n, 1500n],
    [15n, 0n],
  ]);
});

it("delays are taken off: what is late comes earlier", () => {
  expect(movesOf(CHANNELS)).toEqual([
    "18446744073709551615=18446744073709551615@+9007199254740993",
    "15=15@-26",
  ]);
});

it("channels have the colours that charts draw, and no others", () => {
  expect([...CHANNEL_COLOURS]).toEqual([...COLOUR_NAMES]);
  expect(() => parseChannelList("channel,colour\n3,mauve\n", TICK)).toThrow('"mauve" is no colour');
  // Where nobody chose one, the file is as before.
  expect(formatChannelList(CHANNELS.slice(1))).toMatch(/^channel,name,role,delay\n/u);
});
