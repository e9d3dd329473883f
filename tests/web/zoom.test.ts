/** Requests of views that come faster than a chart is drawn. */

import type { Frame } from "@tagview/charts";
import { scaleLinear } from "d3";
import { expect, it } from "vitest";
import { following, type Gestures } from "../../web/src/ui/zoom";

/** A chart that is drawn with a view on request, and the gestures on it. */
function chart() {
  const frameOf = (view: readonly [number, number]): Frame => ({
    ...{ width: 100, height: 100, left: 0, right: 100, top: 0, bottom: 100 },
    ...{ x: scaleLinear([...view], [0, 100]), y: scaleLinear() },
  });
  let frame = frameOf([0, 1000]);
  const gestures = following({
    frame: () => frame,
    zoom: () => {},
    back: () => {},
    extent: () => [0, 1000],
  } satisfies Partial<Gestures> as unknown as Gestures);
  return {
    draw: (low: number, high: number) => {
      frame = frameOf([low, high]);
    },
    zoom: (low: number, high: number) => gestures.zoom([low, high]),
    back: () => gestures.back(),
    view: () => gestures.frame()?.x.domain(),
  };
}

it("the next move starts from the last request, also if a chart of an earlier one is drawn", () => {
  const { draw, zoom, view } = chart();
  zoom(100, 900);
  zoom(200, 800);
  zoom(300, 700);
  expect(view()).toEqual([300, 700]);
  draw(0, 1000);
  expect(view()).toEqual([300, 700]);
  // Views are rounded to bins.
  draw(102, 903);
  expect(view()).toEqual([300, 700]);
  draw(201, 800);
  expect(view()).toEqual([300, 700]);
  draw(301, 702);
  expect(view()).toEqual([301, 702]);
});

it("a view that something else sets is followed", () => {
  const { draw, zoom, back, view } = chart();
  zoom(100, 900);
  zoom(200, 800);
  draw(500, 600);
  expect(view()).toEqual([500, 600]);
  zoom(510, 590);
  back();
  expect(view()).toEqual([500, 600]);
});
