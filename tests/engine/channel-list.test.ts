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

it("delays are subtracted: late tags become earlier", () => {
  expect(movesOf(CHANNELS)).toEqual([
    "18446744073709551615=18446744073709551615@+9007199254740993",
    "15=15@-26",
  ]);
});

it("channels have the colours that charts draw, and no others", () => {
  expect([...CHANNEL_COLOURS]).toEqual([...COLOUR_NAMES]);
  expect(() => parseChannelList("channel,colour\n3,mauve\n", TICK)).toThrow('"mauve" is not a colour');
  // Without a choice, the file is unchanged.
  expect(formatChannelList(CHANNELS.slice(1))).toMatch(/^channel,name,role,delay\n/u);
});

it("JSON by channel, or as a list, is read like CSV", () => {
  const csv =
    "channel,name,role,delay,colour\n3,pump,herald,,green\n18446744073709551615,,,1.5ns,\n15,,,-26,\n";
  const expected = parseChannelList(csv, TICK);
  const [of3, ofHighest, of15] = [
    '"name": "pump", "role": "herald", "colour": "green"',
    '"delay": "1.5ns", "name": null',
    '"delay": -26',
  ];
  const list = `[{"channel": 3, ${of3}}, {"channel": "18446744073709551615", ${ofHighest}}, {"channel": "15", ${of15}}]`;
  expect(parseChannelList(list, TICK)).toEqual(expected);
  const byChannel = `\ufeff {"18446744073709551615": {${ofHighest}}, "3": {${of3}}, "15": {${of15}}}`;
  const sorted = (channels: ListedChannel[]) =>
    [...channels].sort((x, y) => (x.channel < y.channel ? -1 : 1));
  expect(sorted(parseChannelList(byChannel, TICK))).toEqual(sorted(expected));
});

it.each([
  ['{"3": {"nam": "pump"}}', 'channel 3: "nam" is not a column'],
  ['{"3": {"role": "witness"}}', 'channel 3: "witness" is not a role'],
  ['{"x": {}}', 'channel x: "x" is not a channel'],
  ['{"3": "pump"}', "channel 3: this is not an object"],
  ['[{"name": "pump"}]', "entry 1: the column channel is missing"],
  ['[{"channel": 3}, {"channel": "3"}]', "entry 2: channel 3 occurs a second time"],
  ['[{"channel": 9007199254740993}]', "entry 1: channel is not a string"],
  ['{"3": {"name": "a\\nb"}}', "channel 3: name has a control character"],
  ['{"3": {"delay": "2 parsec"}}', "channel 3:"],
  ['{"3": ', "this is not JSON"],
])("of %s it reports what is wrong, and where", (text, message) => {
  expect(() => parseChannelList(text, TICK)).toThrow(message);
});
