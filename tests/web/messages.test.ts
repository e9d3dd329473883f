import { timesInMessage } from "@tagview/engine";
import { expect, it } from "vitest";
import { inUnits } from "../../web/src/ui/sentence";

const inBrackets = (message: string): string =>
  timesInMessage(message, (ticks, error) => `[${ticks}${error === null ? "" : `|${error}`}]`);

it("finds each time in ticks of a message", () => {
  expect(inBrackets("tags repeat every 80.0000 ticks, and not every 81.5 ticks")).toBe(
    "tags repeat every [80], and not every [81.5]",
  );
  expect(inBrackets("`period` is shorter than 1 tick")).toBe("`period` is shorter than [1]");
  expect(inBrackets("a peak at -64 ticks")).toBe("a peak at [-64]");
  expect(inBrackets("the best fit is 12.345 +- 8.100 ticks")).toBe("the best fit is [12.345|8.1]");
  expect(inBrackets("a tag at the time 900 is 64 ticks earlier")).toBe(
    "a tag at the time [900] is [64] earlier",
  );
  expect(inBrackets("400 ticks in bins of 2 are more than 100 bins")).toBe(
    "[400] in bins of [2] are more than 100 bins",
  );
  expect(inBrackets("the range -64..64 in bins of 4 ticks needs more than 30 bins")).toBe(
    "the range [-64]..[64] in bins of [4] needs more than 30 bins",
  );
  expect(
    inBrackets("a recording begins at 90 ticks, before the one in front of it ends, at 100: these"),
  ).toBe("a recording begins at [90], before the one in front of it ends, at [100]: these");
});

it("leaves other numbers of a message as they are", () => {
  for (const message of ["`period` is not between 1 and 2^40 ticks", "the mean gap is only a few ticks"])
    expect(inBrackets(message)).toBe(message);
});

it("writes the times of a message in the units of the page", () => {
  const message = "the best fit is 25.6 +- 16.1 ticks, less than 80 ticks";
  const text = inUnits(message, { tick: 156.25e-12, units: "time" });
  expect(text.replaceAll("\u00a0", " ")).toBe("the best fit is 4.0 ± 2.5 ns, less than 12.5 ns");
  expect(inUnits(message, { tick: 156.25e-12, units: "ticks" })).toBe(
    "the best fit is 25.6 ± 16.1 ticks, less than 80 ticks",
  );
  expect(inUnits("deviance 1728, expected 652 +- 26", { tick: 1e-12, units: "time" })).toMatch(/652 ± 26$/u);
});
