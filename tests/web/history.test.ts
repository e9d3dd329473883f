import { expect, it } from "vitest";
import type { View } from "../../web/src/formats/tags/model/view";
import { WHOLE } from "../../web/src/formats/tags/session/codecs";
import { leave, NO_TRAIL, step } from "../../web/src/formats/tags/session/history";
import type { Recording } from "../../web/src/formats/tags/session/recording";

const someRecording = (): Pick<Recording, "trail"> => ({ trail: NO_TRAIL });
const steps = ({ trail }: Pick<Recording, "trail">) => ({
  back: trail.past.length,
  forward: trail.future.length,
});
const withWindow = (window: bigint): View => ({ ...WHOLE, window });

/** Simulates a user who makes one change after another, with `pause` milliseconds between. */
function change(recording: Pick<Recording, "trail">, views: readonly View[], pause: number): View {
  let at = 0;
  return views.reduce((view, next) => {
    at += pause;
    leave(recording, view, next, at);
    return next;
  });
}

it("goes back and forth through the views, each step once", () => {
  const recording = someRecording();
  const views = [WHOLE, withWindow(1n), withWindow(2n), withWindow(3n)];
  let view = change(recording, views, 5000);
  for (const before of [2, 1, 0]) {
    view = step(recording, view, "back") ?? view;
    expect(view).toBe(views[before]);
  }
  expect(step(recording, view, "back")).toBeNull();
  for (const after of [1, 2, 3]) {
    view = step(recording, view, "forward") ?? view;
    expect(view).toBe(views[after]);
  }
  expect(step(recording, view, "forward")).toBeNull();
});

it("takes a turning wheel for one step, but another thing that is changed meanwhile for a second", () => {
  const recording = someRecording();
  const wheel = Array.from({ length: 30 }, (_, k): View => ({ ...WHOLE, rate: [0, 30 - k] }));
  const last = change(recording, [WHOLE, ...wheel], 100);
  leave(recording, last, { ...last, window: 5n }, 3100);
  expect(steps(recording)).toEqual({ back: 2, forward: 0 });
  expect(step(recording, { ...last, window: 5n }, "back")).toBe(last);
  expect(step(recording, last, "back")).toBe(WHOLE);
});

it("ignores changes that change nothing", () => {
  const recording = someRecording();
  const range = { from: 1n, to: 2n };
  leave(recording, { ...WHOLE, range }, { ...WHOLE, range: { ...range } }, 0);
  expect(steps(recording)).toEqual({ back: 0, forward: 0 });
});

it("drops what was gone back from once something else is changed, and that is a step at once", () => {
  const recording = someRecording();
  const view = change(recording, [WHOLE, withWindow(1n)], 100);
  const back = step(recording, view, "back") ?? view;
  leave(recording, back, withWindow(2n), 110);
  expect(steps(recording)).toEqual({ back: 1, forward: 0 });
});

it("keeps a hundred steps, of each recording its own", () => {
  const [one, other] = [someRecording(), someRecording()];
  change(
    one,
    Array.from({ length: 500 }, (_, k) => withWindow(BigInt(k))),
    5000,
  );
  change(other, [WHOLE, withWindow(1n)], 5000);
  expect(steps(one).back).toBe(100);
  expect(step(one, withWindow(499n), "back")).toEqual(withWindow(498n));
  expect(steps(other).back).toBe(1);
});
