import type { Summary } from "@tagview/engine";
import { expect, it } from "vitest";
import { cellsOf, outliersText } from "../../web/src/formats/tags/panels/runs/numbers";
import { exposure, inSoundPart, soundPart } from "../../web/src/formats/tags/session/damage";
import type { Query } from "../../web/src/formats/tags/session/live-queries";
import type { Recording } from "../../web/src/formats/tags/session/recording";

const DAMAGED = {
  first: 100n,
  last: 90n,
  span: null,
  tags: 1000,
  sound_tags: 450,
  sound_until: 600n,
} as Summary;

it("sends queries that relate channels for the sound part only, and all others for the whole file; a chosen range remains", () => {
  const sound = soundPart(DAMAGED);
  if (!sound) throw new Error("It is damaged.");
  const chosen = { from: 7n, to: 900n };
  const ask = (topic: Query["topic"], selection?: typeof chosen): Query => ({
    topic,
    request: { analyses: [], ...(selection ? { selection } : {}) },
  });
  const asked = inSoundPart(
    [ask("correlation"), ask("pairs"), ask("rate"), ask("coincidences", chosen)],
    sound,
  );
  const whole = { from: 0n, to: 500n };
  expect(asked.map(({ topic, request }) => [topic, request.selection])).toEqual([
    ["correlation", whole],
    ["pairs", whole],
    ["rate", undefined],
    ["coincidences", chosen],
  ]);
});

it("has no span and no rates of a run whose times go back, and those of a chosen range", () => {
  const snapshot = { analyses: { summary: DAMAGED }, error: null, findings: [] };
  const run = { reading: { phase: "done", snapshot }, source: {} } as unknown as Recording;
  const { tags, span, rate } = cellsOf(run, null, 1e-9);
  expect(tags.value).toBe(1000);
  for (const { value, why } of [span, rate])
    expect([value, why]).toEqual([null, "Its times go back: how long it lasted is not known"]);
  expect(exposure(DAMAGED, null)).toBeNull();
  expect(exposure(DAMAGED, { from: 100n, to: 400n })).toBe(300n);
});

it("names the runs that stand out by the distinctive part of their names", () => {
  const names = Array.from({ length: 20 }, (_, k) => `2026-11-24_spdc_780nm_run_${10 + k}.tags.zst`);
  expect(outliersText(names, [], [], [])).toBe("");
  expect(outliersText(["a.tags", "notes.txt"], [], [], ["notes.txt"])).toBe(
    "1 has no tags or could not be read: notes.txt.",
  );
  expect(outliersText(["a.tags", "b.tags", "c", "d"], ["b.tags"], [], ["c", "d"])).toBe(
    "1 of 2 runs stands out: b.tags. 2 have no tags or could not be read: c, d.",
  );
  expect(outliersText(["a.tags", "b.tags", "c"], ["b.tags"], ["a.tags", "c"], [])).toBe(
    "1 of 3 runs stands out: b.tags. 2 have warnings: a.tags, c.",
  );
  expect(outliersText(names, [names[3] ?? ""], [], [])).toBe(
    "1 of 20 runs stands out: …0nm_run_13.tags.zst.",
  );
  const many = outliersText(names, names.slice(0, 9), [], []);
  expect(many).toMatch(/^9 of 20 runs stand out: .*run_15\.tags\.zst, 3 more\.$/u);
  expect(many).not.toContain("run_16");
});
