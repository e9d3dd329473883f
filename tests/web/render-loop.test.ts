import { expect, it, vi } from "vitest";
import { renderLoop, type Screen } from "../../web/src/app/render-loop";

/** A screen whose frames the test paints, and which paints none while hidden. */
function setUp() {
  const frames = new Map<number, () => void>();
  const screen = { hidden: false, hide: () => {} };
  const fake: Screen = {
    isHidden: () => screen.hidden,
    onHide: (listener) => {
      screen.hide = () => {
        screen.hidden = true;
        listener();
      };
    },
    requestFrame: (draw) => {
      frames.set(frames.size + 1, draw);
      return frames.size;
    },
    cancelFrame: (id) => void frames.delete(id),
  };
  const draw = vi.fn();
  const paint = (): void => {
    if (screen.hidden) return;
    for (const [id, frame] of [...frames]) {
      frames.delete(id);
      frame();
    }
  };
  return { screen, draw, paint, frames, refresh: renderLoop(draw, fake) };
}

it("draws once for any number of refreshes before a frame", () => {
  const { draw, paint, refresh } = setUp();
  for (let time = 0; time < 3; time += 1) refresh();
  expect(draw).not.toHaveBeenCalled();
  paint();
  paint();
  expect(draw).toHaveBeenCalledTimes(1);
  refresh();
  paint();
  expect(draw).toHaveBeenCalledTimes(2);
});

it("draws what was requested just before the tab was hidden, and goes on while it is", () => {
  vi.useFakeTimers();
  try {
    const { screen, draw, paint, frames, refresh } = setUp();
    refresh();
    screen.hide();
    expect(frames.size).toBe(0);
    vi.advanceTimersByTime(200);
    expect(draw).toHaveBeenCalledTimes(1);
    refresh();
    vi.advanceTimersByTime(200);
    expect(draw).toHaveBeenCalledTimes(2);
    screen.hidden = false;
    refresh();
    paint();
    expect(draw).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});
