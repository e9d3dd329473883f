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
  return { screen, draw, paint, frames, loop: renderLoop(draw, fake) };
}

it("draws once for any number of refreshes before a frame", () => {
  const { draw, paint, loop } = setUp();
  for (let time = 0; time < 3; time += 1) loop.refresh();
  expect(draw).not.toHaveBeenCalled();
  paint();
  paint();
  expect(draw).toHaveBeenCalledTimes(1);
  loop.refresh();
  paint();
  expect(draw).toHaveBeenCalledTimes(2);
});

it("settles once nothing more is to be drawn, as where one drawing asks for the next one", async () => {
  const { draw, paint, loop } = setUp();
  const settled = vi.fn();
  draw.mockImplementationOnce(() => loop.refresh());
  const drawn = loop.drawn().then(settled);
  paint();
  await Promise.resolve();
  expect(settled).not.toHaveBeenCalled();
  paint();
  await drawn;
  expect(draw).toHaveBeenCalledTimes(2);
});

it("draws what was requested just before the tab was hidden, and goes on while it is", () => {
  vi.useFakeTimers();
  try {
    const { screen, draw, paint, frames, loop } = setUp();
    loop.refresh();
    screen.hide();
    expect(frames.size).toBe(0);
    vi.advanceTimersByTime(200);
    expect(draw).toHaveBeenCalledTimes(1);
    loop.refresh();
    vi.advanceTimersByTime(200);
    expect(draw).toHaveBeenCalledTimes(2);
    screen.hidden = false;
    loop.refresh();
    paint();
    expect(draw).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});
